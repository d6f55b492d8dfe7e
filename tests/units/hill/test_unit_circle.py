import math

import pytest
import torch

from nalm import HillUnitCircle

ANGLES = torch.linspace(-7, 7, 50, dtype=torch.float64)[:, None]


def with_hats(w_hat, m_hat, **options):
    unit = HillUnitCircle(1, 1, **options).double()
    unit.w_hat.data = torch.tensor([w_hat], dtype=torch.float64)
    unit.m_hat.data = torch.tensor([m_hat], dtype=torch.float64)
    return unit


@pytest.mark.parametrize(
    "w_hat, expected",
    [
        ([20.0, 0.0], torch.cos),
        ([-20.0, 0.0], torch.sin),
        ([20.0, 20.0], lambda x: -torch.cos(x)),
    ],
)
def test_saturated_weights_choose(w_hat, expected):
    unit = with_hats(w_hat, [20.0, 20.0], snap=1e-6)
    torch.testing.assert_close(unit(ANGLES), expected(ANGLES), rtol=1e-12, atol=1e-12)
    assert unit.sparsity_error() == 0


def test_further_inputs_are_ignored():
    unit = HillUnitCircle(3, 2)
    x = torch.tensor([[0.3, 5.0, 9.0], [0.3, -1.0, 2.0]])
    first, second = unit(x)
    assert torch.equal(first, second)


def test_pinned_value():
    choice, phase = math.tanh(0.5) / 2, math.tanh(-0.2) / 2
    theta = 1.0 + math.pi * phase
    expected = ((1 + choice) * math.cos(theta) + (1 - choice) * math.sin(theta)) / 2
    found = with_hats([0.5, -0.2], [0.0, 0.0])(torch.tensor([1.0], dtype=torch.float64)).item()
    assert found == pytest.approx(expected)
