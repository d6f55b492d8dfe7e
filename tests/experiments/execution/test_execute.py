"""What is trained is stored once, whatever happens on the way."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from torch import nn

from nalm.errors import StoreError
from nalm.experiments import Options, Setting, execute, plan, summarise
from nalm.experiments._execution import _cohort, _segment
from nalm.results import Store
from nalm.training import SGD, Trainer
from nalm.training._running._stepper import Stepper
from tests._processes import started
from tests._tiers import kept, slow
from tests.experiments._tiny import (
    EAGER,
    EVERY_EVALUATION,
    INTERVAL,
    NEVER,
    STEPS,
    THREE_COHORTS,
    assert_complete,
    contents,
    count,
    experiment,
    recipe,
    setting,
)

ROOT = Path(__file__).parents[3]
ONE_COHORT = experiment(setting())
(COHORT,) = plan(ONE_COHORT.runs(), set())


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Execute the three cohorts without a break: the store's path and the progress."""
    path = tmp_path_factory.mktemp("undisturbed") / "runs.db"
    with Store(path) as store:
        return path, list(execute(THREE_COHORTS, store, options=EAGER))


@pytest.fixture(scope="module")
def one_cohort(tmp_path_factory):
    """Execute one cohort without a break: what its store holds."""
    path = tmp_path_factory.mktemp("one") / "runs.db"
    with Store(path) as store:
        list(execute(ONE_COHORT, store, options=EAGER))
    return contents(ONE_COHORT, path)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.db"


@pytest.fixture
def clock(monkeypatch):
    """Stop the clock: it moves only when a test moves it."""
    clock = SimpleNamespace(now=0.0)
    for module in (_cohort, _segment):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


def take(experiment, store, *, evaluations, options=NEVER):
    """Execute, and stop after some evaluations."""
    with closing(execute(experiment, store, options=options)) as progress:
        return [next(progress) for _ in range(evaluations)]


def interrupt_in_a_step(monkeypatch, *, after):
    """Raise KeyboardInterrupt inside a call of the stepper, when half of its steps are taken."""
    advance, calls = Stepper.advance, iter(range(1_000))

    def interrupted(self, steps):
        if next(calls) == after:
            advance(self, steps // 2)
            raise KeyboardInterrupt
        advance(self, steps)

    monkeypatch.setattr(Stepper, "advance", interrupted)


def fail(*_, **__):
    raise StoreError("the disk is full")


# ── Progress ──────────────────────────────────────────────────────────────────────────────────────


def test_progress_counts_up_to_everything(undisturbed):
    _, progress = undisturbed
    assert {each.runs for each in progress} == {12}
    assert {each.run_steps for each in progress} == {THREE_COHORTS.run_steps()}
    for name in ("stored", "run_steps_done"):
        values = [getattr(each, name) for each in progress]
        assert values == sorted(values)
    assert progress[0].run_steps_done == progress[0].stored == 0
    assert progress[-1].run_steps_done == progress[-1].run_steps
    assert progress[-1].stored == progress[-1].runs


def test_progress_is_reported_after_every_evaluation_of_every_cohort(undisturbed):
    _, progress = undisturbed
    steps = list(range(0, STEPS + 1, INTERVAL))
    assert [each.step for each in progress] == steps * 3
    assert [each.cohort for each in progress[::9]] == ["NAU", "NMU", "RealNPU"]
    sizes = np.array([6, 3, 3])
    before = np.array([0, 6, 9])
    done = STEPS * before[:, None] + np.array(steps) * sizes[:, None]
    assert [each.run_steps_done for each in progress] == done.ravel().tolist()


def test_runs_are_stored_when_their_last_step_is_reported(path):
    with Store(path) as store:
        for progress in execute(THREE_COHORTS, store, options=EAGER):
            assert progress.stored == len(store.keys())


def test_solved_ends_as_the_table_has_it(undisturbed):
    path, progress = undisturbed
    with Store(path, read_only=True) as store:
        solved = sum(row.solved for row in summarise(THREE_COHORTS, store))
    assert 0 < progress[-1].solved == solved < 12
    assert all(0 <= each.solved <= 12 for each in progress)


def test_solved_is_by_the_last_error_in_training_and_by_the_selected_one_when_stored(
    path, monkeypatch
):
    monkeypatch.setattr(Setting, "solves", lambda *_: False)
    with Store(path) as store:
        *training, last = execute(ONE_COHORT, store, options=EAGER)
        assert {each.solved for each in training} == {0}
        assert 0 < last.solved == summarise(ONE_COHORT, store)[0].solved


def test_whether_a_run_is_solved_is_found_out_once_for_every_evaluation(path, monkeypatch):
    judged = []

    def noted(name):
        method = getattr(Setting, name)

        def judge(self, *arguments):
            judged.append(name)
            return method(self, *arguments)

        return judge

    for name in ("solves", "measure"):
        monkeypatch.setattr(Setting, name, noted(name))
    with Store(path) as store:
        evaluations = len(list(execute(ONE_COHORT, store, options=EAGER)))
    runs = len(ONE_COHORT.runs())
    assert judged.count("solves") == (evaluations - 1) * runs
    assert judged.count("measure") == runs  # the last one, by the whole trace


def test_solved_counts_what_was_stored_before(path):
    both = experiment(setting(), setting(low=3))
    with Store(path) as store:
        first = list(execute(ONE_COHORT, store, options=EAGER))[-1]
        start, *_, last = execute(both, store, options=EAGER)
        assert (start.stored, last.stored, last.runs) == (3, 6, 6)
        assert start.run_steps == 3 * STEPS
        assert start.solved >= first.solved > 0
        assert last.solved == sum(row.solved for row in summarise(both, store))


# ── What is stored ────────────────────────────────────────────────────────────────────────────────


def test_every_run_is_stored_as_it_would_be_alone(undisturbed):
    path, _ = undisturbed
    assert_complete(THREE_COHORTS, path)
    run = THREE_COHORTS.runs()[0]
    trainer = Trainer([run], compile=False)
    assert list(trainer) == list(range(0, STEPS + 1, INTERVAL))
    (outcome,) = trainer.outcomes()
    with Store(path, read_only=True) as store:
        (stored,) = store.load([run.key])
    np.testing.assert_array_equal(stored.trace.step, outcome.step)
    for name in ("validation", "test", "sparsity"):
        np.testing.assert_array_equal(getattr(stored.trace, name), getattr(outcome, name))
    for name, value in outcome.parameters.items():
        np.testing.assert_array_equal(stored.parameters[name], value)
    assert stored.seconds > 0


def test_a_second_execution_does_nothing(path, monkeypatch):
    with Store(path) as store:
        list(execute(ONE_COHORT, store, options=EAGER))
        before = contents(ONE_COHORT, path)
        monkeypatch.setattr(_segment, "Trainer", fail)
        assert list(execute(ONE_COHORT, store, options=EAGER)) == []
    assert contents(ONE_COHORT, path) == before


def test_only_what_is_missing_is_trained(path, undisturbed):
    with Store(undisturbed[0], read_only=True) as finished, Store(path) as store:
        store.add(finished.load([run.key for run in THREE_COHORTS.runs()[1:9]]))
        progress = list(execute(THREE_COHORTS, store, options=EAGER))
    assert progress[-1].run_steps == 4 * STEPS
    assert contents(THREE_COHORTS, path) == contents(THREE_COHORTS, undisturbed[0])


def test_runs_of_two_settings_are_trained_and_counted_once(path):
    twice = experiment(setting(), setting(unit="other threshold", threshold=1.0))
    with Store(path) as store:
        last = list(execute(twice, store, options=EAGER))[-1]
    assert (last.runs, last.stored, last.run_steps) == (3, 3, 3 * STEPS)
    assert_complete(twice, path)


@pytest.mark.parametrize(("iterations", "steps"), [(0, [0]), (INTERVAL + 1, [0, 10, 11])])
def test_short_and_uneven_runs(path, iterations, steps):
    short = experiment(setting(recipe=recipe(iterations=iterations)))
    with Store(path) as store:
        assert [each.step for each in execute(short, store, options=EVERY_EVALUATION)] == steps
    assert_complete(short, path)


def test_a_run_that_diverges_is_stored_as_such(path):
    # One cohort, in which only the numbers of the recipe differ. A linear layer has no bounds.
    tame, wild = (
        setting(network=partial(nn.Linear, 2, 1), recipe=recipe(optimizer=SGD(learning_rate=rate)))
        for rate in (1e-3, 1e30)
    )
    with Store(path) as store:
        last = list(execute(experiment(tame, wild), store, options=EAGER))[-1]
        rows = summarise(experiment(tame, wild), store)
    assert [row.diverged for row in rows] == [0, 3]
    assert (last.stored, last.solved) == (6, 0)


def test_nothing_is_trained_before_the_iteration_begins(path):
    with Store(path) as store:
        execute(ONE_COHORT, store, options=EAGER)
        assert store.keys() == set()


def test_options_reach_the_trainer(path, monkeypatch):
    seen = []
    monkeypatch.setattr(
        _segment,
        "Trainer",
        lambda runs, **options: seen.append(options) or Trainer(runs, **options),
    )
    with Store(path) as store:
        take(ONE_COHORT, store, evaluations=1, options=Options(device="cpu", compile=False))
    assert seen == [{"device": "cpu", "compile": False, "on_evaluation": None}]
    assert (Options().device, Options().compile) == ("cpu", True)
    assert 0 < Options().checkpoint_seconds <= 60


# ── Interruption ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("evaluations", kept([1, 5, 8, 9, 14, 20, 26], 9, 14, every=3))
def test_an_execution_that_was_stopped_goes_on_where_it_was(path, undisturbed, evaluations):
    with Store(path) as store:
        before = take(THREE_COHORTS, store, evaluations=evaluations)
    finished = before[-1].step == STEPS
    assert count(path, "checkpoint") == (0 if finished else 1)
    with Store(path) as store:
        after = list(execute(THREE_COHORTS, store, options=NEVER))
    assert len(before) + len(after) == 27
    assert [each.step for each in before + after] == [each.step for each in undisturbed[1]]
    assert [each.stored for each in before + after] == [each.stored for each in undisturbed[1]]
    assert contents(THREE_COHORTS, path) == contents(THREE_COHORTS, undisturbed[0])
    assert_complete(THREE_COHORTS, path)


def test_stopping_again_and_again_repeats_nothing(path, one_cohort):
    steps = []
    with Store(path) as store:
        for _ in range(STEPS // INTERVAL + 1):
            steps += [each.step for each in take(ONE_COHORT, store, evaluations=1)]
    assert steps == list(range(0, STEPS + 1, INTERVAL))
    assert contents(ONE_COHORT, path) == one_cohort
    assert_complete(ONE_COHORT, path)


@pytest.mark.parametrize("options", [NEVER, EVERY_EVALUATION], ids=["never", "every"])
def test_ctrl_c_in_the_middle_of_a_step_keeps_the_last_evaluation(
    path, one_cohort, monkeypatch, options
):
    with Store(path) as store:
        with monkeypatch.context() as patch:
            interrupt_in_a_step(patch, after=3)
            with pytest.raises(KeyboardInterrupt):
                list(execute(ONE_COHORT, store, options=options))
        assert store.load_checkpoint(COHORT.key).step == 3 * INTERVAL
        assert next(iter(execute(ONE_COHORT, store, options=options))).step == 4 * INTERVAL
        list(execute(ONE_COHORT, store, options=options))
    assert contents(ONE_COHORT, path) == one_cohort
    assert_complete(ONE_COHORT, path)


def test_ctrl_c_before_the_first_evaluation_leaves_nothing(path, monkeypatch):
    monkeypatch.setattr(Trainer, "snapshot", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    with Store(path) as store, pytest.raises(KeyboardInterrupt):
        list(execute(ONE_COHORT, store, options=NEVER))
    assert (count(path, "run"), count(path, "checkpoint")) == (0, 0)


def test_an_error_of_the_consumer_keeps_the_last_evaluation(path):
    with Store(path) as store:
        with (
            pytest.raises(ZeroDivisionError),
            closing(execute(ONE_COHORT, store, options=NEVER)) as steps,
        ):
            for progress in steps:
                _ = 1 / (progress.step - 20)
        assert store.load_checkpoint(COHORT.key).step == 20


def test_a_store_that_was_closed_first_is_no_error(path):
    with Store(path) as store:
        progress = execute(ONE_COHORT, store, options=NEVER)
        next(progress)
    progress.close()
    assert count(path, "checkpoint") == 0


# ── Checkpoints ───────────────────────────────────────────────────────────────────────────────────


def test_checkpoints_are_taken_when_their_time_has_come(path, clock):
    options = Options(compile=False, checkpoint_seconds=20)
    saved = []
    with Store(path) as store:
        for _ in execute(ONE_COHORT, store, options=options):
            checkpoint = store.load_checkpoint(COHORT.key)
            saved.append(checkpoint and checkpoint.step)
            clock.now += 9
    assert saved == [None, None, None, 30, 30, 30, 60, 60, None]


def test_seconds_are_those_of_training_over_all_sittings(path, clock, monkeypatch):
    advance = Stepper.advance

    def slow(self, steps):
        clock.now += 6
        advance(self, steps)

    monkeypatch.setattr(Stepper, "advance", slow)
    with Store(path) as store:
        with closing(execute(ONE_COHORT, store, options=NEVER)) as progress:
            for each in progress:
                clock.now += 1000  # what the caller does in between is not training
                if each.step == 30:
                    break
        for _ in execute(ONE_COHORT, store, options=NEVER):
            clock.now += 1000
        runs = store.load([run.key for run in ONE_COHORT.runs()])
    assert {run.seconds for run in runs} == {6 * (STEPS / INTERVAL) / len(runs)}


def test_a_checkpoint_of_other_runs_is_not_taken_for_this_cohorts(path, undisturbed):
    """Two cohorts of one size, with the same first and last run, that differ in the middle."""
    four = experiment(setting(), seeds=4)
    keys = [run.key for run in four.runs()]
    with Store(path.with_name("all.db")) as complete:
        list(execute(four, complete, options=EAGER))
        expected = contents(four, complete.path)
        with Store(path) as store:
            store.add(complete.load([keys[1]]))
            take(four, store, evaluations=5)
            store.add(complete.load([keys[2]]))
            list(execute(four, store, options=NEVER))
    assert contents(four, path) == expected


def test_a_checkpoint_of_fewer_seeds_is_gone_on_from(path):
    six = ONE_COHORT.with_seeds(6)
    with Store(path) as store:
        take(ONE_COHORT, store, evaluations=4)
        first, *_, last = execute(six, store, options=NEVER)
        assert (first.step, first.cohorts) == (4 * INTERVAL, 2)
        assert (last.stored, last.cohorts_done) == (6, 2)
        assert list(execute(ONE_COHORT, store, options=NEVER)) == []
    with Store(path.with_name("other.db")) as store:
        list(execute(six, store, options=NEVER))
    assert contents(six, path) == contents(six, path.with_name("other.db"))


@pytest.mark.parametrize("slower_ends", [True, False])
def test_two_executions_on_one_store_store_every_run_once(path, one_cohort, slower_ends):
    with Store(path) as one, Store(path) as other:
        slower = execute(ONE_COHORT, one, options=NEVER)
        for _ in range(4):
            next(slower)
        list(execute(ONE_COHORT, other, options=EVERY_EVALUATION))
        if slower_ends:
            list(slower)
        slower.close()
    assert contents(ONE_COHORT, path) == one_cohort
    assert_complete(ONE_COHORT, path)


# ── A store that fails ────────────────────────────────────────────────────────────────────────────


def test_runs_that_could_not_be_stored_are_not_trained_again(path, one_cohort, monkeypatch):
    with Store(path) as store:
        with monkeypatch.context() as patch:
            patch.setattr(Store, "finish", fail)
            with pytest.raises(StoreError, match="disk is full"):
                list(execute(ONE_COHORT, store, options=NEVER))
        assert store.keys() == set()
        monkeypatch.setattr(Stepper, "advance", fail)
        (progress,) = execute(ONE_COHORT, store, options=NEVER)
    assert (progress.step, progress.stored) == (STEPS, 3)
    assert progress.run_steps_done == progress.run_steps
    assert contents(ONE_COHORT, path) == one_cohort
    assert_complete(ONE_COHORT, path)


def test_a_checkpoint_that_could_not_be_written_leaves_the_one_before(
    path, one_cohort, monkeypatch
):
    with Store(path) as store:
        progress = execute(ONE_COHORT, store, options=EVERY_EVALUATION)
        assert [next(progress).step for _ in range(3)] == [0, 10, 20]
        with monkeypatch.context() as patch:
            patch.setattr(Store, "save_checkpoint", fail)
            with pytest.raises(StoreError, match="disk is full"):
                next(progress)
        assert store.load_checkpoint(COHORT.key).step == 20
        list(execute(ONE_COHORT, store, options=EVERY_EVALUATION))
    assert contents(ONE_COHORT, path) == one_cohort


def test_a_failure_while_saving_does_not_hide_ctrl_c(path, monkeypatch):
    interrupt_in_a_step(monkeypatch, after=3)
    monkeypatch.setattr(Store, "save_checkpoint", fail)
    with Store(path) as store, pytest.raises(KeyboardInterrupt):
        list(execute(ONE_COHORT, store, options=NEVER))


# ── Kill ──────────────────────────────────────────────────────────────────────────────────────────


def start(path):
    script = "import sys; from tests.experiments._tiny import main; main(sys.argv[1])"
    return started(
        [sys.executable, "-c", script, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


@pytest.mark.thorough
@pytest.mark.parametrize("kills", [2, slow(5)])
def test_a_process_killed_again_and_again_ends_with_the_same_table_and_traces(
    path, undisturbed, kills
):
    """Each kill comes at a random moment of the interval after a random number of evaluations."""
    delays = random.Random(0)
    first_steps = []
    for _ in range(kills):
        with start(path) as process:
            began = time.monotonic()
            first_steps.append(process.stdout.readline().split())
            for _ in range(delays.randrange(1, 5)):
                began = time.monotonic()
                process.stdout.readline()
            time.sleep(delays.uniform(0, time.monotonic() - began))
            os.kill(process.pid, signal.SIGKILL)
            assert process.wait() == -signal.SIGKILL
        with Store(path, read_only=True) as store:
            assert len(store.keys()) in (0, 6, 9)  # whole cohorts
    places = [(int(stored), int(step)) for stored, step in first_steps]
    assert places == sorted(set(places))  # no start repeats what the one before had saved
    with start(path) as process:
        process.communicate(timeout=300)
    assert process.returncode == 0
    with Store(path, read_only=True) as store, Store(undisturbed[0], read_only=True) as other:
        rows, expected = (summarise(THREE_COHORTS, each) for each in (store, other))
    # All but the time that it took.
    assert [repr(replace(row, milliseconds=0.0)) for row in rows] == [
        repr(replace(row, milliseconds=0.0)) for row in expected
    ]
    assert contents(THREE_COHORTS, path) == contents(THREE_COHORTS, undisturbed[0])
    assert_complete(THREE_COHORTS, path)


def test_every_evaluation_of_every_cohort_is_watched(path):
    seen = []
    options = replace(EAGER, on_evaluation=seen.append)
    with Store(path) as store:
        progress = list(execute(THREE_COHORTS, store, options=options))
    assert [each.step for each in seen] == [each.step for each in progress]
    assert {run.key for each in seen for run in each.runs} == {
        run.key for run in THREE_COHORTS.runs()
    }
