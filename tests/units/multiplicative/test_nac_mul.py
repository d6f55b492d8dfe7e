import pytest
import sympy
import torch

from nalm import NACMul


def saturated(w_hat):
    unit = NACMul(len(w_hat), 1)
    unit.w_hat.data, unit.m_hat.data = torch.tensor([w_hat]), torch.full((1, len(w_hat)), 20.0)
    return unit


@pytest.mark.parametrize("x", [[5.0, 2.0], [-5.0, 2.0], [-5.0, -2.0]])
def test_divides_absolute_values(x):
    assert saturated([20.0, -20.0])(torch.tensor(x)).item() == pytest.approx(2.5)


def test_zero_counts_as_epsilon():
    unit = saturated([20.0])
    assert unit(torch.tensor([0.0])).item() == pytest.approx(1e-7)


def test_formula_has_absolute_values():
    a, b = sympy.symbols("a b", positive=True)
    unit = saturated([20.0, -20.0])
    unit.m_hat.data.fill_(200.0)
    assert unit.express([a, b]) == [a / b]


def test_pinned_value():
    assert saturated([0.0, 20.0])(torch.tensor([3.0, 4.0])).item() == pytest.approx(4.0)
