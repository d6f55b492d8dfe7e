import math

import numpy as np
import pytest

from nalm.discovery.numerics._relative_error import median_relative_error

ZEROS = np.zeros(4)


@pytest.mark.parametrize("zeros", [0, 1, 3, 30])
def test_zeros_have_no_relative_error(zeros):
    y = np.concatenate([[2.0, -4.0, 8.0], np.zeros(zeros)])
    miss = np.concatenate([[0.02, 0.08, -0.24], np.ones(zeros)])
    assert median_relative_error(miss, y, largest=8.0) == pytest.approx(0.02)


def test_of_zeros_alone_it_is_a_share_of_the_largest_value():
    assert median_relative_error(ZEROS + 0.5, ZEROS, largest=5.0) == 0.1
    assert median_relative_error(ZEROS, ZEROS, largest=5.0) == 0


def test_without_values_there_is_none():
    assert math.isnan(median_relative_error(np.empty(0), np.empty(0), largest=1.0))
