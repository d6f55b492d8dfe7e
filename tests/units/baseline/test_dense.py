import pytest
import sympy
import torch

from nalm import Activation, Dense
from nalm.errors import InvalidTypeError, InvalidValueError


def test_is_a_linear_layer_with_an_activation():
    unit = Dense(2, 1, activation=Activation.RELU)
    unit.weight.data, unit.bias.data = torch.tensor([[2.0, -1.0]]), torch.tensor([0.5])
    assert unit(torch.tensor([[1.0, 1.0], [0.0, 1.0]])).tolist() == [[1.5], [0.0]]
    assert unit.sparsity_error().item() == 1.0
    assert unit.penalty().item() == 0


def test_initial_bias_is_zero_and_prelu_has_a_slope():
    unit = Dense(2, 3, activation=Activation.PRELU)
    assert unit.bias.tolist() == [0, 0, 0]
    assert unit.slope.item() == 0.25
    assert Dense(2, 3).slope is None


def test_formula():
    unit = Dense(1, 1)
    unit.weight.data, unit.bias.data = torch.tensor([[2.0]]), torch.tensor([3.0])
    x = sympy.Symbol("x")
    assert unit.express([x]) == [2 * x + 3]


def test_errors():
    with pytest.raises(InvalidTypeError, match=r"activation: expected one of Activation.LINEAR"):
        Dense(1, 1, activation="relu")
    with pytest.raises(InvalidValueError, match=r"found Activation.SOFTPLUS; use another"):
        Dense(1, 1, activation=Activation.SOFTPLUS).express([1.0])
