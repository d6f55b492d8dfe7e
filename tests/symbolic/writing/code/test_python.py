import numpy as np
import pytest
from hypothesis import given

from nalm.symbolic import to_code
from tests.symbolic.strategies import call, plus, quick, tables, term
from tests.symbolic.writing.code._equal import (
    CORNERS,
    DOMAINS,
    LABELS,
    assert_equal,
    corner_values,
    equation,
    systems,
)


def run(equations):
    names = {}
    exec(compile(to_code(equations, "python"), "written", "exec"), names)
    name = f"{equations[0].target}" if len(equations) == 1 else "equations"
    return names[name]


@quick
@given(systems(), tables())
def test_the_function_computes_the_formulas(equations, x):
    found = run(equations)(*x.T)
    assert_equal(found if len(equations) > 1 else [found], equations, x)


@pytest.mark.parametrize("formula", DOMAINS.values(), ids=DOMAINS)
def test_there_is_a_value_where_the_formula_has_one(formula):
    found = run([equation(formula)])(*CORNERS.T)
    np.testing.assert_allclose(found, corner_values(formula), rtol=1e-12)


@pytest.mark.parametrize("function", ["log", "arcsin", "arccos", "exp", "tan"])
def test_functions_have_no_value_outside_their_domain(function):
    formula = plus(term(1, (call(function, term(1, (0, 1))), 1)))
    found = run([equation(formula)])(*CORNERS.T)
    np.testing.assert_allclose(found, corner_values(formula), rtol=1e-12)


def test_numbers_give_a_number_and_columns_a_column():
    half = run([equation(plus(term(0.5, (0, 1))))])
    assert half(3, 0, 0) == 1.5
    assert half([1, 2], 0.0, 0).tolist() == [0.5, 1.0]
    constant = run([equation(plus(term(0.5)))])
    assert constant([1, 2], 0, 0).tolist() == [0.5, 0.5]


def test_names_are_made_to_fit_and_said():
    text = to_code(equation(plus(term(2, (0, 1), (2, 1))), labels=LABELS), "python")
    assert "def f(x, y, z)" in text
    assert "# x is lambda" in text
    assert "mass" not in text  # which the formula does not have
    assert "# z is Δ t [s]" in text
