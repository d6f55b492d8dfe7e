import numpy as np
import pytest

from nalm.errors import InvalidValueError
from nalm.tasks import Operation, RandomSelection

TASK = RandomSelection(operation=Operation.SUB, in_features=1000)


def test_groups_are_disjoint_and_have_their_shares():
    a, b = TASK.instance(0)["groups"]
    assert not (a * b).any()
    assert a.mean() == pytest.approx(0.5, abs=0.05)
    assert b.mean() == pytest.approx(0.25, abs=0.05)


def test_seeds_choose_the_groups():
    assert not np.array_equal(TASK.instance(0)["groups"], TASK.instance(1)["groups"])
    np.testing.assert_array_equal(TASK.instance(1)["groups"], TASK.instance(1)["groups"])


def test_the_operation_is_between_the_sums_of_the_groups():
    task = RandomSelection(operation=Operation.DIV, in_features=4)
    groups = np.array([[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]])
    x = np.array([[5.0, 3.0, 2.0, 99.0]])
    assert task.target(x, {"groups": groups}).tolist() == [[4.0]]


def test_one_input_is_refused():
    with pytest.raises(InvalidValueError, match="in_features should be >= 2, found 1"):
        RandomSelection(operation=Operation.ADD, in_features=1)
