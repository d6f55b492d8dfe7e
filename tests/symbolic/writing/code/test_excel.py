import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.symbolic import Equation, evaluate, to_code
from tests.symbolic.strategies import call, formulas, plus, quick, tables, term
from tests.symbolic.writing.code._equal import (
    CORNERS,
    DOMAINS,
    assert_equal,
    corner_values,
    equation,
    systems,
)
from tests.symbolic.writing.code._spreadsheet import spreadsheet


def run(equations, x):
    cells = [dict(zip("ABC", row, strict=True)) for row in x]
    lines = to_code(equations, "excel").splitlines()
    return np.array([[spreadsheet(line, each) for each in cells] for line in lines])


@quick
@given(st.lists(formulas(functions=()), min_size=1, max_size=3), tables())
def test_the_cells_compute_sums_products_and_powers(drawn, x):
    equations = [equation(each, target=f"f{k}") for k, each in enumerate(drawn)]
    assert_equal(run(equations, x), equations, x)


@quick
@given(systems(), tables())
def test_the_cells_compute_functions(equations, x):
    # Through an infinity, as in exp(-exp(1000)), there is an error instead of the limit.
    pairs = zip(run(equations, x), equations, strict=True)
    found = [np.where(np.isnan(row), evaluate(each.formula, x), row) for row, each in pairs]
    assert_equal(found, equations, x, through_infinity=False)


@pytest.mark.parametrize("formula", DOMAINS.values(), ids=DOMAINS)
def test_there_is_a_value_where_the_formula_has_one(formula):
    found = run([equation(formula)], CORNERS)[0]
    np.testing.assert_allclose(found, corner_values(formula), rtol=1e-12)


@pytest.mark.parametrize("function", ["log", "arcsin", "arccos", "exp", "tan"])
def test_functions_have_no_value_outside_their_domain(function):
    formula = plus(term(1, (call(function, term(1, (0, 1))), 1)))
    found = run([equation(formula)], CORNERS)[0]
    np.testing.assert_allclose(found, corner_values(formula), rtol=1e-12)


def test_cells_are_counted_in_letters_and_said():
    names = tuple(f"v{k}" for k in range(30))
    last = Equation(
        target="y", formula=plus(term(2, (29, 1))), names=names, labels=(*names[:29], 'a "b"')
    )
    text = to_code(last, "excel")
    assert text.startswith("=2*AD2 + N(")
    assert 'N("AD2 is a ""b""")' in text
    assert "A2 is v0" not in text  # which no formula has
