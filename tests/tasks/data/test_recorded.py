import numpy as np
import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.tasks import Recorded, evaluation_set, from_arrays


def test_the_last_inputs_are_the_target():
    task = Recorded(in_features=5, out_features=3)
    x = np.arange(10.0).reshape(2, 5)
    assert task.target(x, task.instance(4)).tolist() == [[2, 3, 4], [7, 8, 9]]
    assert task.target(torch.from_numpy(x), {}).tolist() == [[2, 3, 4], [7, 8, 9]]
    assert task.name == "recorded"


def test_nothing_but_a_target_is_refused():
    with pytest.raises(InvalidValueError, match="more than 3"):
        Recorded(in_features=3, out_features=3)


def test_a_hidden_target_is_not_observed():
    task = Recorded(in_features=5, out_features=3, hidden=True)
    assert task.observed_features == 2
    assert Recorded(in_features=5, out_features=3).observed_features == 5
    X = np.arange(8.0).reshape(4, 2)
    data = from_arrays(X, X.sum(1))
    found = evaluation_set(data["task"], data["extrapolation"], rows=4)
    np.testing.assert_array_equal(found.inputs, X)
    np.testing.assert_array_equal(found.targets[:, 0], X.sum(1))
