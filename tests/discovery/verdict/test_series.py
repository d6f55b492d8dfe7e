from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import special

from nalm.discovery import Noise, ReasonKind, Verdict
from nalm.discovery.scoring._judge import judge
from nalm.discovery.verdict._doubts import CHECKS, CHECKS_OF_GIVEN
from nalm.discovery.verdict._verdict import verdict
from nalm.symbolic import Call
from tests.discovery._laws import formula, problem, split, term

ONE = Fraction(1)
WAVE = Call("cos", formula(term(0.796, (0, 1))))
QUARTIC = (formula(term(2301.0), term(ONE, (0, 4))), -1)
EVEN = ((), ((0, 2),), ((0, 4),), ((0, 6),))
SERIES = zip((ONE, Fraction(-1, 4), 0.0156, -0.0004), EVEN, strict=True)
FADING = {
    "Bessel": (special.j0, 0.6, formula(*(term(number, *powers) for number, powers in SERIES))),
    "Kelvin": (
        special.ber,
        1.35,
        formula(term(34.95, (formula(term(65.8), term(-ONE, (0, 4))), 1), QUARTIC)),
    ),
    "Bessel of order 1": (
        special.j1,
        0.8,
        formula(term(0.344, (0, 1)), term(-0.0132, (0, 3)), term(0.156, (0, 1), (WAVE, 1))),
    ),
}


def scored(law, candidate, *, end):
    """Return a formula fitted to 40 rows of single precision, from 0 to `end`, and these rows."""
    x = np.sort(np.random.default_rng(0).uniform(0, end, 40)).astype(np.float32).astype(float)
    data = problem(x, law(x).astype(np.float32).astype(float))
    inner, outer = split(data)
    noises = Noise.ROUNDING.of_table(data.x, data.y)
    return judge(candidate, inner, outer=outer, noises=noises), inner, outer


def judged(law, candidate, *, end, checks=CHECKS):
    """Judge a formula that fits to rounding."""
    chosen, inner, outer = scored(law, candidate, end=end)
    assert chosen.is_exact
    return verdict([chosen], inner=inner, outer=outer, complete=True, checks=checks)


@pytest.mark.parametrize("name", FADING)
def test_a_formula_that_a_fading_series_matches_is_no_law(name):
    """Of Bessel functions four terms are seen in single precision, over less than one unit."""
    law, end, candidate = FADING[name]
    word, reason = judged(law, candidate, end=end)
    assert word is Verdict.UNDECIDED
    assert reason.kind is ReasonKind.SERIES_FITS
    assert reason.numbers["terms"] <= 4


def test_a_form_that_was_given_is_not_asked():
    law, end, candidate = FADING["Bessel"]
    assert judged(law, candidate, end=end, checks=CHECKS_OF_GIVEN)[0] is Verdict.LAW


@given(st.lists(st.floats(0.05, 3.0), min_size=3, max_size=4), st.floats(1.0, 5.0))
def test_a_polynomial_is_a_series_that_ends(coefficients, end):
    powers = [(0, k) for k in range(1, len(coefficients))]
    parts = zip(coefficients, [(), *([power] for power in powers)], strict=True)
    law = formula(*(term(each, *power) for each, power in parts))
    polynomial = np.polynomial.Polynomial(coefficients)
    # Where y hardly varies, its digits are too few for as many constants, and nothing is exact.
    assume(scored(polynomial, law, end=end)[0].is_exact)
    assert judged(polynomial, law, end=end)[0] is Verdict.LAW


def test_a_curve_with_as_many_numbers_is_told_from_a_series():
    growth = Call("exp", formula(term(-0.5, (0, 1))))
    logistic = formula(term(5.0, (formula(term(ONE), term(3.0, (growth, 1))), -1)))
    word, reason = judged(lambda x: 5 / (1 + 3 * np.exp(-x / 2)), logistic, end=6.0)
    assert (word, reason.kind) == (Verdict.LAW, ReasonKind.WITHIN_ROUNDING)
