import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from nalm.errors import InvalidValueError
from nalm.symbolic import evaluate, to_sympy
from tests.symbolic._conditioned import conditioned, nearby
from tests.symbolic.strategies import NAMES, F, formulas, plus, quick, tables, term

X = (0, 1)


@quick
@given(formulas(), tables())
def test_the_expression_computes_the_formula(formula, x):
    symbols = [sympy.Symbol(name, real=True) for name in NAMES]
    values = nearby(formula, x)
    expected, usable = evaluate(formula, x), conditioned(values)
    if not usable.any():
        return
    with np.errstate(all="ignore"):
        function = sympy.lambdify(symbols, to_sympy(formula, NAMES), ["scipy", "numpy"])
        found = function(*x[usable].T) * np.ones(usable.sum())
    np.testing.assert_allclose(found, expected[usable], rtol=1e-5)


def test_exact_numbers_are_rational_and_measured_ones_floats():
    expression = to_sympy(plus(term(F(3, 2), (0, F(2, 3))), term(2.5, (1, 1.9))), NAMES)
    x, y = sympy.symbols("x y", real=True)
    assert expression == sympy.Rational(3, 2) * x ** sympy.Rational(2, 3) + 2.5 * y**1.9
    assert {type(each) for each in expression.atoms(sympy.Number)} == {
        sympy.Rational,
        sympy.Float,
    }


def test_a_root_of_a_square_keeps_its_sign():
    root = to_sympy(plus(term(1, (plus(term(1, (0, 2))), F(1, 2)))), NAMES)
    assert root == sympy.Abs(sympy.Symbol("x", real=True))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_keep_every_bit(number):
    assert float(to_sympy(plus(term(number)), [])) == number


def test_every_input_needs_a_name():
    with pytest.raises(InvalidValueError, match="names should hold at least 1 names"):
        to_sympy(plus(term(1, X)), [])
