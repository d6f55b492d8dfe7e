import itertools
import math

import pytest
import torch

from nalm import NRU, SignPath

SIGNS = list(itertools.product((1.0, -1.0), repeat=2))


def with_weight(rows, **options):
    unit = NRU(len(rows[0]), len(rows), **options)
    unit.weight.data = torch.tensor(rows)
    return unit


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("sign", list(SignPath))
@pytest.mark.parametrize("signs", SIGNS)
def test_gold_weights_divide_in_both_modes(signs, sign, training):
    a, b = 3.0 * signs[0], 7.0 * signs[1]
    unit = with_weight([[1.0, -1.0], [-1.0, 0.0]], sign=sign).train(training)
    assert unit(torch.tensor([a, b])).tolist() == pytest.approx([a / b, 1 / a], rel=1e-6)


def test_the_modes_differ_between_discrete_weights():
    unit, x = with_weight([[0.5]]), torch.tensor([-4.0])
    assert unit(x).item() == pytest.approx(-2.0)  # A is 1 as soon as |w| exceeds 0.003
    assert unit.eval()(x).item() == pytest.approx(-2.0 * 0.5 + 0.5)


@pytest.mark.parametrize("w", [0.0, 3e-4, -1e-3, 0.4, -0.9])
@pytest.mark.parametrize("x", [2.0, -3.0, 0.1, -1.0])
def test_gradient_is_equation_6_with_the_missing_exponent(w, x):
    unit = NRU(1, 1).double()
    unit.weight.data = torch.tensor([[w]], dtype=torch.float64)
    unit(torch.tensor([x], dtype=torch.float64)).sum().backward()
    t, sech2 = math.tanh(1000 * w), 1 - math.tanh(1000 * w) ** 2
    power = math.copysign(1, x) * abs(x) ** w
    expected = t * (power * (t * math.log(abs(x)) + 2000 * sech2) - 2000 * sech2)
    assert unit.weight.grad.item() == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_separate_signs_ignore_weights_that_round_to_zero():
    unit = with_weight([[0.4, 0.6]], sign=SignPath.SEPARATE)
    assert unit(torch.tensor([-2.0, 2.0])).item() > 0
    assert unit(torch.tensor([2.0, -2.0])).item() < 0
    assert unit(torch.tensor([-2.0, -2.0])).item() < 0


def test_initial_weights_are_the_naus():
    assert NRU(2, 1).weight.abs().max() <= 0.5
    assert NRU(100, 2).weight.abs().max() <= (6 / 102) ** 0.5


def test_penalty_is_the_mean_distance_from_discrete_values():
    assert with_weight([[0.25, -0.75, -1.0, 0.0]]).penalty().item() == pytest.approx(0.125)


def test_pinned_value():
    y = with_weight([[0.5, -0.25]]).eval()(torch.tensor([4.0, -16.0])).item()
    assert y == pytest.approx((0.5 * 2 + 0.5) * (-0.25 * 0.5 + 0.75))
