import numpy as np
import pytest
import torch
from torch.func import vmap
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.tasks import Operation, SingleModuleTask, Task

DIV = SingleModuleTask(operation=Operation.DIV)
REDUNDANT = SingleModuleTask(operation=Operation.DIV, in_features=10)
LARGE = SingleModuleTask.from_ratios(
    Operation.MUL, in_features=100, subset_ratio=0.25, overlap_ratio=0.5
)
TASKS = [
    *(SingleModuleTask(operation=operation) for operation in Operation),
    SingleModuleTask(operation=Operation.RECIPROCAL, in_features=1, subset_count=1),
    SingleModuleTask(operation=Operation.ADD, in_features=6, subset_count=3, subset_size=2),
    REDUNDANT,
    LARGE,
]
each = pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.name}{task.in_features}")


def tensors(instance):
    return {name: torch.tensor(array) for name, array in instance.items()}


def inputs(task, rows=50):
    return np.random.RandomState(0).uniform(0.5, 2, (rows, task.in_features))


@each
def test_numpy_and_torch_agree(task):
    x, instance = inputs(task), task.instance(3)
    t = task.target(x, instance)
    assert t.shape == (50, 1)
    assert t.dtype == np.float64
    found = task.target(torch.tensor(x), tensors(instance))
    np.testing.assert_allclose(found.numpy(), t, rtol=1e-13)


@each
def test_a_cohort_can_be_traced(task):
    x = torch.tensor(inputs(task)).expand(4, -1, -1).contiguous()
    instances = [tensors(task.instance(seed)) for seed in range(4)]
    subsets = torch.stack([instance["subsets"] for instance in instances])
    target = vmap(lambda x, subsets: task.target(x, {"subsets": subsets}))
    expected = torch.stack([task.target(a, b) for a, b in zip(x, instances, strict=True)])
    torch.testing.assert_close(make_fx(target)(x, subsets)(x, subsets), expected)


@each
def test_every_seed_has_adjacent_ordered_subsets(task):
    for seed in range(20):
        subsets = task.instance(seed)["subsets"]
        assert subsets.shape == (task.subset_count, task.in_features)
        starts = subsets.argmax(1)
        assert (np.diff(starts) == task.subset_size - task.overlap).all()
        for start, subset in zip(starts, subsets, strict=True):
            assert subset[start : start + task.subset_size].all()
            assert subset.sum() == task.subset_size


def test_the_position_is_the_references_first_draw():
    for seed in range(30):
        expected = np.random.RandomState(seed).randint(0, 9)
        assert REDUNDANT.instance(seed)["subsets"][0].argmax() == expected


def test_positions_cover_the_inputs():
    starts = {int(REDUNDANT.instance(seed)["subsets"][0].argmax()) for seed in range(200)}
    assert starts == set(range(9))


def test_two_inputs_leave_no_choice():
    for seed in range(5):
        np.testing.assert_array_equal(DIV.instance(seed)["subsets"], np.eye(2))


def test_a_subset_of_one_input_is_exact():
    x = np.random.RandomState(0).uniform(-2, 2, (1000, 10)).astype(np.float32)
    instance = {"subsets": REDUNDANT.instance(0)["subsets"].astype(np.float32)}
    k = int(instance["subsets"][0].argmax())
    np.testing.assert_array_equal(REDUNDANT.target(x, instance)[:, 0], x[:, k] / x[:, k + 1])


def test_pinned_value():
    x = np.array([[1.0, 1.2, 1.8, 2.0]])
    task = SingleModuleTask(operation=Operation.MUL, in_features=4, subset_size=2)
    assert task.target(x, task.instance(0)).item() == pytest.approx(2.2 * 3.8)


def test_ratios_of_the_literature():
    assert (LARGE.subset_size, LARGE.overlap, LARGE.span) == (25, 12, 38)
    redundant = SingleModuleTask.from_ratios(Operation.DIV, in_features=10, subset_ratio=0.1)
    assert redundant == REDUNDANT
    assert SingleModuleTask.from_ratios(Operation.DIV, in_features=2) == DIV


def test_a_task_is_equal_to_its_copy_and_hashable():
    assert hash(SingleModuleTask(operation=Operation.DIV)) == hash(DIV)
    assert SingleModuleTask(operation=Operation.MUL) != DIV


def test_name_and_size():
    assert (DIV.name, DIV.in_features, DIV.out_features) == ("div", 2, 1)


def test_a_task_is_abstract():
    with pytest.raises(TypeError, match="abstract"):
        Task(in_features=1, out_features=1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"subset_size": 0}, "1 <= subset_size"),
        ({"overlap": 2}, "0 <= overlap <= subset_size"),
        ({"overlap": -1}, "0 <= overlap <= subset_size"),
        ({"subset_count": 1}, "subset_count should be >= 2 for DIV, found 1"),
        ({"in_features": 1}, "in_features should be >= 2, which the subsets span, found 1"),
        ({"subset_size": 2}, "in_features should be >= 4"),
    ],
)
def test_wrong_layouts_are_refused(change, message):
    with pytest.raises(InvalidValueError, match=message):
        SingleModuleTask(operation=Operation.DIV, **change)


def test_a_word_is_not_an_operation():
    with pytest.raises(InvalidTypeError, match=r"operation should be an Operation, found 'div'"):
        SingleModuleTask(operation="div")
