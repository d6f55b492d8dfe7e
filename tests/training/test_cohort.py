import numpy as np
import pytest
import torch

from nalm.training import Trainer, _cohort, train
from nalm.training._cohort import blocks, changing, to_numpy
from nalm.training._stacking import initialise
from tests.training._cohorts import cohort
from tests.training._runs import runs


def test_each_run_is_one_slice():
    all_runs = runs(4)
    _, state = cohort(all_runs)
    for index, run in enumerate(all_runs):
        weight = initialise(run.network, run.seed).weight
        assert torch.equal(state.parameters["weight"][index], weight)
        np.testing.assert_allclose(state.numbers[index], run.numbers(), rtol=1e-7)
        for name, value in run.task.instance(run.seed).items():
            np.testing.assert_array_equal(state.instance[name][index], value)
    assert state.seed.tolist() == [0, 1, 2, 3]
    assert state.step.item() == 0
    assert state.validation.isinf().all()


def test_what_training_changes_is_named_once():
    _, state = cohort(runs(2))
    found = changing(state)
    assert set(found) == {"validation", "parameter weight", "mean weight", "square weight"}
    assert found["parameter weight"] is state.parameters["weight"]


def test_an_array_is_a_copy():
    tensor = torch.ones(2, requires_grad=True)
    array = to_numpy(tensor)
    array[0] = 5
    assert tensor.tolist() == [1, 1]


def test_every_block_counts_its_own_steps_and_shares_the_rest(monkeypatch):
    _, state = cohort(runs(5))
    monkeypatch.setattr(_cohort, "BLOCK", 2 * 3 * 32)
    parts = blocks(state, 3 * 32, size=len(state.seed))
    assert [len(part.seed) for part in parts] == [2, 2, 1]
    for steps, part in enumerate(parts, 1):
        part.step.add_(steps)
        part.parameters["weight"].fill_(steps)
    assert [part.step.item() for part in parts] == [1, 2, 3]
    assert state.step.item() == 0
    assert state.parameters["weight"][:, 0, 0].tolist() == [1, 1, 2, 2, 3]


@pytest.mark.thorough
@pytest.mark.parametrize("size", [1, 2, 5])
def test_a_cohort_in_blocks_trains_like_a_whole_one(monkeypatch, size):
    whole = train(runs(5, iterations=75), compile=False)
    monkeypatch.setattr(_cohort, "BLOCK", size * 3 * 32)  # 3 inputs, batches of 32
    trainer = Trainer(runs(5, iterations=75), compile=False)
    steps = iter(trainer)
    next(steps), next(steps)
    resumed = Trainer(runs(5, iterations=75), compile=False)
    resumed.restore(trainer.snapshot())
    list(steps), list(resumed)
    for expected, *found in zip(whole, trainer.outcomes(), resumed.outcomes(), strict=True):
        for outcome in found:
            np.testing.assert_array_equal(outcome.test, expected.test)
            np.testing.assert_array_equal(
                outcome.parameters["weight"], expected.parameters["weight"]
            )
