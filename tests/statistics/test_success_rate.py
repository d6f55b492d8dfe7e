import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.errors import InvalidValueError
from nalm.statistics import success_rate
from tests.statistics._data import assert_interval


@pytest.mark.parametrize(
    ("successes", "runs", "low", "high"),
    [
        (25, 25, 0.867, 1.0),
        (0, 25, 0.0, 0.133),
        (100, 100, 0.963, 1.0),
        (31, 100, 0.23, 0.41),
        (98, 100, 0.93, 0.99),
    ],
)
def test_published_intervals(successes, runs, low, high):
    found = success_rate(successes, runs)
    assert found.estimate == successes / runs
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.006)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_is_wilsons_formula(counts):
    k, n = counts
    z, p = 1.959963984540054, k / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    found = success_rate(k, n)
    assert found.low == pytest.approx(max(0.0, centre - half), abs=1e-9)
    assert found.high == pytest.approx(min(1.0, centre + half), abs=1e-9)
    assert_interval(found, highest=1.0)


@given(st.integers(0, 200))
def test_failures_mirror_successes(k):
    one, other = success_rate(k, 200), success_rate(200 - k, 200)
    assert one.low == pytest.approx(1 - other.high, abs=1e-9)


def test_no_runs_say_nothing():
    assert math.isnan(success_rate(0, 0).estimate)


@pytest.mark.parametrize(("successes", "runs"), [(2, 1), (-1, 3), (0, -1)])
def test_impossible_counts_are_refused(successes, runs):
    with pytest.raises(InvalidValueError, match="successes should be from 0 to runs, found"):
        success_rate(successes, runs)
