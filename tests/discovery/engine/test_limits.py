import time

import pytest

from nalm.discovery.engine._limits import Limits, TimeIsUpError


def test_without_a_deadline_time_is_never_up():
    Limits(largest=6.0).check()


def test_time_is_up_after_the_deadline_only():
    Limits(largest=6.0, deadline=time.perf_counter() + 1000).check()
    with pytest.raises(TimeIsUpError):
        Limits(largest=6.0, deadline=time.perf_counter() - 1e-3).check()
