import time

from nalm.discovery._dynamics_clock import Clock


def test_parts_end_in_order_and_never_get_nothing():
    clock = Clock(begin=time.perf_counter(), seconds=10.0)
    assert clock.begin < clock.until(0.3) < clock.until(1.0) == clock.begin + 10.0
    assert 2.9 < clock.left(0.3) <= 3.0
    assert Clock(begin=clock.begin - 100, seconds=10.0).left(1.0) > 0


def test_without_a_limit_there_is_no_end():
    clock = Clock(begin=0.0, seconds=None)
    assert clock.until(0.1) == float("inf")
    assert clock.left(0.1) is None
