import numpy as np
import pytest
from hypothesis import given

from nalm.errors import InvalidValueError
from nalm.symbolic import evaluate, jacobian, parameters, with_parameters
from tests.symbolic._differences import check_of_any_sign, check_smooth
from tests.symbolic.strategies import (
    INPUTS,
    WHOLE,
    F,
    call,
    formulas,
    plus,
    quick,
    smooth_formulas,
    tables,
    term,
)


def differences(formula, x, size):
    values = parameters(formula)
    columns = []
    for k in range(len(values)):
        step = size * (np.arange(len(values)) == k)
        above, below = (evaluate(with_parameters(formula, values + s), x) for s in (step, -step))
        columns.append((above - below) / (2 * size))
    return np.array(columns).reshape(len(values), len(x)).T


@quick
@given(smooth_formulas(), tables(positive=[True] * INPUTS))
def test_it_equals_differences(formula, x):
    check_smooth(jacobian(formula, x), differences, formula, x)


@quick
@given(formulas(exponents=WHOLE), tables())
def test_it_equals_differences_for_inputs_of_any_sign(formula, x):
    check_of_any_sign(jacobian(formula, x), differences, formula, x)


def test_without_parameters_it_has_no_columns():
    assert jacobian(plus(term(2, (0, 2))), np.ones((4, 1))).shape == (4, 0)


def test_coefficients_of_a_line():
    x = np.array([[2.0], [3.0]])
    assert jacobian(plus(term(5.0, (0, 1)), term(1.0)), x).tolist() == [[2, 1], [3, 1]]


def test_pinned_values():
    inner = plus(term(1, (0, 2)), term(3.0))
    formula = plus(term(2.0, (inner, 0.5), (1, 1.0)))
    root, x = np.sqrt(7), np.array([[2.0, np.e]])
    expected = [root * np.e, 2 * root * np.e * np.log(7), np.e / root, 2 * root * np.e]
    np.testing.assert_allclose(jacobian(formula, x), [expected])


@pytest.mark.parametrize(
    ("exponent", "base", "expected"),
    [
        (2.0, 0.0, 0.0),  # the limit of b^p ln b
        (0.5, 0.0, 0.0),
        (0.0, 0.0, np.nan),  # 0^p jumps at p = 0
        (-1.0, 0.0, np.nan),
        (2.0, -3.0, np.nan),  # a value, but none beside it
        (0.5, -3.0, np.nan),
        (2.0, np.e, np.e**2),
    ],
)
def test_derivatives_by_an_exponent_at_the_edge(exponent, base, expected):
    found = jacobian(plus(term(1, (0, exponent))), np.array([[base]]))
    np.testing.assert_allclose(found, [[expected]])


@pytest.mark.parametrize(
    ("exponent", "expected"),
    [(F(1, 2), np.inf), (F(1), 1), (F(3, 2), 0), (F(2), 0), (F(0), 0), (F(-1), np.nan)],
)
def test_derivatives_by_a_base_of_zero(exponent, expected):
    zero = plus(term(1, (0, 1)), term(0.0))
    found = jacobian(plus(term(1, (zero, exponent))), np.array([[0.0]]))
    np.testing.assert_equal(found, [[expected]])


def test_what_does_not_change_a_base_of_zero_has_the_derivative_zero():
    """√(2 x + y) at x = y = 0 is 0 for any other number than 2, and for no other y."""
    line = plus(term(2.0, (0, 1)), term(1, (1, 1)), term(0.0))
    found = jacobian(plus(term(1, (line, F(1, 2)))), np.array([[0.0, 0.0], [3.0, 3.0]]))
    np.testing.assert_allclose(found, [[0.0, np.inf], [0.5, 1 / 6]])


def test_a_factor_of_zero_does_not_hide_the_others():
    """The derivative of a product by one factor needs no division by it."""
    zero = plus(term(1, (0, 1)), term(0.0))
    formula = plus(term(2, (zero, 1), (1, 1)))
    assert jacobian(formula, np.array([[0.0, 3.0]])).tolist() == [[6.0]]


def test_a_wrong_table_is_refused():
    with pytest.raises(InvalidValueError, match="x should have"):
        jacobian(plus(term(1.5, (1, 1))), np.ones((3, 1)))


def test_a_number_that_changes_no_argument_has_no_slope_where_that_is_infinitely_steep():
    along = call("arcsin", term(F(1)), term(-0.5, (0, 1)))
    formula = plus(term(F(2), (along, 1)))
    assert jacobian(formula, np.array([[0.0], [2.0]]))[0].tolist() == [0.0]
