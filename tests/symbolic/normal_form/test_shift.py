import pytest

from nalm.symbolic import Product, Sum
from nalm.symbolic._formula._formula import Power
from nalm.symbolic._normal_form._shift import _Split, _valid, shift
from tests.symbolic.strategies import F, plus, term

HALF = F(1, 2)
X, Y = (0, 1), (1, 1)


def shifted(formula, positive=()):
    """Shift factors of a product whose last power is that of a sum."""
    (product,) = formula.terms
    *others, power = product.powers
    exponents = {each.base: each.exponent for each in others}
    base, exponents = shift(power.base, power.exponent, others=exponents, positive=positive)
    powers = tuple(Power(b, e) for b, e in exponents.items())
    return Sum((Product(product.coefficient, (*powers, Power(base, power.exponent))),))


def of(base, exponent, *others):
    return plus(term(1, *others, (base, exponent)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # x √(1 + y²/x²) = √(x² + y²)
        (
            of(plus(term(1), term(1, (1, 2), (0, -2))), HALF, X),
            of(plus(term(1, (0, 2)), term(1, (1, 2))), HALF),
        ),
        # x √(1 + 1/x) = √(x² + x) has as many exponents, and no negative one
        (of(plus(term(1), term(1, (0, -1))), HALF, X), of(plus(term(1, (0, 2)), term(1, X)), HALF)),
        # √(xy + xz) = √x √(y + z)
        (
            of(plus(term(1, X, Y), term(1, X, (2, 1))), HALF),
            of(plus(term(1, Y), term(1, (2, 1))), HALF, (0, HALF)),
        ),
    ],
)
def test_for_positive_inputs(before, after):
    assert shifted(before, [True] * 3) == after
    assert shifted(before) == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # 1/(1 + y/x) = x/(x + y): a whole power
        (
            of(plus(term(1), term(1, Y, (0, -1))), -1),
            of(plus(term(1, X), term(1, Y)), -1, X),
        ),
        # √(x⁴ + x⁴y²) = x² √(1 + y²): even steps, and nothing negative stays
        (
            of(plus(term(1, (0, 4)), term(1, (0, 4), (1, 2))), HALF),
            of(plus(term(1), term(1, (1, 2))), HALF, (0, 2)),
        ),
        # √x is x ≥ 0: (√x + √x y)^0.5
        (
            of(plus(term(1, (0, HALF)), term(1, (0, HALF), (1, 2))), HALF),
            of(plus(term(1), term(1, (1, 2))), HALF, (0, F(1, 4))),
        ),
    ],
)
def test_for_inputs_of_any_sign(before, after):
    assert shifted(before) == after


@pytest.mark.parametrize(
    "formula",
    [
        of(plus(term(1, (0, 2)), term(1, (0, 2), (1, 2))), HALF),  # |x| √(1 + y²)
        of(plus(term(1, (0, 4)), term(-1, (0, 4), Y)), HALF),  # at x = 0 it is 0 for every y
        of(plus(term(2.5), term(1, X)), -1, X),  # 1/(1 + 2.5/x) has no value at 0
        of(plus(term(1, X, Y), term(1, X, (2, 1)), term(2.5)), -1, X),  # nor 1/(y + z + 2.5/x)
        of(plus(term(1, X), term(1, Y)), -1, (2, -1)),  # nothing in common
    ],
)
def test_what_would_change_the_function_or_not_help_is_left(formula):
    assert shifted(formula) == formula


def test_a_factor_below_the_line_stays_simple():
    formula = of(plus(term(1, X, Y), term(1)), -1, (0, -1))
    assert shifted(formula, [True, True]) == formula


def test_no_exponent_is_measured_twice():
    formula = of(plus(term(1, X), term(1, X, Y)), 1.7)
    assert shifted(formula, [True, True]) == formula


def test_an_input_of_unknown_sign_gets_no_broken_exponent():
    square = _Split(F(2), (F(0), F(1)), F(2), signed=True)
    assert _valid(square, F(-1), positive=False)
    assert not _valid(square, F(-1, 2), positive=False)
    assert _valid(square, F(-1, 2), positive=True)
