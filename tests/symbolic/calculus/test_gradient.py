import numpy as np
import pytest
from hypothesis import given

from nalm.errors import InvalidValueError
from nalm.symbolic import evaluate, gradient
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
    columns = []
    for j in range(INPUTS):
        step = size * (np.arange(INPUTS) == j)
        columns.append((evaluate(formula, x + step) - evaluate(formula, x - step)) / (2 * size))
    return np.column_stack(columns)


@quick
@given(smooth_formulas(), tables(positive=[True] * INPUTS))
def test_it_equals_differences(formula, x):
    check_smooth(gradient(formula, x), differences, formula, x)


@quick
@given(formulas(exponents=WHOLE), tables())
def test_it_equals_differences_for_inputs_of_any_sign(formula, x):
    check_of_any_sign(gradient(formula, x), differences, formula, x)


def test_pinned_values():
    inner = plus(term(1, (0, 2)), term(3.0))
    formula = plus(term(2.0, (inner, 0.5), (1, 1.0)), term(5))
    assert gradient(formula, np.array([[1.0, 7.0, 9.0]])).tolist() == [[7, 4, 0]]


def test_a_constant_has_no_slope():
    assert gradient(plus(term(2.5)), np.ones((2, 3))).tolist() == [[0] * 3] * 2


def test_at_the_edge_of_the_domain():
    root = plus(term(1, (plus(term(1, (0, 1)), term(-1, (1, 1))), F(1, 2))), term(1, (2, 1)))
    x = np.array([[1.0, 1.0, 2.0], [1.0, 2.0, 2.0]])
    found = gradient(root, x)
    assert found[0].tolist() == [np.inf, -np.inf, 1.0]
    assert np.isnan(found[1, :2]).all()


def test_what_a_function_does_not_depend_on_has_no_slope_where_it_is_infinitely_steep():
    x = np.array([[1.0, 3.0, 2.0]])
    along_x = plus(term(2.0, (call("arcsin", term(1, (0, 1))), 1)))
    assert gradient(along_x, x).tolist() == [[np.inf, 0.0, 0.0]]
    for exponent in (0, 1, -2):
        constant = plus(term(2.0, (call("arcsin", term(1)), exponent)))
        assert gradient(constant, x).tolist() == [[0.0] * 3]


def test_too_few_inputs_are_refused():
    with pytest.raises(InvalidValueError, match="a column for every input"):
        gradient(plus(term(1.0, (2, 1))), np.ones((1, 2)))
