import numpy as np
import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.tasks import SignedSum


def test_given_signs_are_everyones():
    task = SignedSum(in_features=3, signs=(1, -1, -1))
    assert task.instance(0)["signs"].tolist() == task.instance(5)["signs"].tolist() == [1, -1, -1]
    x = torch.tensor([[5.0, 2.0, 1.0]])
    assert task.target(x, {"signs": torch.tensor([1.0, -1.0, -1.0])}).tolist() == [[2.0]]


def test_drawn_signs_differ_between_seeds_and_only_there():
    task = SignedSum(in_features=8)
    drawn = [tuple(task.instance(seed)["signs"]) for seed in range(20)]
    assert len(set(drawn)) > 15
    assert {sign for signs in drawn for sign in signs} == {-1.0, 1.0}
    assert drawn[3] == tuple(task.instance(3)["signs"])


def test_names():
    assert SignedSum(in_features=1, signs=(1,)).name == "identity"
    assert SignedSum(in_features=2, signs=(1, -1)).name == "signed sum"
    assert SignedSum(in_features=2).name == "random signs"


def test_the_identity_returns_its_input():
    task = SignedSum(in_features=1, signs=(1,))
    x = np.array([[-3.0], [7.0]])
    np.testing.assert_array_equal(task.target(x, task.instance(0)), x)


@pytest.mark.parametrize("signs", [(1, 1), (1, 0, 1), (2, 1, 1)])
def test_wrong_signs_are_refused(signs):
    with pytest.raises(InvalidValueError, match="signs should be -1 or 1 for each of the 3"):
        SignedSum(in_features=3, signs=signs)


def test_no_input_is_refused():
    with pytest.raises(InvalidValueError, match="in_features should be >= 1, found 0"):
        SignedSum(in_features=0)
