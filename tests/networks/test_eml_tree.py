import math

import pytest
import torch

from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.networks import EMLInit, EMLTree
from nalm.tasks import NestedEML


def tree_of(leaves, gates, *, depth, inputs=2):
    """Build a tree of the chosen leaves and of gates that are closed (1) or open (0)."""
    tree = EMLTree(inputs, depth=depth).double().eval()
    tree.leaves.data = 9.0 * torch.eye(1 + inputs, dtype=torch.float64)[leaves]
    tree.gates.data = 18.0 * torch.tensor(gates, dtype=torch.float64) - 9
    return tree


def test_one_node_is_the_operator():
    tree = tree_of([1, 2], [[0, 0]], depth=1)
    x = torch.tensor([[0.5, 2.0], [1.0, 7.0]], dtype=torch.float64)
    expected = torch.exp(x[:, 0]) - torch.log(x[:, 1])
    torch.testing.assert_close(tree(x), torch.stack([expected, 0 * expected], -1))
    assert tree.formula(["x", "y"]) == "eml(x, y)"


@pytest.mark.parametrize("first, second", [(-2.0, 1.0), (0.5, -3.0), (-1.0, -1.0)])
def test_logarithms_of_negative_numbers_are_complex(first, second):
    x = torch.tensor([first, second], dtype=torch.float64)
    inner = torch.exp(x[0].to(torch.complex128)) - torch.log(x[1].to(torch.complex128))
    expected = torch.exp(torch.ones(()).to(torch.complex128)) - torch.log(inner)
    found = tree_of([0, 0, 1, 2], [[1, 1], [0, 0], [1, 0]], depth=2)(x)
    assert torch.complex(*found) == pytest.approx(expected.item())


def test_closed_gates_are_one_whatever_is_below():
    tree = tree_of([1, 2, 2, 1], [[0, 0], [0, 0], [1, 0]], depth=2)
    assert tree.formula(["x", "y"]) == "eml(1, eml(y, x))"
    x = torch.tensor([[1e4, 3.0], [3.0, 1.5]], dtype=torch.float64)
    expected = NestedEML(nesting=("1", ("y", "x"))).target(x, {})
    torch.testing.assert_close(tree(x), expected)


def test_training_mixes_by_temperature():
    tree = EMLTree(1, depth=1, temperature=2.0).double()
    tree.leaves.data = torch.tensor([[0.0, 2.0], [0.0, 0.0]], dtype=torch.float64)
    tree.gates.data = torch.tensor([[0.0, -2.0]], dtype=torch.float64)
    share, gate = 1 / (1 + math.exp(-1)), 1 / (1 + math.exp(1))
    a = 0.5 + 0.5 * ((1 - share) + share * 3)
    b = gate + (1 - gate) * (0.5 + 0.5 * 3)
    y = tree(torch.tensor([3.0], dtype=torch.float64)).tolist()
    assert y == pytest.approx([math.exp(a) - math.log(b), 0])


def test_gradients_equal_finite_differences():
    torch.manual_seed(0)
    tree = EMLTree(2, depth=2).double()
    x = torch.tensor([[1.3, 2.1], [2.9, 1.1]], dtype=torch.float64)
    values = [value.detach().clone().requires_grad_() for value in tree.parameters()]
    names = [name for name, _ in tree.named_parameters()]

    def output(*values):
        return torch.func.functional_call(tree, dict(zip(names, values, strict=True)), (x,))

    assert torch.autograd.gradcheck(output, values)


def test_no_infinity_goes_on():
    tree = tree_of([1, 1] * 4, [[0, 0]] * 7, depth=3)
    y = tree(torch.tensor([[9.0, 0.0], [700.0, 0.0]], dtype=torch.float64))
    assert torch.isfinite(y).all()


@pytest.mark.parametrize("init", EMLInit)
def test_initial_logits(init):
    torch.manual_seed(0)
    tree = EMLTree(2, depth=10, init=init)
    means = {
        EMLInit.BIASED: (2, 0, 0, 4),
        EMLInit.UNIFORM: (0, 0, 0, 4),
        EMLInit.INPUTS: (0, 1, 1, 4),
        EMLInit.RANDOM_HOT: (1, 1, 1, 3 - 6 / 4),
    }[init]
    found = [*tree.leaves.mean(0).tolist(), tree.gates.mean().item()]
    assert found == pytest.approx(means, abs=0.2)


def test_wrong_arguments_are_refused():
    with pytest.raises(InvalidValueError, match="in_features, depth, temperature"):
        EMLTree(2, depth=0)
    with pytest.raises(InvalidTypeError, match="init: expected an EMLInit"):
        EMLTree(2, depth=1, init="uniform")
