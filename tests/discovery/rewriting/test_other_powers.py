from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery import Noise
from nalm.discovery.rewriting._other_powers import EXPONENTS, with_other_powers
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.variations._closed_forms import ClosedForms
from nalm.symbolic import Sum, evaluate, form_key, simplify
from tests._tiers import kept
from tests.discovery._laws import formula, split, table, term
from tests.discovery._stages import run, state_of

HALF = Fraction(1, 2)


def form(law):
    return form_key(simplify(law, positive=[True, True]))


def forms(law, x):
    return {form(each) for each in with_other_powers(law, x)}


@given(
    st.floats(-5, 5),
    st.floats(0.1, 3) | st.floats(-3, -0.1),
    st.sampled_from([Fraction(1), Fraction(-2), 0.7]),
)
def test_the_first_order_stays(a, b, exponent):
    """The median row is where the term has its middle, the others are near to it."""
    law = Sum((term(a), term(b, (0, exponent))))
    x = np.array([[1.5 - 1e-4], [1.5], [1.5 + 1e-4]])
    others = list(with_other_powers(law, x))
    assert len(others) == len(EXPONENTS)
    for each in others:
        assert np.allclose(evaluate(each, x), evaluate(law, x), rtol=0, atol=1e-5 * abs(b))


def test_terms_inside_of_sums_get_other_powers_where_these_have_a_constant():
    inside = formula(term(Fraction(1)), term(2.0, (0, 1)))
    law = Sum((term(3.0, (1, 1), (inside, HALF)),))
    x = np.array([[1.0, 1.0], [2.0, 1.0]])
    squared = formula(term(Fraction(1)), term(0.5, (0, 2)))
    assert form(Sum((term(1.0, (1, 1), (squared, HALF)),))) in forms(law, x)
    bare = Sum((term(3.0, (1, 1), (formula(term(1.0, (1, 1)), term(2.0, (0, 1))), HALF)),))
    assert not forms(bare, x)


def test_a_sum_inside_of_one_without_a_constant_gets_other_powers():
    inmost = formula(term(Fraction(1)), term(2.0, (0, 1)))
    middle = formula(term(2.5, (1, 1)), term(0.7, (1, 2), (inmost, -1)))
    law = Sum((term(3.0, (middle, HALF)),))
    x = np.array([[1.0, 1.0], [2.0, 1.0]])
    squared = formula(term(Fraction(1)), term(0.5, (0, 2)))
    other = formula(term(2.5, (1, 1)), term(0.7, (1, 2), (squared, -1)))
    assert form(Sum((term(3.0, (other, HALF)),))) in forms(law, x)


def test_only_what_is_positive_has_roots():
    law = Sum((term(1.0), term(2.0, (0, 1))))
    assert not list(with_other_powers(law, np.array([[-1.0], [2.0], [3.0]])))


def test_exponents_stay_usual_ones():
    law = Sum((term(1.0), term(2.0, (0, Fraction(1, 4)))))
    for each in with_other_powers(law, np.array([[1.0], [2.0], [3.0]])):
        (power,) = each.terms[1].powers
        assert power.exponent.denominator <= 4


@pytest.mark.parametrize("seed", kept(range(3), 0))
def test_the_law_is_found_behind_what_looks_like_it(seed):
    """4 x y / (x + y)² is nearly 4 √(x y) / (x + y) - 1 where x and y are nearly equal."""
    data = table(
        lambda a, b: 1 - 4 * a * b / (a + b) ** 2, [(1, 3)] * 2, rows=100, constant=1e-3, seed=seed
    )
    pool = Pool(*split(data), noises=(Noise.CONSTANT,))
    both = formula(term(Fraction(1), (0, 1)), term(1.0, (1, 1)))
    pool.add(Sum((term(2.0), term(-4.0, (0, HALF), (1, HALF), (both, -1)))))
    run(ClosedForms(when_stuck=False), state_of(pool))
    law = Sum((term(1.0), term(-4.0, (0, 1), (1, 1), (both, -2))))
    assert form_key(pool.best().fit.formula) == form_key(law)
