import numpy as np
import pytest

from nalm.symbolic import Sum, parameters, simplify, to_text
from nalm.symbolic._formula._formula import argument_of
from nalm.symbolic._normal_form._exponential import with_one_exponential
from tests.symbolic.strategies import F, call, plus, term

X, Y = (0, 1), (1, 1)


def exp(*terms):
    return call("exp", *terms), 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # e^A e^B = e^(A + B), (e^A)^p = e^(p A)
        (
            plus(term(2, exp(term(1, X)), exp(term(3, Y)))),
            plus(term(2, exp(term(1, X), term(3, Y)))),
        ),
        (plus(term(1, (exp(term(1, X))[0], -2))), plus(term(1, exp(term(-2, X))))),
        (plus(term(1, (exp(term(1, X))[0], 0.5))), plus(term(1, exp(term(0.5, X))))),
        (plus(term(1, exp(term(1, X)), exp(term(-1, X)), Y)), plus(term(1, Y))),
        # of one measured exponent two are not made
        (
            plus(term(1, (exp(term(1, X), term(1, Y))[0], 0.5))),
            plus(term(1, exp(term(0.5, (plus(term(1, X), term(1, Y)), 1))))),
        ),
        # exact constants stay beside exact numbers
        (plus(term(1, exp(term(1, X), term(1)))), plus(term(1, exp(term(1, X), term(1))))),
        # e^(c log S) = S^c
        (plus(term(1, exp(term(2, (call("log", term(1, X)), 1))))), plus(term(1, (0, 2)))),
        (plus(term(1, exp(term(2.5, (call("log", term(1, X)), 1))))), plus(term(1, (0, 2.5)))),
        # the logistic function has one form
        (
            plus(term(1, exp(term(1, X)), (plus(term(1, exp(term(1, X))), term(1)), -1))),
            plus(term(1, (plus(term(1, exp(term(-1, X))), term(1)), -1))),
        ),
    ],
)
def test_exponentials_of_a_product_are_one(before, after):
    assert repr(simplify(before)) == repr(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # e^(-x) (e^x - 1) = 1 - e^(-x), also of measured numbers that cancel
        (
            plus(term(1, exp(term(-1, X)), (plus(term(1, exp(term(1, X))), term(-1)), 1))),
            plus(term(-1, exp(term(-1, X))), term(1)),
        ),
        (
            plus(term(1, exp(term(-1.3, X)), (plus(term(1, exp(term(1.3, X))), term(-1)), 1))),
            plus(term(-1, exp(term(-1.3, X))), term(1)),
        ),
        # under another power
        (
            plus(term(2.5, exp(term(-2, X)), (plus(term(1, exp(term(1, X))), term(-1)), 2))),
            plus(term(2.5, (plus(term(1, exp(term(-1, X))), term(-1)), 2))),
        ),
    ],
)
def test_an_exponential_goes_into_a_sum_that_then_has_fewer(before, after):
    assert repr(simplify(before)) == repr(simplify(after))
    assert "exp(-" in to_text(simplify(before), ["x"])


@pytest.mark.parametrize(
    "formula",
    [
        # as many are left: e^(-x) (e^(2x) - 1)
        plus(term(1, exp(term(-1, X)), (plus(term(1, exp(term(2, X))), term(-1)), 1))),
        # measured apart, they do not cancel
        plus(term(1, exp(term(-1.3, X)), (plus(term(1, exp(term(1.2, X))), term(-1)), 1))),
        # of one measured number two would be made
        plus(term(1, exp(term(-1.3, X)), (plus(term(1, exp(term(1, X))), term(-1)), 1))),
    ],
)
def test_where_an_exponential_would_not_be_spared_it_stays_outside(formula):
    assert any(argument_of(power.base, "exp") for power in simplify(formula).terms[0].powers)


@pytest.mark.parametrize(
    ("coefficient", "constant", "expected"),
    [(2.0, 0.5, 2 * np.exp(0.5)), (2, 0.5, 2 * np.exp(0.5)), (2.0, 1, 2 * np.e)],
)
def test_a_coefficient_and_a_constant_inside_are_one_number(coefficient, constant, expected):
    formula = plus(term(coefficient, exp(term(-0.2, X), term(constant))))
    found = simplify(formula)
    assert found.terms[0].powers == term(1, exp(term(-0.2, X))).powers
    np.testing.assert_allclose(parameters(found), [expected, -0.2], rtol=1e-15)


def test_a_constant_of_a_product_inside_is_found_too():
    formula = plus(term(2.0, exp(term(0.5, (plus(term(1, X), term(1, Y), term(1)), 1)))))
    inside = plus(term(1, X), term(1, Y))
    found = simplify(formula)
    assert found.terms[0].powers == term(1, exp(term(0.5, (inside, 1)))).powers
    np.testing.assert_allclose(parameters(found), [2 * np.exp(0.5), 0.5])


def test_a_constant_beyond_double_precision_stays():
    formula = plus(term(2.0, exp(term(1, X), term(800.0))))
    assert simplify(formula) == formula


def test_a_product_of_exponentials_and_their_reciprocal_has_none():
    base = exp(term(1, X))[0]
    again = exp(term(-1, X))[0]
    assert with_one_exponential(F(3), {base: F(1), again: F(1), 1: F(2)}) == (3, {1: 2})
    assert with_one_exponential(F(1), {again: F(0)})[1] == {}
    assert with_one_exponential(2.0, {exp()[0]: F(1)}) == (2.0, {})
    assert Sum(()) == exp()[0].argument
