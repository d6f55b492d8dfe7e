from dataclasses import replace

import numpy as np
import pytest
import torch

from nalm import NMRU, sparsity_error
from nalm.tasks import TEST_SEED, VALIDATION_SEED, Operation, SingleModuleTask
from nalm.training._running import _evaluation
from nalm.training._running._evaluation import Evaluator, FixedSet, _chunk_size
from tests.training._cohorts import cohort
from tests.training._modules import recorded_runs
from tests.training._runs import CLIPPED, runs

CPU = torch.device("cpu")


def evaluate(all_runs, *, compile=False):
    network, state = cohort(all_runs)
    evaluator = Evaluator(all_runs, network, CPU, compile=compile)
    return evaluator({**state.parameters, **state.buffers}), state


def by_hand(run, W, distribution, stream):
    """The mean squared error of an NMRU in evaluation mode, in NumPy."""
    x = distribution.draw(np.random.RandomState(stream), (run.recipe.evaluation_rows, 3))
    t = run.task.target(x, run.task.instance(run.seed))
    both = np.concatenate([x, 1 / x], axis=1)
    phase = (np.pi * (both < 0)) @ W.T
    y = np.prod(W * np.abs(both) + 1 - W, axis=1, keepdims=True) * np.cos(phase)
    return np.mean((y - t) ** 2)


@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float32, 1e-5), (torch.float64, 1e-12)])
def test_it_equals_the_evaluation_by_hand(dtype, tolerance):
    all_runs = runs(6, dtype=dtype, evaluation_rows=500)
    found, state = evaluate(all_runs)
    assert found.shape == (3, 6)
    assert found.dtype == np.float64
    for index, run in enumerate(all_runs):
        W = state.parameters["weight"][index].double().numpy()
        validation = by_hand(run, W, run.interpolation, VALIDATION_SEED)
        test = by_hand(run, W, run.extrapolation, TEST_SEED)
        np.testing.assert_allclose(found[:2, index], [validation, test], rtol=tolerance)
        unit = NMRU(3, 1)
        unit.weight.data = state.parameters["weight"][index]
        assert found[2, index] == pytest.approx(sparsity_error(unit).item())


@pytest.mark.parametrize("bound", [{"CHUNK": 6 * 3 * 200}, {"CHUNK": 1}, {"CACHED": 3 * 33}])
def test_chunks_change_nothing(monkeypatch, bound):
    whole, _ = evaluate(runs(6, evaluation_rows=400))
    for name, value in bound.items():
        monkeypatch.setattr(_evaluation, name, value)
    parts, _ = evaluate(runs(6, evaluation_rows=400))
    np.testing.assert_allclose(parts, whole, rtol=1e-5)


@pytest.mark.parametrize("rows", [1, 7, 64, 10_000])
@pytest.mark.parametrize("runs_", [1, 500, 10_000])
@pytest.mark.parametrize("inputs", [1, 75, 100, 20_000])
def test_chunks_are_equal_and_within_the_bounds(rows, runs_, inputs):
    size = _chunk_size(rows, runs=runs_, inputs=inputs, device=CPU)
    assert rows % size == 0
    assert size == 1 or size * runs_ * inputs <= _evaluation.CHUNK
    assert size == 1 or size * inputs <= _evaluation.CACHED


@pytest.mark.parametrize(("runs_", "rows"), [(1, 100), (10, 100), (400, 100), (500, 80)])
def test_chunks_of_few_runs_are_those_of_many(runs_, rows):
    assert _chunk_size(10_000, runs=runs_, inputs=100, device=CPU) == rows


def test_a_gpu_takes_as_many_rows_as_memory_allows():
    gpu = torch.device("cuda")
    assert _chunk_size(10_000, runs=4, inputs=100, device=gpu) == 10_000
    assert _chunk_size(10_000, runs=8, inputs=100, device=gpu) == 5_000


def test_rows_that_cannot_be_divided_leave_a_rest():
    assert _chunk_size(7919, runs=60, inputs=10, device=CPU) == 990


def test_a_run_that_is_not_finite_leaves_the_others_alone():
    all_runs = runs(3)
    healthy, state = evaluate(all_runs)
    state.parameters["weight"][1] = torch.nan
    network, _ = cohort(all_runs)
    found = Evaluator(all_runs, network, CPU, compile=False)(state.parameters)
    np.testing.assert_array_equal(found[:, [0, 2]], healthy[:, [0, 2]])
    assert np.isnan(found[:2, 1]).all()


def test_evaluation_does_not_touch_the_training_network():
    all_runs = runs(2)
    network, _ = cohort(all_runs)
    network.train()
    Evaluator(all_runs, network, CPU, compile=False)
    assert network.training


def test_inputs_are_stored_once_per_distribution():
    all_runs = runs(7)
    data = FixedSet(all_runs, [run.interpolation for run in all_runs], VALIDATION_SEED, 48, CPU)
    shapes = [(inputs.shape, targets.shape) for inputs, targets in data.parts]
    assert shapes == [((3, 3, 48), (7, 48, 1)), ((3, 3, 16), (7, 16, 1))]  # distinct ranges, runs
    assert data.index.tolist() == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.thorough
@pytest.mark.compile
def test_compiled_equals_eager():
    all_runs = runs(3, **CLIPPED)
    found, expected = (evaluate(all_runs, compile=compile)[0] for compile in (True, False))
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_recorded_targets_are_kept_once():
    all_runs = recorded_runs(5)
    data = FixedSet(all_runs, [run.extrapolation for run in all_runs], TEST_SEED, 4, CPU)
    assert [inputs.shape[-1] for inputs, _ in data.parts] == [4, 2]  # six rows in parts of four
    for inputs, targets in data.parts:
        assert inputs.shape[:2] == (1, 4)
        assert targets.shape[0] == 5
        assert targets.stride(0) == 0  # all runs read the same memory


def test_functions_of_recorded_rows_may_differ_from_run_to_run():
    all_runs = recorded_runs(2)
    task = SingleModuleTask(operation=Operation.ADD, in_features=6)
    tasks = [task, replace(task, subset_size=1)]
    runs = [replace(run, task=each) for run, each in zip(all_runs, tasks, strict=True)]
    data = FixedSet(runs, [run.extrapolation for run in runs], TEST_SEED, 10, CPU)
    ((_, targets),) = data.parts
    assert not torch.equal(targets[0], targets[1])
