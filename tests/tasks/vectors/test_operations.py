import numpy as np
import pytest
import torch
from torch.func import vmap

from nalm.errors import InvalidValueError
from nalm.tasks import Operation, OperationsTask, Range, evaluation_set

FOUR = OperationsTask(operations=(Operation.ADD, Operation.MUL, Operation.DIV, Operation.ROOT))


def test_each_operation_has_an_output():
    assert FOUR.target(np.array([4.0, -2.0]), FOUR.instance(0)).tolist() == [2, -8, -2, 2]
    assert (FOUR.in_features, FOUR.out_features) == (2, 4)
    assert FOUR.name == "add, mul, div, root"


def test_numpy_and_torch_agree_run_by_run():
    x = np.random.RandomState(0).uniform(0.1, 2, (3, 50, 2))
    found = vmap(lambda x: FOUR.target(x, {}))(torch.tensor(x))
    np.testing.assert_allclose(found.numpy(), FOUR.target(x, {}), rtol=1e-13)


def test_a_root_of_a_negative_number_is_silent_and_has_no_value():
    _, targets = evaluation_set(FOUR, Range.interval(-2, -1), rows=5)
    assert np.isnan(targets[:, 3]).all()
    assert np.isfinite(targets[:, :3]).all()


def test_without_operations_there_is_no_task():
    with pytest.raises(InvalidValueError, match="at least one Operation"):
        OperationsTask(operations=())
