import math
from fractions import Fraction

import pytest

from nalm.reports.discovery import measured
from nalm.reports.discovery._constants import shown_constants, written
from nalm.symbolic import Power, Product, Sum
from tests.reports.discovery.examples import LAW, candidate, finding


def shown(units, law=LAW):
    own = finding(units=units)
    return shown_constants(own, candidate(law))


def test_constants_have_the_unit_that_makes_the_equation_agree():
    [factor] = shown({"a": "au", "y": "yr"})
    assert (factor.value, factor.unit) == (2.0, "yr au^(-3/2)")
    assert written(factor) == "2.000 ± 0.010 yr au^(-3/2)"


def test_no_unit_is_written_where_there_is_none_or_none_is_known():
    for units in ({}, {"y": "yr"}, {"a": "years of age", "y": "yr"}):
        [factor] = shown(units)
        assert (factor.unit, written(factor)) == ("", "2.000 ± 0.010")
    [factor] = shown({"a": "1", "y": "1"})
    assert (factor.unit, written(factor)) == ("1", "2.000 ± 0.010")


def test_exact_numbers_stand_in_the_equation_unless_they_carry_a_unit():
    exact = Sum((Product(Fraction(1, 2), (Power(0, Fraction(1)),)),))
    assert shown({"a": "m", "y": "m"}, exact) == ()
    [factor] = shown({"a": "m", "y": "mm"}, exact)
    assert (factor.value, factor.unit, factor.exact) == (0.5, "mm m^-1", True)


@pytest.mark.parametrize(
    ("value", "stderr", "text"),
    [
        (1.49987, 0.00031, "1.49987 ± 0.00031"),
        (149.987, 31.0, "150 ± 31"),
        (-6.674e-11, 2e-15, "(-6.67400 ± 0.00020)e-11"),
        (3e30, 1e28, "(3.000 ± 0.010)e30"),
        (0.0, 0.5, "0.00 ± 0.50"),
        (1.0, math.inf, "1 ± ∞"),
        (2.0, 0.0, "2"),
        (1.5, math.nan, "1.5 ± ?"),
    ],
)
def test_a_number_has_the_digits_that_mean_something(value, stderr, text):
    assert measured(value, stderr) == text
