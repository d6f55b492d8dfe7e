import numpy as np
import pytest
import sympy
from hypothesis import given

from nalm.errors import InvalidValueError
from nalm.symbolic import MultipleOfPi, evaluate, to_text
from tests.symbolic.strategies import (
    INPUTS,
    NAMES,
    F,
    call,
    plus,
    quick,
    smooth_formulas,
    tables,
    term,
)

X, Y, Z = (0, 1), (1, 1), (2, 1)
HALF = F(1, 2)
DISTANCE = plus(term(1, (0, 2)), term(1, (1, 2)))


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (plus(), "0"),
        (plus(term(2.5)), "2.5"),
        (plus(term(-1)), "-1"),
        (plus(term(1, X), term(-1, Y)), "x - y"),
        (plus(term(-1, X), term(1, Y)), "y - x"),
        (plus(term(-1, X), term(-2, Y)), "-x - 2*y"),
        (plus(term(2.5, X, (1, 2), (2, -1)), term(1, (DISTANCE, HALF))),
         "2.5*x*y^2/z + sqrt(x^2 + y^2)"),
        (plus(term(1, (0, -1))), "1/x"),
        (plus(term(1, (0, -HALF), (1, -2))), "1/(sqrt(x)*y^2)"),
        (plus(term(1, (DISTANCE, -1))), "1/(x^2 + y^2)"),
        (plus(term(F(1, 2), X, (1, 2))), "x*y^2/2"),
        (plus(term(F(3, 2), (0, -1))), "3/(2*x)"),
        (plus(term(1, (0, F(2, 3)))), "x^(2/3)"),
        (plus(term(1, (0, 1.97)), term(6.67e-11, Y)), "x^1.97 + 6.67e-11*y"),
        (plus(term(0.99999999, (0, 2.00000001), (1, 1.00000001))), "x^2*y"),
        (plus(term(1, (0, 0))), "x^0"),
        (plus(term(2, (DISTANCE, 1.5))), "2*(x^2 + y^2)^1.5"),
        (plus(term(3.0, (call("exp", term(-0.2, X)), 1))), "3*exp(-0.2*x)"),
        (plus(term(1, (call("sin", term(1, X)), 2), Y)), "sin(x)^2*y"),
        (plus(term(1, (call("log", term(1, X)), -1))), "1/log(x)"),
        (plus(term(MultipleOfPi(F(3, 2)), X), term(MultipleOfPi(HALF))), "3*pi*x/2 + pi/2"),
        (plus(term(1, (0, MultipleOfPi(2)))), "x^(2*pi)"),
    ],
)  # fmt: skip
def test_pinned_texts(formula, text):
    assert to_text(formula, NAMES) == text


def test_digits_are_significant_digits_of_measured_numbers():
    formula = plus(term(123.456789, (0, 1.23456789)), term(F(123456789), Y))
    assert to_text(formula, NAMES, digits=3) == "123*x^1.23 + 123456789*y"


@quick
@given(smooth_formulas(), tables(positive=[True] * INPUTS))
def test_the_text_read_back_is_the_formula(formula, x):
    symbols = [sympy.Symbol(name, positive=True) for name in NAMES]
    text = to_text(formula, NAMES, digits=17)
    read = sympy.sympify(text, locals=dict(zip(NAMES, symbols, strict=True)))
    expected = evaluate(formula, x)
    with np.errstate(over="ignore"):
        found = sympy.lambdify(symbols, read, "numpy")(*x.T) * np.ones(len(x))
    finite = np.isfinite(expected) & (expected < 1e150)
    np.testing.assert_allclose(found[finite], expected[finite], rtol=1e-9)


def test_every_input_needs_a_name():
    with pytest.raises(InvalidValueError, match="names should hold at least 3 names"):
        to_text(plus(term(1, Z)), ["x", "y"])
