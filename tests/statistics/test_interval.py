import math
from dataclasses import FrozenInstanceError

import pytest

from nalm.statistics import Interval
from nalm.statistics._interval import UNKNOWN

HALF = Interval(estimate=0.5, low=0.25, high=1.0)


def test_text():
    assert str(HALF) == "0.5 [0.25, 1]"
    assert str(UNKNOWN) == "nan [nan, nan]"


def test_is_a_value():
    assert Interval(estimate=0.5, low=0.25, high=1.0) == HALF
    with pytest.raises(FrozenInstanceError):
        HALF.low = 0.0


def test_no_data_say_nothing():
    assert all(math.isnan(x) for x in (UNKNOWN.estimate, UNKNOWN.low, UNKNOWN.high))
