"""What is sent, what is recorded, early stopping; the rest is tested in `test_execute.py`."""

import weakref
from contextlib import closing
from itertools import islice

import numpy as np
import pytest

from nalm import NMU
from nalm.experiments import Options, execute, plan
from nalm.experiments._execution._cohort import Cohort
from nalm.experiments._execution._segment import train_segment
from nalm.results import Store
from nalm.tasks import Operation
from nalm.training import EarlyStopping
from tests.experiments._tiny import (
    INTERVAL,
    NEVER,
    THREE_COHORTS,
    contents,
    experiment,
    recipe,
    setting,
)

PLAIN = Options(compile=False, checkpoint_seconds=0)
RECORDING = Options(compile=False, checkpoint_seconds=0, record_weights=True)


def recorded(path, of=THREE_COHORTS):
    with Store(path, read_only=True) as store:
        return store.load([run.key for run in of.runs()])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.db"


def run(path, options, *, evaluations=None, of=THREE_COHORTS):
    with Store(path) as store, closing(execute(of, store, options=options)) as steps:
        for _ in islice(steps, evaluations):
            pass


def begun(store, options):
    """Return a cohort that has trained to its first evaluation, and what that returned."""
    (found,) = plan(experiment(setting()).runs(), set())
    cohort = Cohort(found, store, settings=[setting()] * 3, options=options)
    part = train_segment(cohort.segment(0.0))
    cohort.take(part, place="a worker")
    return cohort, part


def test_a_worker_that_has_a_cohort_gets_neither_its_runs_nor_its_state(path):
    with Store(path) as store:
        cohort, part = begun(store, PLAIN)
        segment = cohort.segment(0.0)
        assert (segment.start, segment.evaluations, segment.key) == (None, 1, cohort.plan.key)
        cohort.take(train_segment(segment), place="a worker")
        cohort.leave()
        start = cohort.segment(0.0).start
    assert (start.plan, start.evaluations) == (cohort.plan, 2)
    assert start.state["rows"][:1].tolist() == part.state["rows"].tolist()


@pytest.mark.parametrize("options", [PLAIN, NEVER], ids=["saved", "not yet"])
def test_a_state_is_in_memory_until_it_is_saved(path, options):
    with Store(path) as store:
        cohort, part = begun(store, options)
        rows = part.state["rows"].tolist()
        memory = weakref.ref(part.state["rows"])
        del part
        assert (memory() is None) == (options is PLAIN)
        cohort.leave()
        assert cohort.segment(0.0).start.state["rows"].tolist() == rows


@pytest.mark.thorough
def test_recorded_weights_end_at_the_final_ones_and_change_nothing_else(path, tmp_path):
    run(path, RECORDING)
    run(tmp_path / "plain.db", PLAIN)
    assert contents(THREE_COHORTS, path) == contents(THREE_COHORTS, tmp_path / "plain.db")
    assert not any(each.trajectory for each in recorded(tmp_path / "plain.db"))
    for each in recorded(path):
        assert each.trajectory.keys() == each.parameters.keys()
        for name, values in each.trajectory.items():
            assert len(values) == len(each.trace.step)
            np.testing.assert_array_equal(values[-1], each.parameters[name])
            assert (values[0] != values[-1]).any()


@pytest.mark.thorough
def test_recorded_weights_survive_an_interruption(path, tmp_path):
    for _ in range(4):
        run(path, RECORDING, evaluations=5)
    run(path, RECORDING)
    run(tmp_path / "undisturbed.db", RECORDING)
    for found, expected in zip(recorded(path), recorded(tmp_path / "undisturbed.db"), strict=True):
        for name, values in expected.trajectory.items():
            np.testing.assert_array_equal(found.trajectory[name], values)


STOPPING = experiment(
    setting(recipe=recipe(early_stopping=EarlyStopping(threshold=1e-3, patience=INTERVAL))),
    setting(NMU, Operation.MUL),
)


def test_runs_that_stop_early_are_stored_as_they_were(path, tmp_path):
    run(path, RECORDING, of=STOPPING)
    for _ in range(4):
        run(tmp_path / "again.db", RECORDING, evaluations=2, of=STOPPING)
    run(tmp_path / "again.db", RECORDING, of=STOPPING)
    assert contents(STOPPING, path) == contents(STOPPING, tmp_path / "again.db")
    first, *_, last = recorded(path, STOPPING)
    assert len(last.trace.step) == 9
    assert 1 < len(first.trace.step) < 9
    assert (first.trace.validation[-2:] < 1e-3).all()
    assert len(first.trajectory["weight"]) == len(first.trace.step)
    np.testing.assert_array_equal(first.trajectory["weight"][-1], first.parameters["weight"])


def test_the_steps_that_are_saved_are_not_counted(path):
    with Store(path) as store:
        progress = list(execute(STOPPING, store, options=PLAIN))
    assert progress[0].run_steps == 2 * 3 * 80
    assert [each.cohorts_done for each in progress if each.step == 0] == [0, 1]
    assert (progress[-1].cohorts, progress[-1].cohorts_done) == (2, 2)
    taken = sum(int(each.trace.step[-1]) for each in recorded(path, STOPPING))
    assert progress[-1].run_steps == progress[-1].run_steps_done == taken < 2 * 3 * 80
    assert progress[-1].solved == sum(
        each.measure(found.trace).solved
        for each, found in zip(
            [s for s in STOPPING.settings for _ in range(3)], recorded(path, STOPPING), strict=True
        )
    )


@pytest.mark.thorough
def test_what_was_not_recorded_before_an_interruption_is_not_a_number(path):
    run(path, PLAIN, evaluations=3)
    run(path, RECORDING)
    first = recorded(path)[0]
    values = np.stack([each.ravel() for each in first.trajectory["weight"]])
    assert np.isnan(values).all(axis=1).tolist() == [True] * 3 + [False] * (len(values) - 3)
