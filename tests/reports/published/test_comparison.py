import math

import pytest

from nalm.reports import Published, compare
from nalm.statistics import Interval, success_rate

NAN = math.nan


def theirs(value, low=NAN, high=NAN, rounding=0.0):
    texts = {"source": "Table 1", "how_read": "table"}
    return Published(value=value, low=low, high=high, rounding=rounding, **texts)


@pytest.mark.parametrize(
    ("ours", "published", "verdict"),
    [
        ((2.0, 1.0, 3.0), theirs(2.9), "agrees"),
        ((2.0, 1.0, 3.0), theirs(3.1), "differs"),
        ((2.0, 1.0, 3.0), theirs(3.04, rounding=0.05), "agrees"),
        ((2.0, 1.9, 2.1), theirs(3.0, 1.5, 4.5), "agrees"),
        ((2.0, NAN, NAN), theirs(3.0, 1.5, 4.5), "agrees"),
        ((2.0, NAN, NAN), theirs(3.0, 2.5, 3.5), "differs"),
        ((2.0, NAN, NAN), theirs(2.0), ""),
        ((NAN, NAN, NAN), theirs(2.0, 1.0, 3.0), ""),
        ((2.0, 1.0, 3.0), None, ""),
    ],
)
def test_either_interval_may_hold_the_other_number(ours, published, verdict):
    estimate, low, high = ours
    assert compare(Interval(estimate=estimate, low=low, high=high), published) == verdict


@pytest.mark.parametrize(
    ("solved", "runs", "published", "verdict"),
    [
        (24, 25, 1.0, "agrees"),  # 25 of 25 have an interval that holds .96
        (15, 25, 1.0, "differs"),
        (1, 1, 0.5, "agrees"),  # a single run contradicts only a rate near 0 or 1
        (1, 1, 0.0, "differs"),
        (0, 0, 0.5, ""),
    ],
)
def test_a_published_rate_has_the_interval_of_as_many_runs(solved, runs, published, verdict):
    ours = success_rate(solved, runs)
    assert compare(ours, theirs(published), runs=runs, rate=True) == verdict
