import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta

from nalm.errors import InvalidValueError
from nalm.statistics import Mode, sparsity_error
from nalm.statistics._profile import DROP
from tests._tiers import examples, kept
from tests.statistics._data import ODD, assert_interval

ERRORS = np.random.RandomState(3).beta(2.0, 5.0, size=12) / 2
both_modes = pytest.mark.parametrize("mode", Mode)


@both_modes
@pytest.mark.parametrize(("a", "b"), [(2.0, 5.0), (0.7, 8.0), (3.0, 0.8)])
def test_is_the_profile_of_a_brute_force_grid(mode, a, b):
    errors = np.random.RandomState(0).beta(a, b, size=12) / 2
    y = (2 * errors if mode is Mode.FIXED else errors)[:, None, None]
    means = np.linspace(0.0005, 0.4995, 999)
    v = np.exp(np.linspace(-1, 6, 281))
    m = 2 * means[:, None]
    likelihood = beta.logpdf(y, m * v, (1 - m) * v).sum(0).max(1)
    inside = means[likelihood >= likelihood.max() - DROP]
    found = sparsity_error(errors, mode)
    assert found.estimate == pytest.approx(means[likelihood.argmax()], abs=6e-4)
    assert (found.low, found.high) == pytest.approx((inside[0], inside[-1]), abs=6e-4)


def test_fixed_estimates_the_mean_and_paper_half_of_it():
    errors = np.random.RandomState(0).beta(2.0, 1e6, size=50) / 2
    assert sparsity_error(errors).estimate == pytest.approx(errors.mean(), rel=0.02)
    half = sparsity_error(errors, Mode.PAPER).estimate
    assert half == pytest.approx(errors.mean() / 2, rel=0.02)


@pytest.mark.parametrize("truth", kept([0.01, 0.2, 0.4], 0.4))
def test_covers_the_truth_as_often_as_it_says(truth):
    random = np.random.RandomState(1)
    hits = 0
    for _ in range(60):
        errors = random.beta(2 * truth * 10, (1 - 2 * truth) * 10, size=25) / 2
        found = sparsity_error(errors)
        hits += found.low <= truth <= found.high
    assert hits >= 51  # of 60; 57 are expected, and fewer than 51 once in a thousand times


def test_fixed_mirrors_errors_around_a_quarter():
    one, other = sparsity_error(ERRORS), sparsity_error(0.5 - ERRORS)
    found = (other.estimate, other.low, other.high)
    assert found == pytest.approx((0.5 - one.estimate, 0.5 - one.high, 0.5 - one.low), rel=1e-6)


def test_more_runs_make_it_narrower():
    one, four = sparsity_error(ERRORS), sparsity_error(np.tile(ERRORS, 4))
    assert one.estimate == pytest.approx(four.estimate)
    assert one.low < four.low < four.high < one.high


@pytest.mark.parametrize("scale", [1e-3, 1e-5, 1e-7])
def test_small_errors_follow_their_scale(scale):
    one, other = sparsity_error(ERRORS * 1e-2), sparsity_error(ERRORS * 1e-2 * scale)
    assert other.estimate == pytest.approx(one.estimate * scale, rel=0.02)
    assert other.high == pytest.approx(one.high * scale, rel=0.05)


@both_modes
def test_errors_that_hardly_differ_give_the_normal_interval(mode):
    errors = 0.2 + 1e-9 * np.arange(40)
    found = sparsity_error(errors, mode)
    half = 1.959964 * errors.std() / math.sqrt(40) / (2 if mode is Mode.PAPER else 1)
    assert found.high - found.estimate == pytest.approx(half, rel=0.05)


@both_modes
def test_equal_errors_give_their_mean(mode):
    found = sparsity_error([0.1] * 5, mode)
    assert (found.estimate, found.low, found.high) == pytest.approx((0.1, 0.1, 0.1))


@both_modes
def test_one_error_has_no_bounds_and_none_has_nothing(mode):
    assert sparsity_error([0.1], mode).estimate == 0.1
    assert math.isnan(sparsity_error([0.1], mode).low)
    assert math.isnan(sparsity_error([], mode).estimate)


@both_modes
def test_errors_above_one_half_are_cut(mode):
    assert sparsity_error([0.4, 0.8], mode) == sparsity_error([0.4, 0.5], mode)
    assert sparsity_error([0.4, math.inf], mode) == sparsity_error([0.4, 0.5], mode)


def test_an_error_that_is_not_a_number_leaves_nothing():
    assert math.isnan(sparsity_error([0.1, math.nan]).estimate)


def test_negative_errors_are_refused():
    with pytest.raises(InvalidValueError, match=r"errors should be >= 0, found -0\.1"):
        sparsity_error([0.1, -0.1])


@both_modes
@pytest.mark.parametrize("values", ODD.values(), ids=ODD)
def test_odd_numbers(values, mode):
    assert_interval(sparsity_error(values, mode), highest=0.5)


@both_modes
@given(values=st.lists(st.floats(0, 0.5), max_size=12))
@examples(25)
def test_any_errors(mode, values):
    assert_interval(sparsity_error(values, mode), highest=0.5)


@both_modes
@given(values=st.lists(st.floats(-18, math.log10(0.5)), min_size=1, max_size=12))
@examples(15)
def test_any_orders_of_magnitude(mode, values):
    found = sparsity_error(10.0 ** np.array(values), mode)
    assert 0 < found.estimate < 0.5
    assert_interval(found, highest=0.5)
