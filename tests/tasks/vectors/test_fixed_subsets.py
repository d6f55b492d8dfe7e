import numpy as np
import pytest
import torch
from torch.func import vmap
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.errors import InvalidValueError
from nalm.tasks import FixedSubsets, Operation

SIMPLE = FixedSubsets(operation=Operation.MUL, in_features=4, subsets=((0, 4), (0, 2)))


def inputs(rows=50):
    return np.random.RandomState(0).uniform(1, 2, (rows, 4))


def test_the_simple_task_is_the_papers_formula():
    x = inputs()
    a, b, c, d = x.T
    np.testing.assert_allclose(SIMPLE.target(x, {})[:, 0], (a + b) * (a + b + c + d), rtol=1e-14)


@pytest.mark.parametrize(
    ("operation", "value"),
    [(Operation.ADD, 9.0), (Operation.SUB, 1.0), (Operation.DIV, 1.25), (Operation.SQUARED, 25.0)],
)
def test_pinned_values(operation, value):
    task = FixedSubsets(operation=operation, in_features=4, subsets=((1, 3), (3, 4)))
    assert task.target(np.array([1.0, 2.0, 3.0, 4.0]), {}).item() == pytest.approx(value)


def test_numpy_and_torch_agree_also_in_a_traced_cohort():
    x = inputs()
    cohort = torch.tensor(x).expand(3, -1, -1).contiguous()
    traced = make_fx(vmap(lambda x: SIMPLE.target(x, {})))(cohort)(cohort)
    assert traced.shape == (3, 50, 1)
    np.testing.assert_allclose(traced[2].numpy(), SIMPLE.target(x, {}), rtol=1e-14)


def test_every_seed_has_the_same_function():
    assert SIMPLE.instance(0) == SIMPLE.instance(1) == {}
    assert (SIMPLE.name, SIMPLE.in_features, SIMPLE.out_features) == ("mul", 4, 1)


@pytest.mark.parametrize(
    ("subsets", "message"),
    [
        (((0, 4),), "at least 2 pairs for MUL"),
        (((0, 5), (0, 2)), r"0 <= start < end <= 4, found \(0, 5\)"),
        (((2, 2), (0, 2)), r"found \(2, 2\)"),
        (((-1, 2), (0, 2)), r"found \(-1, 2\)"),
    ],
)
def test_wrong_subsets_are_refused(subsets, message):
    with pytest.raises(InvalidValueError, match=message):
        FixedSubsets(operation=Operation.MUL, in_features=4, subsets=subsets)
