import time

import pytest

from nalm.discovery._limits import Clock, Limits, TimeIsUpError


def test_without_a_deadline_time_is_never_up():
    Limits(largest=6.0).check()


def test_time_is_up_after_the_deadline_only():
    Limits(largest=6.0, deadline=time.perf_counter() + 1000).check()
    with pytest.raises(TimeIsUpError):
        Limits(largest=6.0, deadline=time.perf_counter() - 1e-3).check()


def test_a_clock_without_an_end_is_never_up():
    clock = Clock.start(None)
    assert not clock.is_up
    assert clock.until(0.5) == float("inf")
    assert clock.left(0.5) is None
    assert 0 <= clock.seconds < 1000


def test_a_clock_is_up_after_its_end():
    clock = Clock.start(1000.0)
    assert not clock.is_up
    assert clock.until(0.75) == pytest.approx(clock.begin + 750)
    assert Clock.start(-1e-3).is_up


def test_parts_end_in_order_and_never_get_nothing():
    clock = Clock.start(10.0)
    assert clock.begin < clock.until(0.3) < clock.until(1.0) == clock.begin + 10.0
    assert 2.9 < clock.left(0.3) <= 3.0
    assert Clock(begin=clock.begin - 100, end=clock.begin - 90).left(1.0) > 0
