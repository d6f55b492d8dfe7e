import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nalm
from nalm.discovery.problem._units import parse_unit
from nalm.discovery.problem._useful_columns import useful_columns
from nalm.errors import InputWarning, InvalidValueError

X = np.random.default_rng(0).uniform(1, 2, (12, 3))


def test_constant_columns_are_left_out():
    x = np.column_stack([X[:, 0], np.full(len(X), 9.81), X[:, 1]])
    with pytest.warns(InputWarning, match=r"column 'g' was left out: it is 9.81 in every row"):
        assert useful_columns(x, ["a", "g", "b"], units=None) == (0, 2)


def test_a_constant_column_with_a_unit_stays():
    x = np.column_stack([X[:, 0], np.full(len(X), 9.81), np.full(len(X), 2.0)])
    units = [parse_unit(each) for each in ("kg", "m/s^2", "1")]
    with pytest.warns(InputWarning, match="column 'c'"):
        assert useful_columns(x, ["a", "g", "c"], units=units) == (0, 1)


def test_of_equal_columns_the_first_stays():
    x = X[:, [0, 1, 0, 0]]
    with pytest.warns(InputWarning) as caught:
        assert useful_columns(x, list("abcd"), units=None) == (0, 1)
    assert [str(each.message) for each in caught] == [
        "column 'c' was left out: it equals column 'a'.",
        "column 'd' was left out: it equals column 'a'.",
    ]


def test_equal_columns_with_different_units_both_stay():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        units = [parse_unit("m"), parse_unit("s")]
        assert useful_columns(X[:, [0, 0]], ["a", "b"], units=units) == (0, 1)


@pytest.mark.filterwarnings("ignore::nalm.errors.InputWarning")
@pytest.mark.parametrize("unit", [None, [parse_unit("m")]])
def test_something_must_vary(unit):
    with pytest.raises(InvalidValueError, match="must have a column whose values differ"):
        useful_columns(np.ones((5, 1)), ["a"], units=unit)


@given(st.floats(-1e6, 1e6).filter(lambda c: abs(c) > 1e-6), st.integers(0, 2**32 - 1))
def test_of_columns_in_proportion_the_first_stays(factor, seed):
    a, b = np.random.default_rng(seed).normal(size=(2, 40))
    with pytest.warns(InputWarning, match="column 'c' was left out: it is .* times column 'a'"):
        assert useful_columns(np.column_stack([a, b, factor * a]), list("abc"), units=None) == (
            0,
            1,
        )


@pytest.mark.parametrize("size", [1e-300, 1e-160, 1e160, 1e300])
def test_the_size_of_a_column_does_not_matter(size):
    for pair, kept in (((X[:, 0], size * X[:, 0]), (0,)), ((X[:, 0], size * X[:, 1]), (0, 1))):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            assert useful_columns(np.column_stack(pair), ["a", "b"], units=None) == kept


def digits(values, count):
    return np.array([float(f"{value:.{count}g}") for value in values])


@pytest.mark.parametrize("spread", ["even", "random"])
@pytest.mark.parametrize("factor", [1.7, 0.37, -21.0])
@pytest.mark.parametrize(
    ("coarse", "fine"),
    [
        (lambda v: np.round(v, 2), lambda v: np.round(v, 4)),
        (lambda v: digits(v, 3), lambda v: digits(v, 6)),
        (lambda v: v.astype(np.float32).astype(float), lambda v: v),
    ],
)
def test_of_rounded_columns_in_proportion_the_one_with_more_digits_stays(
    spread, factor, coarse, fine
):
    values = np.linspace(1.013, 33.07, 50)
    if spread == "random":
        values = np.random.default_rng(1).uniform(1, 33, 50)
    for order in ((0, 1), (1, 0)):
        columns = [coarse(values), fine(factor * values)]
        x = np.column_stack([columns[k] for k in order])
        with pytest.warns(InputWarning, match="'coarse' was left out: it is .* times column"):
            kept = useful_columns(x, [("coarse", "fine")[k] for k in order], units=None)
        assert kept == (order.index(1),)


def test_columns_that_differ_beyond_their_digits_both_stay():
    a = np.random.default_rng(0).uniform(1, 9, 60)
    noisy = 1.7 * a * (1 + 0.002 * np.random.default_rng(1).standard_normal(60))
    pairs = [
        (a, noisy),
        (np.round(a, 2), np.round(noisy, 3)),
        (np.round(a[:9], 2), np.round(a[:9] + 0.02 * np.cos(np.arange(9)), 2)),
        (a, 1.7 * a + 0.01),
        (a, a**1.01),
        (np.arange(60.0), np.arange(60.0) + (np.arange(60) == 7)),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for pair in pairs:
            assert useful_columns(np.column_stack(pair), ["a", "b"], units=None) == (0, 1)


def test_columns_in_proportion_with_different_units_both_stay():
    units = [parse_unit("m"), parse_unit("kg")]
    x = np.column_stack([X[:, 0], 2 * X[:, 0]])
    assert useful_columns(x, ["a", "b"], units=units) == (0, 1)


@pytest.mark.parametrize(("step", "digits"), [(1.7, 2), (2.0, 3)])
def test_rounding_decides_no_law_of_two_columns_that_say_the_same(step, digits):
    """The effect of one was shared between both: 0.2167 a + 7/6 b, within rounding."""
    values = np.linspace(1, 33, 25)
    x = np.column_stack([np.round(values, digits), np.round(step * values, digits + 1)])
    model = nalm.SymbolicRegressor(max_time=30, random_state=0)
    with pytest.warns(InputWarning, match="times column"):
        model.fit(x, np.round(2.2 * values, digits + 1))
    assert len(model.discoveries_[0].candidates[model.discoveries_[0].chosen].formula.terms) == 1
    assert model.predict([[100.0, 100.0 * step]]) == pytest.approx(220, rel=1e-3)
