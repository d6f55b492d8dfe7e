"""A cohort's training is the same, whatever segments it is cut into and wherever they run."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from nalm.backends._stopping import called_by, stop_caller
from nalm.experiments import Options, plan
from nalm.experiments._execution import _segment
from nalm.experiments._execution._segment import Segment, Start, forget, train_segment
from tests.experiments._tiny import INTERVAL, RESTART, STEPS, experiment, recipe, setting

OPTIONS = Options(compile=False)
(PLAN,) = plan(experiment(setting(recipe=recipe(restart=RESTART))).runs(), set())


@pytest.fixture(autouse=True)
def nothing_in_memory():
    forget()
    yield
    forget()


def segment(state=None, *, seconds=0.0, options=OPTIONS):
    start = Start(plan=PLAN, state=state)
    return Segment(
        key=PLAN.key,
        options=options,
        evaluations=start.evaluations,
        seconds=seconds,
        start=start,
    )


@pytest.fixture(scope="module")
def whole():
    return train_segment(segment(seconds=float("inf")))


def assert_same(part, whole):
    assert part.step == whole.step == STEPS
    for found, expected in zip(part.outcomes, whole.outcomes, strict=True):
        np.testing.assert_array_equal(found.test, expected.test)
        for name, value in expected.parameters.items():
            np.testing.assert_array_equal(found.parameters[name], value)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_segments_of_one_evaluation_end_where_one_segment_ends(whole, elsewhere):
    part = train_segment(segment())
    steps = [part.step]
    while not part.outcomes:
        state = part.state
        if elsewhere:  # as another process gets it, which has nothing in memory
            forget()
            state = pickle.loads(pickle.dumps(state))
        part = train_segment(segment(state))
        steps.append(part.step)
    assert steps == list(range(0, STEPS + 1, INTERVAL))
    assert_same(part, whole)
    assert part.steps_taken.tolist() == [STEPS] * 3
    assert part.seconds == float(part.state["seconds"]) > 0


def test_a_segment_can_be_done_again(whole):
    first = train_segment(segment())
    again = [train_segment(segment(first.state)) for _ in range(2)]
    assert [each.step for each in again] == [INTERVAL, INTERVAL]
    for name, value in again[0].state.items():
        if name != "seconds":
            np.testing.assert_array_equal(again[1].state[name], value)
    assert_same(train_segment(segment(again[1].state, seconds=float("inf"))), whole)


def test_a_segment_that_goes_on_from_memory_sets_nothing_up(monkeypatch):
    part = train_segment(segment())
    monkeypatch.setattr(_segment, "Trainer", None)
    part = train_segment(segment(part.state))
    assert part.step == INTERVAL
    without = replace(segment(part.state), start=None)
    assert train_segment(without).step == 2 * INTERVAL


@pytest.mark.parametrize("lost", ["cohort", "evaluation"])
def test_a_segment_without_a_start_trains_nothing_where_the_cohort_is_not_in_memory(whole, lost):
    part = train_segment(segment())
    if lost == "cohort":
        forget()
    else:  # the worker has gone on, and what it returned did not arrive
        train_segment(segment(part.state))
    assert train_segment(replace(segment(part.state), start=None)) is None
    assert_same(train_segment(segment(part.state, seconds=float("inf"))), whole)


@pytest.mark.parametrize("change", ["state", "options"])
def test_what_is_in_memory_is_used_for_nothing_else(change):
    part = train_segment(segment())
    late = train_segment(segment(part.state))
    if change == "state":  # of an earlier segment
        assert train_segment(segment(part.state)).step == INTERVAL
    else:
        other = Options(compile=False, record_weights=True)
        assert any(
            name.startswith("recorded")
            for name in train_segment(segment(late.state, options=other)).state
        )


def test_a_segment_that_fails_leaves_nothing_in_memory(whole, monkeypatch):
    part = train_segment(segment())
    with monkeypatch.context() as patch:
        patch.setattr(_segment._Cohort, "train", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            train_segment(segment(part.state))
    assert_same(train_segment(segment(part.state, seconds=float("inf"))), whole)


def test_it_ends_at_the_next_evaluation_when_it_is_told_to():
    stop_caller("tests of segments")
    with called_by("tests of segments"):
        assert train_segment(segment(seconds=float("inf"))).step == 0


def test_a_segment_after_the_end_trains_nothing(whole):
    part = train_segment(segment(whole.state, seconds=float("inf")))
    assert_same(part, whole)
