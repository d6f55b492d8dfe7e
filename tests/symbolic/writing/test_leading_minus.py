import numpy as np
import pytest
from hypothesis import given

from nalm.symbolic import evaluate, to_text, without_leading_minus
from tests.symbolic.strategies import F, call, formulas, plus, quick, tables, term

X, Y = (0, 1), (1, 1)
GAP = plus(term(1, X), term(-1, Y))
RISE = plus(term(1, (call("exp", term(-1, X)), 1)), term(-1))


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (plus(term(-1, Y, (RISE, 1))), "y*(1 - exp(-x))"),
        (plus(term(-2.5, (GAP, -1))), "2.5/(y - x)"),
        (plus(term(-2, (GAP, 3)), term(-1.5)), "2*(y - x)^3 - 1.5"),
        # it does not begin with a minus
        (plus(term(-1, Y, (RISE, 1)), term(1)), "1 - y*(exp(-x) - 1)"),
        # no sum can take it
        (plus(term(-2, (GAP, 2))), "-2*(x - y)^2"),
        (plus(term(-2, (GAP, F(1, 2)))), "-2*sqrt(x - y)"),
        (plus(term(-2, (plus(term(1, X), term(1, Y)), -1))), "-2/(x + y)"),
        (plus(term(-2, X)), "-2*x"),
        (plus(), "0"),
    ],
)
def test_a_sum_takes_the_sign_of_what_would_begin_with_a_minus(formula, text):
    assert to_text(formula, ["x", "y"]) == text


@given(formulas(), tables())
@quick
def test_the_values_stay(formula, x):
    np.testing.assert_array_equal(evaluate(without_leading_minus(formula), x), evaluate(formula, x))
