from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.stages.regressions._quadratic_root import write_quadratic_root
from nalm.symbolic import evaluate, parameters

X, Y, ONE = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (Fraction(0), Fraction(0))
XY = (Fraction(1), Fraction(1))
SIZES = st.floats(0.1, 9.0)


@given(SIZES, SIZES, SIZES, st.booleans())
def test_it_solves_the_equation(b, c, d, above):
    root = write_quadratic_root({X: b, ONE: -1.5}, {Y: c, XY: d}, above=above)
    x = np.random.default_rng(0).uniform(0.5, 3, (20, 2))
    y = evaluate(root, x)
    linear, constant = b * x[:, 0] - 1.5, c * x[:, 1] + d * x[:, 0] * x[:, 1]
    assert y**2 == pytest.approx(linear * y + constant, rel=1e-9, abs=1e-9)
    assert ((y > linear / 2) == above).all()


def test_exact_coefficients_stay_exact():
    root = write_quadratic_root({X: Fraction(1), Y: Fraction(1)}, {XY: Fraction(-1)}, above=False)
    assert len(parameters(root)) == 0
    some = write_quadratic_root({X: Fraction(1), ONE: 0.7}, {XY: Fraction(-1)}, above=False)
    assert len(parameters(some)) == 3  # of K: K / 2, K² / 4 and K x / 2


def test_what_cancels_under_the_root_is_left_out():
    root = write_quadratic_root(
        {X: 0.6}, {(Fraction(2), Fraction(0)): -0.09, Y: 2.0, XY: 1.0}, above=True
    )
    (under,) = [w.base for w in root.terms[-1].powers]
    assert len(under.terms) == 2


def test_a_single_product_under_the_root_is_left_to_others():
    assert write_quadratic_root({X: 1.0}, {(Fraction(2), Fraction(0)): 2.0}, above=True) is None
    assert write_quadratic_root({}, {}, above=True) is None
