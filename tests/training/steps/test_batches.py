from dataclasses import replace

import numpy as np
import pytest
import torch

from nalm.tasks import Sobol
from nalm.tasks._data._tables import table
from nalm.training import train
from nalm.training._steps._batches import batches
from nalm.training._steps._shuffling import shuffled
from tests.training._cohorts import cohort
from tests.training._modules import INPUTS, assert_ends_as, loop, recorded_runs
from tests.training._runs import assert_same, batch_of, runs
from tests.training.steps._adding import adding


def test_every_run_gets_the_batch_that_it_would_get_alone():
    all_runs = runs(4)
    _, state = cohort(all_runs)
    x, t = batches(all_runs[0])(state, torch.tensor(3, dtype=torch.int32))
    for index, run in enumerate(all_runs):
        inputs, targets = batch_of(run, 3)
        torch.testing.assert_close(x[index].T, inputs)
        torch.testing.assert_close(t[index], targets)


def test_inputs_and_targets_are_marked_as_worth_storing():
    all_runs = runs(2)
    _, state = cohort(all_runs)
    kept = []

    def keep(tensor):
        kept.append(tensor)
        return tensor

    x, t = batches(all_runs[0])(state, torch.tensor(0, dtype=torch.int32), keep=keep)
    assert [id(tensor) for tensor in kept] == [id(x), id(t)]


@pytest.mark.parametrize(("epoch", "same"), [(1, {0, 1, 2, 5}), (2, {0, 2}), (None, {0})])
def test_a_training_set_is_gone_through_in_order_again_and_again(epoch, same):
    all_runs = runs(2, batches=epoch)
    _, state = cohort(all_runs)
    draw = batches(all_runs[0])
    first, _ = draw(state, torch.tensor(0, dtype=torch.int32))
    for step in (0, 1, 2, 5):
        x, _ = draw(state, torch.tensor(step, dtype=torch.int32))
        assert torch.equal(x, first) == (step in same)


def test_all_runs_get_the_points_of_one_sequence_in_their_own_interval():
    def run(low, high, seed):
        changed = {"interpolation": Sobol(low=low, high=high), "seed": seed}
        return replace(adding(seed), **changed)

    all_runs = [run(0, 1, 0), run(-2, 2, 1)]
    _, state = cohort(all_runs)
    x, t = batches(all_runs[0])(state, torch.tensor(3, dtype=torch.int32))
    expected = Sobol(low=0, high=1).draw(np.random.RandomState(0), (64, 2))[48:].T
    np.testing.assert_array_equal(x[0], expected)
    np.testing.assert_array_equal(x[1], 4 * expected - 2)
    np.testing.assert_allclose(t[1, :, 0], x[1].sum(0))


def recorded(run, step):
    """Look a batch up as a data loader does."""
    seed, now = (torch.tensor([value], dtype=torch.int32) for value in (run.seed, step))
    data = run.interpolation
    order = shuffled(seed, now[0], rows=data.rows, batch=run.recipe.batch_size)[0]
    rows = torch.tensor(table(data.train)[order.numpy()])
    return rows[:, :INPUTS], rows[:, INPUTS:]


@pytest.mark.parametrize("batch", [1, 8, 20, 32])
def test_recorded_rows_come_with_their_targets_and_without_the_others(batch):
    all_runs = recorded_runs(3, batch_size=batch)
    _, state = cohort(all_runs)
    x, t = batches(all_runs[0])(state, torch.tensor(5, dtype=torch.int32))
    for index, run in enumerate(all_runs):
        inputs, targets = recorded(run, 5)
        assert torch.equal(x[index].T, inputs)
        assert torch.equal(t[index], targets)


def test_recorded_rows_are_rounded_to_the_precision_of_the_recipe():
    all_runs = recorded_runs(2, dtype=torch.float32)
    _, state = cohort(all_runs)
    x, _ = batches(all_runs[0])(state, torch.tensor(0, dtype=torch.int32))
    assert torch.equal(x[1].T, recorded(all_runs[1], 0)[0].float())


def test_a_run_on_arrays_equals_a_plain_loop():
    all_runs = recorded_runs(3, batch_size=8)
    for run, outcome in zip(all_runs, train(all_runs, compile=False), strict=True):
        network = loop(run, batch=recorded)
        assert_ends_as(outcome.parameters, network, rtol=1e-10)
        for data, found in (
            (run.interpolation, outcome.validation),
            (run.extrapolation, outcome.test),
        ):
            rows = torch.tensor(table(data.held))
            error = (network(rows[:, :INPUTS]) - rows[:, INPUTS:]).square().mean().item()
            assert found[-1] == pytest.approx(error, rel=1e-10)


@pytest.mark.compile
@pytest.mark.thorough
def test_a_compiled_run_on_arrays_equals_an_uncompiled_one():
    all_runs = recorded_runs(3, batch_size=8)
    for first, second in zip(train(all_runs, compile=False), train(all_runs), strict=True):
        assert_same(first, second, tolerance=1e-10)


def test_runs_with_other_test_rows_have_a_program_of_their_own():
    (run,) = recorded_runs(1)
    other = replace(run, extrapolation=run.interpolation)
    assert run.signature != other.signature
    assert run.signature == replace(run, seed=9).signature
    assert run.key != other.key
