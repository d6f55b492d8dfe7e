import numpy as np
import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.tasks import Operation, OverTime, SingleModuleTask

INNER = SingleModuleTask(operation=Operation.MUL, in_features=6, subset_size=2, overlap=1)
TASK = OverTime(task=INNER, in_features=24, out_features=1)


@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_function_of_the_sum(seed):
    x = np.random.RandomState(seed).uniform(size=(5, 4, 6))
    expected = INNER.target(x.sum(1), INNER.instance(seed))
    flat = x.reshape(5, 24)
    assert np.allclose(TASK.target(flat, TASK.instance(seed)), expected, rtol=1e-12)
    tensors = {name: torch.from_numpy(each) for name, each in TASK.instance(seed).items()}
    assert np.allclose(TASK.target(torch.from_numpy(flat), tensors), expected, rtol=1e-12)
    assert TASK.name == "mul"


@pytest.mark.parametrize("sizes", [(25, 1), (24, 2)])
def test_sizes_that_do_not_fit_are_refused(sizes):
    with pytest.raises(InvalidValueError, match="multiple of 6"):
        OverTime(task=INNER, in_features=sizes[0], out_features=sizes[1])
