"""Runs that stop early: where they end, and that nobody else notices."""

from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest

from nalm.training import (
    LBFGS,
    Adam,
    EarlyStopping,
    LossPlateauRestart,
    PlateauRestart,
    Trainer,
    train,
)
from nalm.training._running import _slots
from nalm.training._running._slots import padded
from tests._tiers import slow, thorough
from tests.training._runs import assert_same, runs

ALWAYS, NEVER = 1e30, 1e-30
RESTARTING = {
    "restart": PlateauRestart(every=10, patience=20, threshold=1e-9),
    "optimizer": Adam(learning_rate=0.3),
}


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(_slots, "BLOCK_RUNS", 4)


def stopping(count, thresholds, *, patience=0, **changes):
    """Runs of which each has a threshold of its own, so that some stop and others do not."""
    return [
        replace(
            run,
            recipe=replace(
                run.recipe,
                early_stopping=EarlyStopping(
                    threshold=thresholds[k % len(thresholds)], patience=patience
                ),
            ),
        )
        for k, run in enumerate(runs(count, iterations=100, evaluate_every=10, **changes))
    ]


def middle(count, **changes):
    """Thresholds that stop most runs one after the other: errors that they have on their way."""
    plain = train(runs(count, iterations=100, evaluate_every=10, **changes), compile=False)
    return [
        NEVER if k % 5 == 0 else float(each.validation[2 + k % 8]) * 1.0001
        for k, each in enumerate(plain)
    ]


def test_blocks_have_one_size():
    all_runs, size = padded(stopping(9, [1.0]))
    assert (len(all_runs), size) == (9, 3)
    all_runs, size = padded(stopping(10, [1.0]))
    assert (len(all_runs), size) == (12, 4)
    assert all_runs[10:] == all_runs[:1] * 2
    assert padded(runs(10)) == (runs(10), 10)


@pytest.mark.thorough
def test_a_run_that_stops_is_what_it_was_at_that_step():
    plain = Trainer(runs(10, iterations=100, evaluate_every=10), compile=False)
    kept = {step: plain.learnt() for step in plain}
    outcomes = train(stopping(10, middle(10)), compile=False)
    assert len({len(outcome.step) for outcome in outcomes}) > 3
    for k, (outcome, whole) in enumerate(zip(outcomes, plain.outcomes(), strict=True)):
        count = len(outcome.step)
        for name in ("step", "validation", "test", "sparsity"):
            np.testing.assert_array_equal(getattr(outcome, name), getattr(whole, name)[:count])
        for name, values in outcome.parameters.items():
            np.testing.assert_array_equal(values, kept[int(outcome.step[-1])][name][k])


@pytest.mark.thorough
@pytest.mark.parametrize("dropping", ["some", thorough("all")])
def test_a_run_does_not_depend_on_who_stops_beside_it(dropping):
    thresholds = middle(10)
    together = train(stopping(10, thresholds), compile=False)
    others = [ALWAYS if dropping == "all" or k % 3 else NEVER for k in range(10)]
    for k in (1, 9):
        mixed = [thresholds[j] if j == k else others[j] for j in range(10)]
        assert_same(train(stopping(10, mixed), compile=False)[k], together[k])
        assert_same(train(stopping(10, mixed)[k : k + 1], compile=False)[0], together[k])


@pytest.mark.thorough
@pytest.mark.compile
def test_a_compiled_run_does_not_depend_on_who_stops_beside_it():
    thresholds = middle(10)
    together = train(stopping(10, thresholds))
    mixed = [thresholds[k] if k == 7 else ALWAYS for k in range(10)]
    assert_same(train(stopping(10, mixed))[7], together[7])


def test_stopped_runs_free_whole_blocks(monkeypatch):
    trainer = Trainer(stopping(12, [ALWAYS, NEVER, NEVER]), compile=False)
    steps = []
    for index, stepper in enumerate(trainer._steppers):
        advance = stepper.advance
        monkeypatch.setattr(
            stepper, "advance", lambda n, i=index, f=advance: steps.append(i) or f(n)
        )
    list(trainer)
    assert set(steps) == {0, 1}  # of three blocks: four of twelve runs stop at once


def test_training_ends_when_all_have_stopped():
    trainer = Trainer(stopping(5, [ALWAYS], patience=20), compile=False)
    assert list(trainer) == [0, 10, 20]
    assert trainer.steps_taken.tolist() == [20] * 5
    assert trainer.stopped.all()
    assert list(trainer) == []
    assert [list(outcome.step) for outcome in trainer.outcomes()] == [[0, 10, 20]] * 5


def test_who_has_stopped_keeps_its_errors_for_those_who_watch():
    seen = []
    trainer = Trainer(stopping(3, [ALWAYS, NEVER]), compile=False, on_evaluation=seen.append)
    list(trainer)
    assert len(seen) == 11
    assert {each.validation[0] for each in seen} == {seen[0].validation[0]}
    assert len({each.validation[1] for each in seen}) > 5
    np.testing.assert_array_equal(
        seen[-1].parameters(0)["weight"], trainer.outcomes()[0].parameters["weight"]
    )


@pytest.mark.thorough
@pytest.mark.parametrize("stop", [30, thorough(60), slow(0), slow(90)])
@pytest.mark.parametrize(
    "changes",
    [
        thorough({}),
        RESTARTING,
        thorough({"restart": LossPlateauRestart(every=5, epoch=5, epochs=2, patience=10)}),
        thorough({"polishing": LBFGS(iterations=3), "batches": 1}),
    ],
    ids=["plain", "restart", "losses", "polishing"],
)
def test_a_restored_trainer_ends_where_an_undisturbed_one_does(stop, changes):
    thresholds = middle(10, **changes)
    undisturbed = train(stopping(10, thresholds, **changes), compile=False)
    assert len({len(outcome.step) for outcome in undisturbed}) > 2
    first = Trainer(stopping(10, thresholds, **changes), compile=False)
    next(step for step in first if step == stop)
    second = Trainer(stopping(10, thresholds, **changes), compile=False)
    second.restore(deepcopy(first.snapshot()))
    list(second)
    for expected, found in zip(undisturbed, second.outcomes(), strict=True):
        assert_same(expected, found)
        assert expected.restarts == found.restarts


@pytest.mark.thorough
def test_restarts_do_not_depend_on_who_stops():
    thresholds = middle(10, **RESTARTING)
    together = train(stopping(10, thresholds, **RESTARTING), compile=False)
    for k in (0, 9):
        alone = train(stopping(10, thresholds, **RESTARTING)[k : k + 1], compile=False)[0]
        assert_same(alone, together[k])
        assert alone.restarts == together[k].restarts
    assert sum(outcome.restarts for outcome in together) > 0
