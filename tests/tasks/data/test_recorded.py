import numpy as np
import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.tasks import Recorded


def test_the_last_inputs_are_the_target():
    task = Recorded(in_features=5, out_features=3)
    x = np.arange(10.0).reshape(2, 5)
    assert task.target(x, task.instance(4)).tolist() == [[2, 3, 4], [7, 8, 9]]
    assert task.target(torch.from_numpy(x), {}).tolist() == [[2, 3, 4], [7, 8, 9]]
    assert task.name == "recorded"


def test_nothing_but_a_target_is_refused():
    with pytest.raises(InvalidValueError, match="more than 3"):
        Recorded(in_features=3, out_features=3)
