import pytest
import sympy
import torch

from nalm import NMU, NACMulNMU


def with_weights(weight):
    unit = NACMulNMU(len(weight), 1)
    unit.weight.data = torch.tensor([weight])
    return unit


@pytest.mark.parametrize("x", [[5.0, 2.0], [-5.0, 2.0], [-5.0, -2.0]])
def test_multiplies_absolute_values(x):
    assert with_weights([1.0, 1.0])(torch.tensor(x)).item() == pytest.approx(10)
    assert with_weights([1.0, 0.0])(torch.tensor(x)).item() == pytest.approx(5)


def test_weights_are_those_of_the_nmu():
    torch.manual_seed(0)
    unit = NACMulNMU(5, 3)
    torch.manual_seed(0)
    nmu = NMU(5, 3)
    assert torch.equal(unit.weight, nmu.weight)
    assert unit.constraints == nmu.constraints
    assert torch.equal(unit.penalty(), nmu.penalty())
    assert torch.equal(unit.sparsity_error(), nmu.sparsity_error())


def test_discrete_weights_read_as_the_product():
    a, b = sympy.symbols("a b", positive=True)
    assert with_weights([1.0, 1.0]).express([a, b]) == [a * b]


def test_pinned_value():
    assert with_weights([0.5, 0.5])(torch.tensor([2.0, 8.0])).item() == pytest.approx(4)
