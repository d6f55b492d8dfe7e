import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.errors import InvalidValueError
from nalm.symbolic import Call, Sum, evaluate, find_function
from tests.symbolic.strategies import INPUTS, F, formulas, plus, quick, tables, term

HALF = F(1, 2)


def value(exponent, base):
    return evaluate(plus(term(1, (0, exponent))), np.array([[base]])).item()


def defined(formula, row):
    """Follow the definition number by number; NaN outside the domain."""
    total = 0.0
    for product in formula.terms:
        result = float(product.coefficient)
        for power in product.powers:
            base = defined_base(power.base, row)
            exponent = float(power.exponent)
            outside = (base < 0 and not exponent.is_integer()) or (base == 0 and exponent < 0)
            result *= np.nan if outside or np.isnan(base) else np.float64(base) ** exponent
        total += result
    return total


def defined_base(base, row):
    if isinstance(base, Call):
        argument = np.array([defined(base.argument, row)])
        return find_function(base.function).value(argument).item()
    return defined(base, row) if isinstance(base, Sum) else row[base]


@quick
@given(formulas(), tables())
def test_every_row_follows_the_definition(formula, x):
    with np.errstate(all="ignore"):
        expected = np.array([defined(formula, row) for row in x])
        steep = np.ptp([evaluate(formula, x * (1 + h)) for h in (-1e-12, 0, 1e-12)], axis=0)
    known = np.isfinite(expected) & np.isfinite(steep)
    error = np.abs(evaluate(formula, x) - expected)[known]
    assert (error <= 1e-9 * np.abs(expected[known]) + steep[known] + 1e-9).all()


@quick
@given(st.floats(-20, 20) | st.integers(-20, 20).map(lambda n: n / 2), st.floats(-10, 10))
def test_a_power_is_that_of_the_definition(exponent, base):
    with np.errstate(all="ignore"):
        expected = defined(plus(term(1, (0, exponent))), [base])
    np.testing.assert_allclose(value(exponent, base), expected, rtol=1e-13, atol=1e-300)


@pytest.mark.parametrize("exponent", [-0.5, 0.5, 1.5])
def test_half_powers_of_subnormal_numbers(exponent):
    base = 2.225073858507e-311
    assert value(exponent, base) == pytest.approx(base**exponent, rel=1e-13, abs=0.0)


@quick
@given(formulas(), tables())
def test_nothing_warns(formula, x):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evaluate(formula, np.where(x > 1.5, 0, x * 1e200))


@pytest.mark.parametrize(
    ("exponent", "base", "expected"),
    [
        (F(2), -3, 9),
        (2.0, -3, 9),
        (F(3), -2, -8),
        (F(-1), -4, -0.25),
        (-1.0, -4, -0.25),
        (HALF, 4, 2),
        (HALF, 0, 0),
        (F(0), 0, 1),
        (F(40), -1, 1),
        (F(3), 1e200, np.inf),
        (F(-3), 1e-200, np.inf),
        (F(3), -1e200, -np.inf),
        (HALF, -4, np.nan),
        (F(1, 3), -8, np.nan),
        (2.0000001, -3, np.nan),
        (F(-1), 0, np.nan),
        (F(-40), 0, np.nan),
        (-0.5, 0, np.nan),
        (-0.3, 0, np.nan),
        (F(0), np.nan, np.nan),
    ],
)
def test_pinned_powers_and_the_edge_of_the_domain(exponent, base, expected):
    np.testing.assert_equal(value(exponent, base), expected)


def test_a_sum_outside_its_domain_takes_its_power_along():
    inner = plus(term(1, (0, HALF)))
    formula = plus(term(1, (inner, F(0))), term(2))
    np.testing.assert_equal(evaluate(formula, np.array([[-1.0], [1.0]])), [np.nan, 3])


def test_constants_fill_every_row():
    assert evaluate(plus(), np.ones((3, 1))).tolist() == [0, 0, 0]
    assert evaluate(plus(term(F(3, 2)), term(1.0)), np.ones((2, 0))).tolist() == [2.5, 2.5]


def test_an_exact_number_beyond_double_precision_is_infinite():
    huge = plus(term(F(-(10**400))))
    assert evaluate(huge, np.ones((1, 1))).tolist() == [-np.inf]


def test_inputs_are_left_alone():
    x = np.array([[0.0, 2.0]])
    for exponent in (F(1), F(-1), F(-40), -0.3, HALF):
        evaluate(plus(term(1, (0, exponent), (1, exponent))), x)
    assert x.tolist() == [[0.0, 2.0]]


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (np.ones(3), r"x should have the shape \(rows, inputs\), found \(3,\)"),
        (np.ones((3, INPUTS - 1)), "found 2 columns and the input number 2"),
    ],
)
def test_a_wrong_table_is_refused(x, message):
    with pytest.raises(InvalidValueError, match=message):
        evaluate(plus(term(1, (INPUTS - 1, 1))), x)
