from fractions import Fraction

import numpy as np
import pytest
import torch

from nalm.discovery.estimator._equations_module import EquationsModule
from nalm.errors import InvalidValueError
from nalm.symbolic import Power, Product, Sum, to_text
from tests.discovery._discoveries import power_law

LOSS = power_law(0.5, {0: Fraction(1)})
GAIN = power_law(2.0, {1: Fraction(1, 2)})
BALANCE = np.array([[-1.0, 0.0], [1.0, 1.0]])
X = torch.tensor([[4.0, 9.0], [2.0, 1.0]])


def test_without_factors_every_formula_is_an_output():
    assert EquationsModule([LOSS, GAIN], 2)(X).tolist() == [[2.0, 6.0], [1.0, 2.0]]


def test_outputs_are_sums_of_the_terms():
    module = EquationsModule([LOSS, GAIN], 2, balance=BALANCE)
    assert module(X).tolist() == [[-2.0, 8.0], [-1.0, 3.0]]
    assert module(X[0]).tolist() == [-2.0, 8.0]
    assert module(X[None]).shape == (1, 2, 2)


def test_training_keeps_what_is_shared():
    module = EquationsModule([LOSS], 1, balance=np.array([[-1.0], [1.0]]))
    x = torch.tensor([[1.0], [3.0]])
    (values,) = module.parameters()
    for _ in range(60):
        (slope,) = torch.autograd.grad((module(x)[:, 1] - 0.8 * x[:, 0]).square().mean(), values)
        with torch.no_grad():
            values -= 0.05 * slope
    assert module(x).sum(dim=1).tolist() == [0.0, 0.0]
    assert [to_text(each, ["s"]) for each in module.formulas()] == ["-0.8*s", "0.8*s"]


def test_a_term_of_another_equation_has_no_say_outside_its_domain():
    module = EquationsModule([LOSS, GAIN], 2, balance=BALANCE)
    values = module(torch.tensor([4.0, -1.0]))
    assert values[0] == -2.0
    assert torch.isnan(values[1])


def test_it_has_no_buffers_and_follows_its_parameters():
    module = EquationsModule([LOSS, GAIN], 2, balance=BALANCE).float()
    assert list(module.buffers()) == []
    assert module(X.double()).dtype == torch.float32


@pytest.mark.parametrize("balance", [np.ones((2, 3)), np.ones((0, 2))])
def test_factors_of_another_shape_are_refused(balance):
    with pytest.raises(InvalidValueError, match=r"balance should have the shape \(outputs, 2\)"):
        EquationsModule([LOSS, GAIN], 2, balance=balance)


def test_inputs_that_are_missing_are_refused():
    with pytest.raises(InvalidValueError, match="inputs should be at least 2"):
        EquationsModule([Sum((Product(1.0, (Power(1, 1.0),)),))], 1)
