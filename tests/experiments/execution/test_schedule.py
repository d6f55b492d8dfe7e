"""Which cohort trains next, and where: with workers that do nothing but end in a random order."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.backends import Backend, Job
from nalm.errors import BackendError, WorkerLostError
from nalm.experiments._execution._schedule import FIRST, LOOK, Schedule


class Cohort:
    """A cohort of some segments, which it counts."""

    def __init__(self, segments, signature=0):
        self.left, self.signature = segments, signature
        self.name, self.step, self.losses = "NAU", 0, 0
        self.place, self.is_stored, self.rescued, self.asked = None, False, 0, []
        self.seconds, self.is_there = 0.0, False

    def segment(self, seconds):
        self.asked.append(seconds)
        return self

    def take(self, part, *, place):
        assert part is self
        self.place, self.is_there = place, True
        self.left, self.losses = self.left - 1, 0
        self.is_stored = self.left == 0

    def leave(self):
        self.place, self.is_there = None, False

    def rescue(self):
        self.rescued += 1


class Done(Job):
    def __init__(self, item, place, *, lost, forgotten=False):
        self.item, self.place, self.lost, self.forgotten = item, place, lost, forgotten

    def result(self):
        if self.lost:
            raise WorkerLostError("gone")
        return None if self.forgotten else self.item


class Fake(Backend):
    """Workers that end in a random order; a share of the calls is lost with its worker."""

    seconds, slots = 60.0, 0

    def __init__(self, workers, *, lost=0.0, forgotten=0.0, seed=0):
        self.slots, self.random, self.lost = workers, random.Random(seed), lost
        self.forgotten = forgotten
        self.running, self.log, self.stopped = [], [], False

    def submit(self, function, item, *, near=None):
        busy = {job.place for job in self.running}
        free = [place for place in map(str, range(self.slots)) if place not in busy]
        assert free, "more calls than workers"
        place = near if near in free else free[0]
        chances = self.random.random(), self.random.random()
        forgotten = item.is_there and chances[1] < self.forgotten
        job = Done(item, place, lost=chances[0] < self.lost, forgotten=forgotten)
        self.running.append(job)
        self.log.append((item, place, near))
        return job

    def next(self, *, timeout=None):
        return self.running.pop(self.random.randrange(len(self.running)))

    def stop(self):
        self.stopped = True
        return list(self.running)


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(0, 2)), max_size=8),
    st.integers(1, 4),
    st.integers(0, 99),
)
def test_every_cohort_is_trained_to_its_end_and_workers_are_never_idle(shapes, workers, seed):
    cohorts = [Cohort(*shape) for shape in shapes]
    backend = Fake(workers, lost=0.1, forgotten=0.2, seed=seed)
    schedule = Schedule(cohorts, backend)
    taken = Counter()
    for cohort in schedule:
        taken[id(cohort)] += 1
        left = sum(not each.is_stored for each in cohorts)
        assert len(schedule.active) <= min(workers, left)
    assert all(each.is_stored for each in cohorts)
    assert [taken[id(each)] for each in cohorts] == [segments for segments, _ in shapes]
    assert schedule.active == set()


def test_a_cohort_stays_with_its_worker():
    cohorts = [Cohort(5) for _ in range(3)]
    backend = Fake(3)
    list(Schedule(cohorts, backend))
    assert {(id(item), near) for item, _, near in backend.log if near} == {
        (id(item), place) for item, place, _ in backend.log
    }


def test_a_worker_goes_on_with_the_program_that_it_has():
    cohorts = [Cohort(1, signature) for signature in (0, 1, 0, 1)]
    backend = Fake(1)
    list(Schedule(cohorts, backend))
    assert [item.signature for item, *_ in backend.log] == [0, 0, 1, 1]


def test_a_cohort_without_a_fellow_goes_on_in_order():
    cohorts = [Cohort(1, signature) for signature in (3, 1, 2)]
    backend = Fake(1)
    list(Schedule(cohorts, backend))
    assert [item.signature for item, *_ in backend.log] == [3, 1, 2]


def test_segments_are_short_at_first():
    cohort = Cohort(6)
    list(Schedule([cohort], Fake(1)))
    assert cohort.asked == [FIRST, 2 * FIRST, 4 * FIRST, 8 * FIRST, 60.0, 60.0]


@pytest.mark.parametrize("seconds", [0.0, 60.0])
def test_a_cohort_may_take_thousands_of_segments(seconds):
    cohort, backend = Cohort(2000), Fake(1)
    backend.seconds = seconds  # 0 is that of a single evaluation, as in this process
    list(Schedule([cohort], backend))
    assert len(cohort.asked) == 2000
    assert cohort.asked[-1] == seconds


def test_a_cohort_whose_worker_is_gone_waits_for_a_free_one_and_displaces_no_other(monkeypatch):
    stays, goes = Cohort(3), Cohort(3)
    backend = Fake(2)
    monkeypatch.setattr(backend, "next", lambda **_: backend.running.pop(0))
    steps = iter(Schedule([stays, goes], backend))
    assert next(steps) is stays
    backend.running[0].lost, backend.slots = True, 1
    assert list(steps) == [stays] * 2 + [goes] * 3  # more calls than workers would be an error


def test_cohorts_that_wait_look_for_new_workers(monkeypatch):
    cohorts = [Cohort(1), Cohort(1)]
    backend = Fake(1)
    waits = []

    def wait(*, timeout=None):
        waits.append(timeout)
        if len(waits) == 1:
            backend.slots = 2  # a worker has come, and none has returned anything
            raise TimeoutError
        return backend.running.pop()

    monkeypatch.setattr(backend, "next", wait)
    schedule = Schedule(cohorts, backend)
    next(iter(schedule))
    assert waits == [LOOK, None]
    assert len(backend.log) == 2


def test_first_segments_end_evenly_over_time():
    cohorts = [Cohort(1) for _ in range(1000)]
    list(Schedule(cohorts, Fake(1000)))
    firsts = sorted(seconds for cohort in cohorts for seconds in cohort.asked)
    assert firsts[0] == FIRST
    assert firsts[-1] < 60
    mean = (60 - FIRST) / 1000
    assert max(b - a for a, b in pairwise(firsts)) < 2 * mean


def test_a_cohort_that_its_worker_has_forgotten_is_sent_whole_and_is_not_lost():
    cohort = Cohort(3)
    backend = Fake(1, forgotten=1.0)
    list(Schedule([cohort], backend))
    assert [near for *_, near in backend.log] == [None, "0", None, "0", None]
    assert cohort.losses == 0


def test_a_cohort_that_is_lost_again_and_again_is_given_up():
    cohorts = [Cohort(3), Cohort(3)]
    told = f"NAU, step 0: {Backend.tries} workers in a row were gone"
    with pytest.raises(BackendError, match=told):
        list(Schedule(cohorts, Fake(1, lost=1.0)))
    assert cohorts[0].losses == Backend.tries


def test_closing_takes_what_the_workers_still_return_and_saves_it():
    cohorts = [Cohort(9), Cohort(9), Cohort(9)]
    backend = Fake(2)
    schedule = Schedule(cohorts, backend)
    steps = iter(schedule)
    for _ in range(4):
        next(steps)
    before = sum(each.left for each in cohorts)
    in_flight = len(backend.running)
    schedule.close()
    assert backend.stopped
    assert sum(each.left for each in cohorts) == before - in_flight
    assert [each.rescued for each in cohorts] == [1, 1, 0]


def test_closing_survives_what_fails_on_the_way():
    cohorts = [Cohort(9), Cohort(9)]
    backend = Fake(2)
    schedule = Schedule(cohorts, backend)
    next(iter(schedule))
    backend.running = [Done(each.item, each.place, lost=True) for each in backend.running]
    backend.next = lambda timeout: (_ for _ in ()).throw(TimeoutError())
    schedule.close()
    assert [each.rescued for each in cohorts] == [1, 1]
