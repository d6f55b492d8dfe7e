import math
from fractions import Fraction

import numpy as np
import pytest

from nalm.reports.discovery import constants_of, measured
from nalm.symbolic import Power, Product, Sum, parameters
from tests.reports.discovery.examples import LAW, candidate

INNER = Sum((Product(Fraction(1), (Power(0, Fraction(1)),)), Product(4.5, (Power(1, 0.25),))))
NESTED = Sum((Product(1.5, (Power(0, 2.25), Power(INNER, -0.5))), Product(7.0)))


def test_constants_are_the_formulas_parameters_in_their_order():
    variances = np.arange(1.0, 7.0)
    found = constants_of(candidate(NESTED, covariance=np.diag(variances)), ["a", "b"])
    assert [each.value for each in found] == parameters(NESTED).tolist()
    assert [each.stderr for each in found] == pytest.approx(np.sqrt(variances))


def test_a_constant_is_named_after_what_it_belongs_to():
    names = [each.name for each in constants_of(candidate(NESTED), ["mass", "speed"])]
    assert names[0].startswith("coefficient of")
    assert names[1].startswith("exponent of mass")
    assert any(name.startswith("exponent of speed") for name in names)
    assert names[-1] == "constant"


def test_exact_numbers_are_no_constants_and_a_foreign_covariance_says_nothing():
    [factor] = constants_of(candidate(LAW, covariance=np.eye(3)), ["a"])
    assert factor.value == 2.0
    assert math.isnan(factor.stderr)


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
