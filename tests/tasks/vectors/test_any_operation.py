import numpy as np
import pytest
import torch
from torch.func import vmap

from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.tasks import AnyOperationTask, Comparison, Operation, SingleModuleTask
from nalm.training._spec import describe, structure

X = np.random.RandomState(0).uniform(-2, 2, (50, 10))
CHOICES = (*Operation, *Comparison)


@pytest.mark.parametrize("operation", Operation)
@pytest.mark.parametrize("seed", [0, 3])
def test_an_operation_is_that_of_the_single_module_task(operation, seed):
    task, single = (
        kind(operation=operation, in_features=10) for kind in (AnyOperationTask, SingleModuleTask)
    )
    expected = single.target(X, single.instance(seed))
    np.testing.assert_array_equal(task.target(X, task.instance(seed)), expected)


def test_a_comparison_is_of_neighbouring_inputs():
    task = AnyOperationTask(operation=Comparison.GREATER, in_features=3)
    a, b = task.instance(seed=1)["subsets"].argmax(1)
    assert b == a + 1
    x = np.array([[1.0, 2.0, 0.5], [3.0, 2.0, 2.5]])
    expected = (x[:, a] > x[:, b]).astype(float)
    assert task.target(x, task.instance(seed=1))[:, 0].tolist() == expected.tolist()


def test_different_operations_are_computed_by_one_program():
    """So no operation but the run's own leaves a trace, such as the NaN of a root."""
    tasks = [AnyOperationTask(operation=each, in_features=10) for each in CHOICES]
    assert len({structure(task) for task in tasks}) == 1
    assert len({str(describe(task)) for task in tasks}) == len(CHOICES)
    instances = [task.instance(seed=2) for task in tasks]
    stacked = {
        name: torch.tensor(np.array([each[name] for each in instances])) for name in instances[0]
    }
    found = vmap(tasks[0].target, in_dims=(None, 0))(torch.tensor(X), stacked)
    expected = [task.target(X, each) for task, each in zip(tasks, instances, strict=True)]
    np.testing.assert_allclose(found.numpy(), np.stack(expected), rtol=1e-13)
    assert np.isnan(expected[CHOICES.index(Operation.ROOT)]).any()
    assert np.isfinite(expected[CHOICES.index(Operation.ADD)]).all()


def test_its_name_is_the_operations():
    assert AnyOperationTask(operation=Operation.DIV).name == "div"
    assert AnyOperationTask(operation=Comparison.LESS).name == "<"


def test_the_operation_alone_needs_no_masks():
    evaluate = AnyOperationTask(operation=Operation.SUB).evaluate
    assert evaluate(np.array([5.0]), np.array([3.0])).tolist() == [2.0]


def test_what_cannot_be_learnt_is_refused():
    with pytest.raises(InvalidTypeError, match="an Operation or a Comparison, found 'div'"):
        AnyOperationTask(operation="div")  # pyright: ignore[reportArgumentType]
    with pytest.raises(InvalidValueError, match="in_features"):
        AnyOperationTask(operation=Operation.RECIPROCAL, in_features=1)
