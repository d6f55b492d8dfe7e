from dataclasses import replace

import numpy as np
import pytest
import torch

from nalm.tasks import Sobol
from nalm.training._steps._batches import batches
from tests.training._cohorts import cohort
from tests.training._runs import batch_of, runs
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
