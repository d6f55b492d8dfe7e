import math

import numpy as np
import pytest
from scipy.stats import binom

from nalm.statistics import median_interval


@pytest.mark.parametrize("runs", [6, 10, 25, 100])
def test_the_interval_is_the_shortest_that_holds_the_median_often_enough(runs):
    found = median_interval(np.random.default_rng(0).permutation(runs).astype(float))
    below = int(found.low)  # the numbers 0, 1, 2, … are their own ranks
    assert found.high == runs - 1 - below
    assert 2 * binom.cdf(below, runs, 0.5) <= 0.05
    assert 2 * binom.cdf(below + 1, runs, 0.5) > 0.05


def test_the_stated_confidence_is_kept():
    random = np.random.default_rng(1)
    intervals = [median_interval(random.exponential(size=15)) for _ in range(1000)]
    held = np.mean([each.low <= math.log(2) <= each.high for each in intervals])
    assert 0.95 <= held <= 0.985


def test_few_numbers_have_no_bounds_and_none_have_nothing():
    few = median_interval(np.array([3.0, 1.0, 2.0]))
    assert few.estimate == 2.0
    assert math.isnan(few.low)
    assert math.isnan(few.high)
    assert math.isnan(median_interval(np.array([])).estimate)
