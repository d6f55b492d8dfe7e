import pytest
import sympy
import torch

from nalm import NACMulSigmoid


def with_weights(w_hat):
    unit = NACMulSigmoid(len(w_hat), 1)
    unit.w_hat.data = torch.tensor([w_hat])
    return unit


@pytest.mark.parametrize("x", [[5.0, 2.0], [-5.0, 2.0], [-5.0, -2.0]])
def test_multiplies_absolute_values(x):
    assert with_weights([20.0, 20.0])(torch.tensor(x)).item() == pytest.approx(10)


def test_no_weight_divides():
    unit = NACMulSigmoid(4, 3)
    unit.w_hat.data.normal_(0, 50)
    y = unit(torch.full((4,), 3.0))
    assert (y >= 1).all()
    assert (y <= 3.0**4 * (1 + 1e-5)).all()


def test_starts_with_the_deviation_of_glorot_and_bengio():
    unit = NACMulSigmoid(300, 100)
    assert unit.w_hat.std().item() == pytest.approx((2 / 400) ** 0.5, rel=0.02)
    assert unit.w_hat.mean().item() == pytest.approx(0, abs=0.002)


def test_has_no_regulariser_and_no_constraint():
    unit = NACMulSigmoid(2, 1)
    assert unit.penalty().item() == 0
    assert not unit.constraints


def test_formula_has_absolute_values():
    a, b = sympy.symbols("a b", positive=True)
    assert with_weights([200.0, -200.0]).express([a, b])[0].subs({a: 3, b: 2}) == 3


def test_pinned_value():
    # σ(0) = 1/2: the root of the product.
    assert with_weights([0.0, 0.0])(torch.tensor([2.0, 8.0])).item() == pytest.approx(4)
