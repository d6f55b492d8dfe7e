import math

import numpy as np
import pytest
from scipy.stats import sem, t, ttest_1samp

from nalm.statistics._mean import mean_bound, mean_interval, moments
from tests.statistics._data import ODD, assert_interval

VALUES = np.array([1.0, 2.0, 4.0, 7.0])


def test_is_students_interval():
    found = mean_interval(VALUES, lowest=0.0)
    low, high = t.interval(0.95, 3, loc=VALUES.mean(), scale=sem(VALUES))
    assert low < 0
    assert (found.estimate, found.low) == (3.5, 0.0)
    assert found.high == pytest.approx(high)
    assert mean_interval(VALUES + 100).low == pytest.approx(low + 100)


def test_is_cut_to_what_is_possible():
    assert mean_interval(np.array([0.1, 0.5]), highest=0.5).high == 0.5


def test_one_number_has_no_bounds_and_none_has_nothing():
    assert mean_interval(VALUES[:1]).estimate == 1.0
    assert math.isnan(mean_interval(VALUES[:1]).low)
    assert math.isnan(mean_interval(VALUES[:0]).estimate)


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e307])
def test_moments_do_not_overflow(scale):
    mean, deviation = moments(VALUES * scale)
    assert mean == pytest.approx(3.5 * scale)
    assert deviation == pytest.approx(VALUES.std(ddof=1) * scale)


@pytest.mark.parametrize("values", ODD.values(), ids=ODD)
def test_odd_numbers(values):
    assert_interval(mean_interval(np.array(values), lowest=0.0, highest=0.5), highest=0.5)


def test_the_bound_is_that_of_a_one_sided_test():
    values = np.array([1.0, 2.0, 4.0, 7.0])
    bound = mean_bound(values, confidence=0.99)
    assert ttest_1samp(values, bound, alternative="less").pvalue == pytest.approx(0.01)
    assert mean_bound(values, degrees=100) < bound
    assert math.isnan(mean_bound(values[:1]))
