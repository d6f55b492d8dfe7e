import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import gamma

from nalm.errors import InvalidValueError
from nalm.statistics import solved_at
from nalm.statistics._mean import mean_interval
from nalm.statistics._profile import DROP
from tests._tiers import examples, thorough
from tests.statistics._data import ODD, assert_interval

STEPS = np.array([3000.0, 5000, 4000, 9000, 2000, 6000, 5000])


def bounds(interval):
    return interval.low, interval.high


def test_pinned_value():
    assert bounds(solved_at([1000, 2000, 3000])) == pytest.approx((1092.577, 4262.87), rel=1e-4)


def test_is_the_profile_of_a_brute_force_grid():
    means = np.linspace(2500, 9000, 1301)
    shapes = np.exp(np.linspace(0, 5, 301))
    scales = means[:, None] / shapes
    likelihood = gamma.logpdf(STEPS[:, None, None], shapes, scale=scales).sum(0).max(1)
    inside = means[likelihood >= likelihood.max() - DROP]
    found = solved_at(STEPS)
    assert found.estimate == STEPS.mean()
    assert bounds(found) == pytest.approx((inside[0], inside[-1]), abs=10.0)


@pytest.mark.parametrize("sets", [100, thorough(400)])
def test_covers_the_truth_as_often_as_it_says(sets):
    random = np.random.RandomState(0)
    hits = 0
    for _ in range(sets):
        found = solved_at(random.gamma(3.0, 1000.0, size=25))
        hits += found.low <= 3000 <= found.high
    assert 0.92 <= hits / sets <= 0.975


@given(st.floats(-3, 100))
@examples(10)
def test_follows_the_unit_of_time(exponent):
    scale = 10.0**exponent
    one, other = solved_at(STEPS), solved_at(STEPS * scale)
    assert bounds(other) == pytest.approx((one.low * scale, one.high * scale), rel=1e-6)


def test_more_runs_make_it_narrower():
    one, four = solved_at(STEPS), solved_at(np.tile(STEPS, 4))
    assert one.low < four.low < four.high < one.high


def test_steps_that_hardly_differ_give_the_normal_interval():
    steps = 1e6 + np.arange(50.0)
    found = solved_at(steps)
    half = 1.959964 * steps.std() / math.sqrt(50)
    assert found.high - found.estimate == pytest.approx(half, rel=0.05)
    assert found.estimate - found.low == pytest.approx(half, rel=0.05)


@pytest.mark.parametrize("steps", [[4000], [4000] * 6, [0, 1000, 2000], [0, 0], []])
def test_without_a_gamma_distribution_it_is_students(steps):
    found, expected = solved_at(steps), mean_interval(np.array(steps, dtype=float), lowest=0.0)
    np.testing.assert_equal(
        [found.estimate, found.low, found.high], [expected.estimate, expected.low, expected.high]
    )


def test_a_step_that_is_not_finite_leaves_no_bounds():
    assert math.isnan(solved_at([1000, math.nan]).estimate)
    assert solved_at([1000, math.inf]).estimate == math.inf
    assert math.isnan(solved_at([1000, math.inf]).low)


def test_negative_steps_are_refused():
    with pytest.raises(InvalidValueError, match=r"steps should be >= 0, found -1\.0"):
        solved_at([1000, -1])


@pytest.mark.parametrize("scale", [1.0, 1e6, 1e300])
@pytest.mark.parametrize("values", ODD.values(), ids=ODD)
def test_odd_numbers(values, scale):
    assert_interval(solved_at(np.array(values) * scale))


@given(st.lists(st.floats(0, 1e308), max_size=20))
@examples(25)
def test_any_numbers(values):
    assert_interval(solved_at(values))


@given(st.lists(st.integers(0, 5000), min_size=1, max_size=25))
@examples(25)
def test_any_logged_steps(rows):
    found = solved_at(1000 * np.array(rows))
    assert found.estimate == pytest.approx(1000 * np.mean(rows))
    assert_interval(found)
