import math

import pytest
import torch

from nalm import DMU, DMUOperands
from nalm.errors import InvalidTypeError


def with_gate(inputs=2, bias=(0.0, 0.0), **options):
    unit = DMU(inputs, 1, **options).double()
    unit.gate.data.zero_()
    unit.bias.data = torch.tensor(bias, dtype=torch.float64)
    return unit


def at(unit, *x):
    return unit(torch.tensor(x, dtype=torch.float64)).item()


@pytest.mark.parametrize("a, b", [(3.0, 2.0), (-3.0, 2.0), (3.0, -2.0), (-3.0, -2.0)])
@pytest.mark.parametrize("training", [True, False])
def test_a_closed_gate_gives_all_four_operations(a, b, training):
    add, sub = DMUOperands.ADD, DMUOperands.SUB
    sums, products = (40.0, -40.0), (-40.0, 40.0)
    for operands, bias, expected in [
        (add, sums, a + b),
        (sub, sums, a - b),
        (add, products, a * b),
        (sub, products, a / b),
    ]:
        assert at(with_gate(bias=bias, operands=operands).train(training), a, b) == pytest.approx(
            expected
        )


def test_an_open_gate_mixes_signs_and_magnitudes_apart():
    sign = 0.75 * -1 + 0.25 * 1  # of -2 + -3, and of -2 * -3
    assert at(with_gate(bias=(math.log(3), 0.0)), -2, -3) == pytest.approx(
        sign * (0.75 * 5 + 0.25 * 6)
    )


def test_evaluation_takes_the_larger_share():
    unit = with_gate(bias=(0.1, 0.0)).eval()
    assert at(unit, 2, 3) == 5
    unit.bias.data[0] = -0.1
    assert at(unit, 2, 3) == pytest.approx(6)


def test_the_gate_sees_the_inputs_normalised():
    unit = with_gate().eval()
    unit.gate.data[0] = torch.tensor([1.0, 0.0])  # a sum where the first input is the larger one
    assert at(unit, 20, 3) == 23
    assert at(unit, 3, 20) == pytest.approx(60)
    assert unit.express([20.0, 3.0]) == [23]


def test_learned_operands_are_rounded_in_evaluation_mode():
    unit = with_gate(3, (40.0, -40.0), operands=DMUOperands.LEARNED)
    unit.s.data = torch.tensor([[9.0, -0.5, 0.1]], dtype=torch.float64)
    unit.m.data = torch.tensor([[3.0, 1.2, 0.0]], dtype=torch.float64)
    pairs = ((9, 3), (-0.5, 1.2), (0.1, 0))
    first, second, third = (math.tanh(s) * math.log1p(math.exp(m)) for s, m in pairs)
    assert at(unit, 2, 3, 5) == pytest.approx(2 * first + 3 * second + 5 * third)
    assert unit.sparsity_error().item() == pytest.approx(first - 1)
    assert at(unit.eval(), 2, 3, 5) == 2 - 3


def test_fixed_operands_are_the_first_two_inputs():
    unit = with_gate(4, (40.0, -40.0), operands=DMUOperands.SUB)
    assert at(unit, 7, 2, 100, 100) == pytest.approx(5)
    assert unit.sparsity_error() == 0
    assert {name for name, _ in unit.named_parameters()} == {
        *("gate", "bias", "norms.0.weight", "norms.0.bias")
    }


def test_pinned_value():
    unit = with_gate(bias=(0.3, -0.2), operands=DMUOperands.SUB)
    g = 1 / (1 + math.exp(-0.5))
    sign = g * math.tanh(5 / 1e-4) + (1 - g) * math.cos(math.pi)
    assert at(unit, 3, -2) == pytest.approx(sign * (g * 5 + (1 - g) * 1.5))


def test_a_pair_of_numbers_is_no_option():
    with pytest.raises(InvalidTypeError, match="operands: expected one of DMUOperands"):
        DMU(2, 1, operands=(1.0, 1.0))
