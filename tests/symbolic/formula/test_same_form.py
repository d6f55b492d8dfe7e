import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.symbolic import Product, Sum, form_key, same_form
from tests.symbolic.strategies import EXACT, F, formulas, plus, quick, term

X, Y = (0, 1), (1, 1)


def inner(*coefficients):
    return plus(*(term(c, (i, 1)) for i, c in enumerate(coefficients)))


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (plus(), plus(), True),
        (plus(term(2.5, X)), plus(term(-7.0, X)), True),
        (plus(term(2.5, X), term(1.0)), plus(term(1.0), term(2.5, X)), True),
        (plus(term(2.5, X, Y)), plus(term(2.5, Y, X)), True),
        (plus(term(2.5, X)), plus(term(2.5, Y)), False),
        (plus(term(2.5, X)), plus(term(2.5, X), term(1.0)), False),
        (plus(term(2, X)), plus(term(3, X)), False),
        (plus(term(2, X)), plus(term(2.0, X)), False),
        (plus(term(1, (0, F(1, 3)))), plus(term(1, (0, F(333, 1000)))), False),
        (plus(term(1, (0, F(2)))), plus(term(1, (0, 2.0009))), True),
        (plus(term(1, (0, F(2)))), plus(term(1, (0, 2.0011))), False),
        (plus(term(1, (0, 1.9995))), plus(term(1, (0, 2.0004))), True),
        (plus(term(1, (inner(1, 2.5), -1))), plus(term(1, (inner(1, 3.5), -1))), True),
        (plus(term(1, (inner(1, 2.5), -1))), plus(term(1, (inner(2.5, 1), -1))), False),
        (plus(term(1, (inner(1, 2.5), -1))), plus(term(1, X)), False),
    ],
)
def test_pinned_pairs(a, b, same):
    assert same_form(a, b) is same
    assert same_form(b, a) is same


def test_nearness_is_not_decided_by_the_first_that_fits():
    a = plus(term(1.0, (0, 1.0000)), term(1.0, (0, 1.0008)))
    b = plus(term(1.0, (0, 1.0008)), term(1.0, (0, 0.9995)))
    assert same_form(a, b)


@st.composite
def pairs(draw):
    """Draw a formula, and itself in another order with other measured coefficients."""
    formula = draw(formulas(exponents=EXACT))
    random = draw(st.randoms(use_true_random=False))

    def other(part):
        terms = [
            Product(
                random.random() if isinstance(t.coefficient, float) else t.coefficient,
                tuple(
                    type(p)(other(p.base) if isinstance(p.base, Sum) else p.base, p.exponent)
                    for p in random.sample(t.powers, len(t.powers))
                ),
            )
            for t in part.terms
        ]
        return Sum(tuple(random.sample(terms, len(terms))))

    return formula, other(formula)


@quick
@given(pairs())
def test_values_and_order_do_not_matter(pair):
    assert same_form(*pair)
    assert form_key(pair[0]) == form_key(pair[1])
    assert hash(form_key(pair[0])) == hash(form_key(pair[1]))


@quick
@given(formulas(exponents=EXACT), formulas(exponents=EXACT))
def test_equal_keys_mean_one_form(a, b):
    assert (form_key(a) == form_key(b)) == same_form(a, b)


@quick
@given(formulas())
def test_a_formula_is_of_its_own_form_and_of_none_with_a_term_more(formula):
    assert same_form(formula, formula)
    assert not same_form(formula, Sum((*formula.terms, Product(1.5))))


def test_a_key_rounds_exponents():
    assert form_key(plus(term(1.0, (0, 1.99996)))) == form_key(plus(term(1.0, (0, F(2)))))
    assert form_key(plus(term(1.0, (0, -1e-9)))) == form_key(plus(term(1.0, (0, 1e-9))))
