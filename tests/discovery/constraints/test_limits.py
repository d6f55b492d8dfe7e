import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.constraints._limits import limit, limit_of_slope
from nalm.symbolic import evaluate
from tests.discovery.constraints._formulas import formula, formulas

END = np.array([np.inf])
CASES = {
    "3*x/(2 + x)": (3.0, 0.0),
    "5 - 5*exp(-x/2)": (5.0, 0.0),
    "3/(1 + 2/x)": (3.0, 0.0),
    "2*x + 1/x": (None, 2.0),
    "x^2": (None, None),
    "sqrt(x)": (None, 0.0),
    "4*tanh(x/3) + 1": (5.0, 0.0),
    "x*exp(-x)": (0.0, 0.0),
    "exp(x)": (None, None),
    "sqrt(4*x^2 + 1)": (None, 2.0),
    "sin(x)": (None, None),
    "sin(1/x)": (0.0, 0.0),
    "exp(x) - exp(2*x)": (None, None),
    "7": (7.0, 0.0),
}


@pytest.mark.parametrize("text", CASES)
def test_limits_are_those_of_analysis(text):
    law, (value, slope) = formula(text), CASES[text]
    for found, wanted in (
        (limit(law, END, place=0), value),
        (limit_of_slope(law, END, place=0), slope),
    ):
        assert not np.isfinite(found) if wanted is None else found == pytest.approx(wanted)


def test_the_other_end_and_the_other_inputs_count():
    assert limit(formula("3*tanh(x)"), -END, place=0) == pytest.approx(-3.0)
    assert limit_of_slope(formula("2*x"), -END, place=0) == pytest.approx(2.0)
    law = formula("a*x/(b + x)", ["x", "a", "b"])
    assert limit(law, np.array([np.inf, 4.0, 9.0]), place=0) == pytest.approx(4.0)


@given(formulas(), st.floats(0.2, 3))
def test_a_limit_is_where_values_far_out_lie(law, other):
    found = limit(law, np.array([np.inf, other]), place=0)
    with np.errstate(all="ignore"):
        far = evaluate(law, np.array([[10.0**k, other] for k in (6, 9, 12, 15)]))
    if np.isfinite(found) and np.isfinite(far).all():
        gap = np.abs(far - found)
        # As slowly as x^(-1/2), or lost in the rounding of terms that cancel.
        assert gap[-1] <= gap[0] / 10 + 1e-3 * (1 + abs(found)) or _cancels(law, other)


def _cancels(law, other):
    with np.errstate(all="ignore"):
        parts = [evaluate(type(law)((term,)), np.array([[1e15, other]]))[0] for term in law.terms]
    return max(map(abs, parts)) > 1e6
