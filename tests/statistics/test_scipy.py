import math

import mpmath
import pytest

from nalm.statistics._scipy import (
    logistic,
    root,
    stirling_gap,
    stirling_slope,
    student_quantile,
    wilson,
)


def test_root_keeps_relative_precision():
    assert root(lambda x: x - 1e-200, (0.0, 1e-199)) == pytest.approx(1e-200, rel=1e-12, abs=0.0)


def test_quantile_and_interval():
    assert student_quantile(24) == pytest.approx(2.063899)
    assert wilson(25, 25) == pytest.approx((0.8668, 1.0), abs=1e-4)


def test_logistic_has_no_overflow():
    assert [logistic(x) for x in (-1000.0, 0.0, 1000.0)] == [0.0, 0.5, 1.0]


@pytest.mark.parametrize("z", [1e-3, 0.5, 1.0, 10.0, 99.0])
def test_stirling_gap_is_what_it_says(z):
    assert stirling_gap(z) == pytest.approx(z * math.log(z) - z - math.lgamma(z))


@pytest.mark.parametrize("function", [stirling_gap, stirling_slope])
def test_the_series_continues_the_formula(function):
    below, above = function(100 * (1 - 1e-12)), function(100.0)
    assert below == pytest.approx(above, rel=1e-9)


@pytest.mark.parametrize("z", [100.0, 150.0, 1e3, 1e6])
def test_the_series_is_exact_to_double_precision(z):
    with mpmath.workdps(50):
        exact = mpmath.mpf(z)
        gap = exact * mpmath.log(exact) - exact - mpmath.loggamma(exact)
        slope = mpmath.log(exact) - mpmath.digamma(exact)
        assert stirling_gap(z) == pytest.approx(float(gap), rel=4e-16)
        assert stirling_slope(z) == pytest.approx(float(slope), rel=4e-16)


@pytest.mark.parametrize("z", [1e-2, 1.0, 50.0, 150.0, 1e4])
def test_the_slope_is_the_derivative(z):
    step = 1e-4 * z
    difference = stirling_gap(z + step) - stirling_gap(z - step)
    assert stirling_slope(z) == pytest.approx(difference / (2 * step), rel=1e-5)


@pytest.mark.parametrize("z", [1e-300, 1e-3, 1.0, 100.0, 1e10, 1e300])
def test_the_slope_lies_between_its_bounds(z):
    assert 0.5 * (1 - 1e-12) <= z * stirling_slope(z) <= 1 + 1e-12
