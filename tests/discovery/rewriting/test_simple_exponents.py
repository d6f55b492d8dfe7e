from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.rewriting._simple_exponents import NEAR, with_simple_exponents
from nalm.symbolic import evaluate
from tests.discovery._laws import formula, term

X = np.array([[1.2, 0.7, 3.0], [2.0, 1.5, 0.4]])


@given(st.floats(-5, 5))
def test_an_exponent_becomes_the_half_next_to_it_or_stays(exponent):
    (made,) = with_simple_exponents(formula(term(1.0, (0, exponent)))).terms
    left = made.powers[0].exponent if made.powers else Fraction(0)
    assert abs(left - exponent) < NEAR
    if isinstance(left, float):
        assert left == exponent
        assert abs(2 * left - round(2 * left)) >= 2 * NEAR
    else:
        assert left.denominator <= 2


@given(st.integers(-20, 20), st.integers(1, 12), st.floats(-2e-9, 2e-9))
def test_fractions_within_rounding_error_are_taken_for_exact(numerator, denominator, off):
    exact = Fraction(numerator, denominator) + 21
    law = formula(term(1.0, (0, float(exact) + off)))
    (made,) = with_simple_exponents(law, near=1e-9, denominator=12).terms
    exponent = made.powers[0].exponent
    assert (exponent == exact) == (abs(float(exact) + off - exact) < 1e-9)


def test_sums_inside_of_sums_get_simple_exponents_as_well():
    inner = formula(term(Fraction(1), (0, 1.9999999)), term(0.5, (1, 2.0000001), (2, 1e-9)))
    law = formula(term(2.0, (inner, 0.4999999), (1, -1.0000001)), term(3.0, (2, 1.3)))
    exact = formula(
        term(2.0, (formula(term(Fraction(1), (0, 2)), term(0.5, (1, 2))), Fraction(1, 2)), (1, -1)),
        term(3.0, (2, 1.3)),
    )
    assert with_simple_exponents(law) == exact
    assert np.allclose(evaluate(law, X), evaluate(exact, X), rtol=1e-5)


def test_exact_exponents_stay():
    law = formula(term(2.0, (0, Fraction(1, 3)), (1, Fraction(-7, 15))))
    assert with_simple_exponents(law) == law
