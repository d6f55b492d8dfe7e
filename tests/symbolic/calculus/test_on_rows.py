import numpy as np
import pytest
from hypothesis import given

from nalm.errors import InvalidValueError
from nalm.symbolic import FormulaOnRows, evaluate, jacobian, parameters, with_parameters
from tests.symbolic.strategies import INPUTS, F, formulas, plus, quick, tables, term


@quick
@given(formulas(), tables())
def test_values_are_bit_for_bit_those_of_the_formula_with_the_numbers(formula, x):
    on_rows, begin = FormulaOnRows(formula, x), parameters(formula)
    for numbers in (begin, begin + 0.25, begin):
        expected = evaluate(with_parameters(formula, numbers), x)
        np.testing.assert_array_equal(on_rows.values(numbers), expected)


@quick
@given(formulas(), tables(positive=[True] * INPUTS))
def test_slopes_do_not_depend_on_what_was_asked_before(formula, x):
    on_rows, begin = FormulaOnRows(formula, x), parameters(formula)
    for numbers in (begin, begin + 0.25, begin):
        expected = jacobian(with_parameters(formula, numbers), x)
        np.testing.assert_array_equal(on_rows.jacobian(numbers), expected)
        np.testing.assert_array_equal(on_rows.jacobian(numbers), expected)  # nothing is used up


def test_what_no_number_changes_is_computed_once(monkeypatch):
    calls = []

    def counted(base, exponent):
        calls.append(exponent)
        return base**exponent

    formula = plus(term(2.0, (0, F(2)), (1, 1.5)))
    monkeypatch.setattr("nalm.symbolic._calculus._on_rows.raised", counted)
    on_rows = FormulaOnRows(formula, np.array([[3.0, 4.0]]))
    for exponent in (0.5, 1.0):
        assert on_rows.values(np.array([2.0, exponent])) == 18 * 4.0**exponent
    assert calls == [2, 0.5, 1]


def test_an_input_that_the_table_does_not_have_is_named():
    with pytest.raises(InvalidValueError, match="input number 3"):
        FormulaOnRows(plus(term(2.0, (3, 1))), np.ones((4, 2)))
