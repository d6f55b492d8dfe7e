import numpy as np
import pytest
import torch

from nalm.errors import InvalidTypeError
from nalm.tasks import Comparison, ComparisonTask, PiecewiseTask

PAIRS = np.array([[1.0, 2.0], [2.0, 2.0], [3.0, 2.0]])
HOLDS = {">": [0, 0, 1], "<": [1, 0, 0], ">=": [0, 1, 1], "<=": [1, 1, 0]}
HOLDS |= {"==": [0, 1, 0], "!=": [1, 0, 1]}


@pytest.mark.parametrize("comparison", Comparison, ids=str)
def test_a_comparison_is_one_where_it_holds(comparison):
    target = ComparisonTask(comparison=comparison).target(PAIRS, {})
    assert target[:, 0].tolist() == HOLDS[comparison.value]
    assert target.dtype == np.float64


def test_a_factor_multiplies_the_first_number():
    task = ComparisonTask(comparison=Comparison.EQUAL, factor=2.0)
    assert task.target(PAIRS, {})[:, 0].tolist() == [1, 0, 0]


def test_a_piecewise_function_takes_either_piece():
    x = np.array([[3.0, 2, 10, 25, 7], [2.0, 3, 10, 25, 7], [2.0, 2, 10, 25, 7]])
    assert PiecewiseTask(comparison=Comparison.GREATER).target(x, {})[:, 0].tolist() == [11, 15, 15]
    assert PiecewiseTask(comparison=Comparison.EQUAL).target(x, {})[:, 0].tolist() == [15, 15, 11]


@pytest.mark.parametrize("kind", [ComparisonTask, PiecewiseTask])
def test_arrays_and_tensors_agree(kind):
    task = kind(comparison=Comparison.LESS_EQUAL)
    x = np.random.RandomState(0).randint(-3, 4, size=(50, task.in_features)).astype(np.float64)
    found = task.target(torch.from_numpy(x), {})
    assert found.dtype is torch.float64
    np.testing.assert_array_equal(found.numpy(), task.target(x, {}))
    assert found.shape == (50, task.out_features)
    assert task.instance(3) == {}


@pytest.mark.parametrize("kind", [ComparisonTask, PiecewiseTask])
def test_a_sign_is_no_comparison(kind):
    with pytest.raises(InvalidTypeError, match=r"write for example Comparison\.GREATER"):
        kind(comparison=">")


def test_names():
    assert ComparisonTask(comparison=Comparison.UNEQUAL).name == "!="
    assert PiecewiseTask(comparison=Comparison.EQUAL).name == "if =="
