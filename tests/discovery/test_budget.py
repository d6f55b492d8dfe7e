import math
import signal
import time

import pytest

from nalm.discovery._budget import Budget, Limits, TimeIsUpError


def test_without_a_deadline_time_is_never_up():
    Limits(largest=6.0).check()


def test_time_is_up_after_the_deadline_only():
    Limits(largest=6.0, budget=Budget(end=time.perf_counter() + 1000)).check()
    with pytest.raises(TimeIsUpError):
        Limits(largest=6.0, budget=Budget(end=time.perf_counter() - 1e-3)).check()


def test_a_clock_without_an_end_is_never_up():
    clock = Budget.start(None)
    assert not clock.is_up
    assert clock.until(0.5) == float("inf")
    assert clock.left(0.5) is None
    assert 0 <= clock.seconds < 1000


def test_a_clock_is_up_after_its_end():
    clock = Budget.start(1000.0)
    assert not clock.is_up
    assert clock.until(0.75) == pytest.approx(clock.begin + 750)
    assert Budget.start(-1e-3).is_up


def test_parts_end_in_order_and_never_get_nothing():
    clock = Budget.start(10.0)
    assert clock.begin < clock.until(0.3) < clock.until(1.0) == clock.begin + 10.0
    assert 2.9 < clock.left(0.3) <= 3.0
    assert Budget(begin=clock.begin - 100, end=clock.begin - 90).left(1.0) > 0


def test_a_share_of_what_is_left_begins_now_and_is_interrupted_with_the_whole():
    whole = Budget.start(9.0)
    part = whole.shared(3)
    assert part.end - part.begin == pytest.approx(3.0, abs=0.1)
    assert part.begin >= whole.begin
    assert Budget().shared(5).end == float("inf")
    whole.interruption.happened = True
    assert part.is_up and whole.part(0.5).is_up


def test_an_interrupt_ends_the_budget():
    budget = Budget()
    with budget.interruptible():
        signal.raise_signal(signal.SIGINT)
        assert budget.is_up
    assert not Budget().is_up


def test_a_moment_is_no_longer_than_what_is_left():
    budget = Budget.start(60.0)
    short, long = budget.at_most(0.5), budget.at_most(90.0)
    assert short.end - short.begin == pytest.approx(0.5)
    assert long.end == budget.end
    assert Budget().at_most(0.5).end < math.inf
    assert short.interruption is budget.interruption
