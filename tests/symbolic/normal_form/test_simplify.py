from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.errors import InvalidValueError
from nalm.symbolic import (
    Product,
    Sum,
    evaluate,
    parameters,
    same_form,
    simplify,
    to_text,
    with_sum,
)
from tests.symbolic._conditioned import conditioned, nearby
from tests.symbolic.strategies import (
    EXACT,
    INPUTS,
    NAMES,
    WHOLE,
    F,
    formulas,
    plus,
    quick,
    smooth_formulas,
    tables,
    term,
)

X, Y, Z = (0, 1), (1, 1), (2, 1)
POSITIVE = [True] * INPUTS
HALF = F(1, 2)


def exactly(formula, x):
    """Compute in rational numbers; `None` outside the domain."""
    total = F(0)
    for product in formula.terms:
        value = product.coefficient
        for power in product.powers:
            base = exactly(power.base, x) if isinstance(power.base, Sum) else x[power.base]
            if base is None or (base == 0 and power.exponent < 0):
                return None
            value *= base**power.exponent
        total += value
    return total


@quick
@given(
    formulas(coefficients=WHOLE, exponents=WHOLE, functions=()),
    st.lists(st.integers(-2, 2).map(F), min_size=INPUTS, max_size=INPUTS),
)
def test_rational_functions_keep_their_exact_values(formula, x):
    before = exactly(formula, x)
    after = exactly(simplify(formula, positive=[each > 0 for each in x]), x)
    assert before is None or after == before


@quick
@given(smooth_formulas(), tables())
def test_values_for_positive_inputs_stay(formula, x):
    before = evaluate(formula, x)
    finite = np.isfinite(before) & (before < 1e150)
    after = evaluate(simplify(formula, positive=POSITIVE), x)
    np.testing.assert_allclose(after[finite], before[finite], rtol=1e-9)


@quick
@given(st.data(), formulas(), st.lists(st.booleans(), min_size=INPUTS, max_size=INPUTS))
def test_values_for_inputs_of_any_sign_stay(data, formula, positive):
    x = data.draw(tables(positive=positive))
    before, decided = evaluate(formula, x), conditioned(nearby(formula, x))
    after = evaluate(simplify(formula, positive=positive), x)
    np.testing.assert_allclose(after[decided], before[decided], rtol=1e-5)


@quick
@given(formulas(), st.lists(st.booleans(), min_size=INPUTS, max_size=INPUTS))
def test_the_normal_form_of_a_normal_form_is_itself(formula, positive):
    once = simplify(formula, positive=positive)
    assert repr(simplify(once, positive=positive)) == repr(once)


@quick
@given(formulas())
def test_no_number_is_measured_twice(formula):
    assert len(parameters(simplify(formula, positive=POSITIVE))) <= len(parameters(formula))


def test_what_a_sum_takes_out_of_itself_is_there_for_another_in_any_order():
    one_more, one_and_inverse = plus(term(1), term(1, (0, 1))), plus(term(1), term(1, (0, -1)))
    factors = ((one_more, 2), (one_and_inverse, 1), (0, 2))
    texts = {
        to_text(simplify(plus(term(1, *order)), positive=POSITIVE), NAMES)
        for order in permutations(factors)
    }
    assert texts == {"x*(x + 1)^3"}


@quick
@given(formulas(coefficients=EXACT, exponents=EXACT), st.randoms(use_true_random=False))
def test_the_order_of_terms_and_factors_does_not_matter(formula, random):
    def shuffled(part):
        terms = [
            Product(t.coefficient, tuple(map(inside, random.sample(t.powers, len(t.powers)))))
            for t in part.terms
        ]
        return Sum(tuple(random.sample(terms, len(terms))))

    def inside(power):
        return replace(power, base=with_sum(power.base, shuffled))

    same = simplify(shuffled(formula), positive=POSITIVE)
    assert repr(same) == repr(simplify(formula, positive=POSITIVE))


@pytest.mark.parametrize(
    ("formula", "simple"),
    [
        (plus(), plus()),
        (plus(term(0, X), term(2.5, (1, 0))), plus(term(2.5))),
        (plus(term(2, X), term(1, Y), term(3, X)), plus(term(5, X), term(1, Y))),
        (plus(term(2, X), term(-2, X)), plus()),
        (plus(term(1, X, X, (0, HALF))), plus(term(1, (0, F(5, 2))))),
        (plus(term(2, (plus(term(3, X), term(1)), 1))), plus(term(6, X), term(2))),
        (plus(term(2.5, (plus(term(1, X)), -1))), plus(term(2.5, (0, -1)))),
        (
            plus(term(3, (plus(term(2, X), term(4, Y)), 2))),
            plus(term(12, (plus(term(1, X), term(2, Y)), 2))),
        ),
        (plus(term(1, (plus(term(4)), HALF), X)), plus(term(2, X))),
        (plus(term(1, (plus(term(2)), HALF), X)), plus(term(1, X, (plus(term(2)), HALF)))),
    ],
)
def test_normal_forms(formula, simple):
    assert repr(simplify(formula)) == repr(simple)


def test_a_distance_needs_positive_inputs():
    root = (plus(term(1), term(1, (1, 2), (0, -2))), HALF)
    formula = plus(term(1, X, root))
    distance = plus(term(1, (plus(term(1, (0, 2)), term(1, (1, 2))), HALF)))
    assert simplify(formula, positive=[True, False]) == distance
    ratio = plus(term(1, (0, -2), (1, 2)), term(1))
    unchanged = plus(term(1, X, (ratio, HALF)))
    assert simplify(formula, positive=[False, True]) == simplify(formula) == unchanged


def test_a_sum_of_reciprocals_becomes_a_quotient():
    formula = plus(term(1, (plus(term(1, (0, -1)), term(1, (1, -1))), -1)))
    quotient = plus(term(1, X, Y, (plus(term(1, X), term(1, Y)), -1)))
    assert simplify(formula) == quotient


def test_scales_that_cannot_be_told_apart_give_one_form():
    def saturation(numerator, x, constant):
        return plus(term(numerator, X, (plus(term(constant), term(x, X)), -1)))

    forms = [
        simplify(saturation(*numbers), positive=POSITIVE)
        for numbers in ((2.5, 1, 0.4), (6.25, 2.5, 1), (6.25, 2.5, 1.0), (1, 0.4, 0.16))
    ]
    for form in forms:
        assert same_form(form, forms[0])
        np.testing.assert_allclose(parameters(form), [2.5, 0.4])


def test_what_is_measured_once_stays_measured_once():
    formula = plus(term(0.7, (plus(term(1, X), term(1, Y)), 1)))
    assert simplify(formula) == formula
    once_exact = plus(term(0.7, (plus(term(1, X), term(2.0, Y)), 1)))
    assert simplify(once_exact) == plus(term(0.7, X), term(1.4, Y))


def test_sums_inside_sums_are_simplified_too():
    inner = plus(term(1, X), term(1, X), term(0, Y))
    formula = plus(term(1, (plus(term(1, (inner, 2)), term(4, (1, 2))), HALF)))
    expected = plus(term(2, (plus(term(1, (0, 2)), term(1, (1, 2))), HALF)))
    assert repr(simplify(formula)) == repr(expected)


def test_an_empty_base_is_zero():
    assert simplify(plus(term(2, (plus(), 2)), term(1, X))) == plus(term(1, X))
    nowhere = plus(term(2, (plus(), -1)))
    assert simplify(nowhere) == nowhere


def test_every_input_needs_its_sign():
    with pytest.raises(InvalidValueError, match="positive should tell of each of at least 2"):
        simplify(plus(term(1, Y)), positive=[True])
