import itertools
import math

import pytest
import torch

from nalm import NMRU, NMRUVariant, ProductForm

SIGNS = list(itertools.product((1.0, -1.0), repeat=2))


def with_weight(rows, **options):
    unit = NMRU(len(rows[0]) // 2, len(rows), **options)
    unit.weight.data = torch.tensor(rows)
    return unit


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("variant", list(NMRUVariant))
@pytest.mark.parametrize("signs", SIGNS)
def test_gold_weights_divide(signs, variant, training):
    a, b = 3.0 * signs[0], 7.0 * signs[1]
    rows = [[1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 1.0, 1.0], [1.0, 1.0, 0.0, 0.0]]
    unit = with_weight(rows, variant=variant).train(training)
    if unit.gate is not None:
        unit.gate.data.fill_(1)
    expected = [a / b, 1 / a, 1 / b, a * b]
    assert unit(torch.tensor([a, b])).tolist() == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("form", list(ProductForm))
@pytest.mark.parametrize("training", [True, False])
def test_equals_the_equation_on_the_concatenation(training, form):
    unit = NMRU(3, 2, form=form).double().train(training)
    x = torch.tensor([[1.5, -2.0, 0.3], [-0.1, -4.0, 2.0]], dtype=torch.float64)
    both = torch.cat([x, 1 / (x + 2.0**-23 * training)], -1)
    W = unit.weight
    magnitude = (W * both.abs().unsqueeze(-2) + 1 - W).prod(-1)
    expected = magnitude * torch.cos((both < 0).double() * math.pi @ W.T)
    torch.testing.assert_close(unit(x), expected)


def test_the_sign_is_the_cosine_of_the_sum():
    unit = with_weight([[1.0, 1.0, 0.0, 0.0]])
    assert unit(torch.tensor([-2.0, -3.0])).item() == pytest.approx(6)  # a sum of cosines: 0


def test_a_reciprocal_has_the_sign_of_the_shifted_input():
    unit, x = with_weight([[0.0, 1.0]]), torch.tensor([-(2.0**-24)])
    assert unit(x).item() > 0
    assert unit.eval()(x).item() < 0


def test_penalty_weighs_the_gate_with_a_tenth():
    weight = [[0.25, 0.75]]
    assert with_weight(weight).penalty().item() == pytest.approx(0.25)
    gated = with_weight(weight, variant=NMRUVariant.GATED)
    assert gated.penalty().item() == pytest.approx(0.25 + 0.1 * 0.5)


def test_initial_weights_are_between_a_quarter_and_three():
    weight = NMRU(50, 10).weight
    assert weight.shape == (10, 100)
    assert 0.25 <= weight.min() < 0.26
    assert 0.74 < weight.max() <= 0.75


def test_pinned_value():
    y = with_weight([[0.5, 0.25, 0.75, 0.0]]).eval()(torch.tensor([2.0, -4.0])).item()
    magnitude = (0.5 * 2 + 0.5) * (0.25 * 4 + 0.75) * (0.75 / 2 + 0.25)
    assert y == pytest.approx(magnitude * math.cos(0.25 * math.pi))
