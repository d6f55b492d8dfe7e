from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.numerics._exponents import (
    DENOMINATORS,
    LEAST,
    cost,
    cost_of_measured,
    costs,
    exact,
    nearest,
    of_units,
)


def test_neat_exponents_are_cheap():
    order = [Fraction(0), Fraction(1), Fraction(2), Fraction(1, 2), Fraction(1, 3), Fraction(3, 4)]
    lengths = [cost(exponent) for exponent in order]
    assert lengths[0] == 0
    assert lengths == sorted(lengths)
    assert len(set(lengths)) == len(lengths)
    assert cost(Fraction(-1, 2)) == cost(Fraction(1, 2))


@pytest.mark.parametrize("exact_number", [Fraction(10) ** 400, Fraction(1e-5), Fraction(5e-324)])
def test_a_fraction_of_any_size_has_a_cost(exact_number):
    assert cost(Fraction(3, 4)) < cost(exact_number) < np.inf


@given(st.integers(-24, 24), st.sampled_from(DENOMINATORS))
def test_a_rounded_exponent_is_read_back_exactly(numerator, denominator):
    rounded = nearest(np.array([numerator / denominator + 1e-9]), denominator)
    assert exact(float(rounded[0])) == Fraction(numerator, denominator)
    assert costs(rounded) == pytest.approx([cost(Fraction(numerator, denominator))])


def test_costs_keep_the_shape():
    assert costs(np.zeros((2, 3))).shape == (2, 3)


def test_a_well_measured_exponent_costs_more_than_a_badly_measured_one():
    lengths = cost_of_measured(np.array([1e-12, 1e-6, 1e-2, 1.0, 1e6, np.inf, np.nan]))
    assert (np.diff(lengths) <= 0).all()
    assert (np.diff(lengths[:3]) < 0).all()
    assert lengths[-1] == lengths[-2] == LEAST


@given(st.integers(-30, 30), st.integers(1, 30))
def test_an_exponent_that_follows_from_units_may_have_any_small_denominator(above, below):
    assert of_units(above / below) == Fraction(above, below)
