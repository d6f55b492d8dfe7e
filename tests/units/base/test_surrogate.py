import math

import pytest
import torch

from nalm.units._base._surrogate import (
    JUMP_WIDTH,
    SOFTNESS,
    mean_square,
    scaled_gradient,
    soft_log,
    soft_negative,
    told_derivative,
)


def slopes(function, x):
    x = torch.tensor(x, dtype=torch.float64, requires_grad=True)
    y = function(x)
    y.sum().backward()
    return y.detach(), x.grad


def test_value_and_derivative_are_as_told():
    y, slope = slopes(lambda x: told_derivative(x**2, slope=torch.full_like(x, 7.0), x=x), [1.0, 3])
    assert y.tolist() == [1.0, 9.0]
    assert slope.tolist() == [7.0, 7.0]


def test_logarithm_has_no_pole():
    x = [1.0, -2.0, 0.0, 1e-6]
    y, slope = slopes(lambda x: soft_log(x, smallest=1e-30), x)
    square = SOFTNESS**2 * sum(each**2 for each in x) / 4
    assert y.tolist() == pytest.approx([0, math.log(2), math.log(1e-30), math.log(1e-6)])
    assert slope.tolist() == pytest.approx([each / (each**2 + square) for each in x])


def test_a_jump_counts_once():
    """The told derivative integrates to the jump of -1, and is 0 away from it."""
    x = torch.linspace(-1, 1, 100_001, dtype=torch.float64).tolist()
    y, slope = slopes(soft_negative, x)
    assert set(y.tolist()) == {0.0, 1.0}
    assert slope.sum().item() * 2e-5 == pytest.approx(-1, rel=1e-3)
    width = JUMP_WIDTH * math.sqrt(1 / 3)
    assert all(value == 0 for value, at in zip(slope.tolist(), x, strict=True) if abs(at) > width)


def test_gradients_are_divided_by_the_size_of_their_output():
    theta = torch.tensor([[2.0], [3.0]], requires_grad=True)
    y = torch.tensor([[1.0, 1.0], [3.0, 0.0]])
    scaled = scaled_gradient(theta, mean_square(y))
    assert torch.equal(scaled, theta)
    scaled.sum().backward()
    assert theta.grad.flatten().tolist() == pytest.approx([1 / 5, 2.0])


def test_outputs_of_zero_give_finite_gradients():
    theta = torch.ones(1, 1, requires_grad=True)
    scaled_gradient(theta, torch.zeros(1)).sum().backward()
    assert torch.isfinite(theta.grad).all()
