from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.rewriting._perfect_squares import MOST, root_of_square
from nalm.symbolic import evaluate, simplify
from tests.discovery._laws import formula, term

ROWS = np.random.default_rng(0).uniform(0.5, 2, (60, 2))
LINE = formula(term(1.0), term(1.0, (0, 1)))
EXPONENTS = st.tuples(st.integers(-2, 3), st.integers(-2, 3))
COEFFICIENTS = st.floats(0.1, 5) | st.floats(-5, -0.1)


def polynomial(terms):
    return formula(*(term(c, *((k, e) for k, e in enumerate(w) if e)) for w, c in terms.items()))


def squared(terms):
    found = {}
    for (a, b), one in terms.items():
        for (c, d), other in terms.items():
            found[a + c, b + d] = found.get((a + c, b + d), 0.0) + one * other
    return polynomial({w: c for w, c in found.items() if abs(c) > 1e-9})


@given(st.dictionaries(EXPONENTS, COEFFICIENTS, min_size=2, max_size=4))
def test_the_root_of_a_square_is_what_was_squared(terms):
    base = squared(terms)
    root = root_of_square(base, ROWS, near=1e-8)
    assert root is not None
    values = evaluate(polynomial(terms), ROWS)
    scale = np.abs(values).max()
    assert np.allclose(evaluate(root, ROWS) * np.sign(values[0]), values, atol=1e-3 * scale)


@given(st.dictionaries(EXPONENTS, COEFFICIENTS, min_size=2, max_size=4), st.floats(0.02, 0.5))
def test_what_is_no_square_has_no_root(terms, off):
    base = simplify(formula(*squared(terms).terms, term(off, (0, Fraction(1, 3)))))
    assert root_of_square(base, ROWS, near=1e-9) is None


def test_a_root_whose_square_has_fewer_even_terms_is_found():
    """In (x² - x - 2)² the coefficient of x² is that of no square: 1 - 4."""
    root = root_of_square(squared({(2, 0): 1.0, (1, 0): -1.0, (0, 0): -2.0}), ROWS, near=1e-9)
    assert [float(each.coefficient) for each in root.terms] == pytest.approx([-1, 1, 2])


def test_it_is_positive_on_the_first_row():
    base = squared({(1, 0): 1.0, (0, 1): -1.0})
    for rows in (ROWS, ROWS[:, ::-1]):
        assert evaluate(root_of_square(base, rows, near=1e-9), rows)[0] > 0


def test_what_is_nearly_a_square_has_a_root_if_near_is_enough():
    terms = {(2, 0): 1.0, (0, 2): 4.002, (0, 0): 1.0, (1, 1): -4.0, (1, 0): 2.0, (0, 1): -4.0}
    base = polynomial(terms)
    assert root_of_square(base, ROWS, near=1e-9) is None
    root = root_of_square(base, ROWS, near=2e-3)
    assert [round(abs(each.coefficient), 2) for each in root.terms] == [1, 2, 1]


def test_roots_of_many_terms_are_not_sought():
    terms = {(k, 0): 1.0 for k in range(MOST + 1)}
    assert root_of_square(squared(terms), ROWS, near=1e-9) is None


@pytest.mark.parametrize(
    "base",
    [
        formula(term(1.0, (0, 2))),
        formula(term(-1.0, (0, 2)), term(2.0, (0, 1)), term(-1.0)),
        formula(term(1.0, (0, 2.1)), term(2.0, (0, 1.05)), term(1.0)),
        formula(term(1.0, (LINE, 2)), term(1.0), term(2.0, (1, 1))),
    ],
    ids=["one term", "negative", "measured exponents", "sums inside"],
)  # fmt: skip
def test_others_have_none(base):
    assert root_of_square(base, ROWS, near=1e-3) is None
