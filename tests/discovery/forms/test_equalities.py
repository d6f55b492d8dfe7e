import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import curve_fit

from nalm.discovery import Noise
from nalm.discovery.forms._asked import Asked
from nalm.discovery.forms._equalities import equalities_of, free_directions
from nalm.discovery.forms._fit import fit_form
from nalm.errors import InvalidValueError
from tests._tiers import thorough
from tests.discovery._laws import problem
from tests.discovery.constraints._known import constrained
from tests.discovery.forms._problems import form

T = np.linspace(0.2, 6.0, 16)
Y = 5 * (1 - np.exp(-T / 2)) + 0.05 * np.random.default_rng(0).normal(size=16)


def charging(*texts, x=T, y=Y):
    return constrained(problem(x[:, None], y), *texts)


def fitted(text, data, **bounds):
    asked = Asked(start={}, bounds=bounds)
    return fit_form(form(text), data, noise=Noise.CONSTANT, asked=asked).fitted


@pytest.mark.parametrize(
    ("texts", "other"),
    [
        (("y(0) = 0",), lambda x, a, c: a - a * np.exp(-c * x)),
        (("y(inf) = 5",), lambda x, b, c: 5 + b * np.exp(-c * x)),
        (("dy/dx(0) = 2.4",), lambda x, a, c: a - 2.4 / c * np.exp(-c * x)),
        (("y(1) = 2",), lambda x, a, c: a + (2 - a) * np.exp(c - c * x)),
        (("y(0) = 0", "y(inf) = 5"), lambda x, c: 5 - 5 * np.exp(-c * x)),
        (("y(0) = 0", "dy/dx(0) = 2.4"), lambda x, c: 2.4 / c * (1 - np.exp(-c * x))),
    ],
)
def test_a_fit_is_that_of_the_form_in_which_an_equality_is_solved(texts, other):
    found = fitted("a + b*exp(-c*x)", charging(*texts))
    begin = [0.5] if other.__code__.co_argcount == 2 else [5.0, 0.5]
    values, covariance = curve_fit(other, T, Y, begin, xtol=1e-14, ftol=1e-14)
    name = other.__code__.co_varnames[1]
    place = found.form.constants.index(name)
    assert found.values[place] == pytest.approx(values[0], rel=1e-6)
    assert found.covariance[place, place] == pytest.approx(covariance[0, 0], rel=1e-3)
    data = charging(*texts)
    assert equalities_of(found.form, data).misses(found.values) == pytest.approx(0.0, abs=1e-9)
    free = free_directions(found.form, data, values=found.values)
    assert free.shape == (3, 3 - len(texts))


@given(st.floats(-8, 8), st.floats(-8, 8))
def test_lines_and_curves_keep_any_value_and_any_slope_at_a_point(at, equals):
    texts = (f"y({at!r}) = {equals!r}", f"dy/dx({at!r}) = {equals / 2!r}")
    found = fitted("a + b*x + c*x^2", charging(*texts))
    a, b, c = found.values
    assert a + b * at + c * at**2 == pytest.approx(equals, abs=1e-7)
    assert b + 2 * c * at == pytest.approx(equals / 2, abs=1e-6)


@pytest.mark.parametrize("unit", [1e-12, thorough(1e12)])
def test_units_of_the_data_make_no_difference(unit):
    data = charging(f"y(inf) = {5 * unit!r}", "y(0) = 0", x=T / unit, y=Y * unit)
    found = dict(zip("abc", fitted("a + b*exp(-c*x)", data).values, strict=True))
    usual = dict(
        zip(
            "abc",
            fitted("a + b*exp(-c*x)", charging("y(inf) = 5", "y(0) = 0")).values,
            strict=True,
        )
    )
    assert found["a"] == pytest.approx(usual["a"] * unit, rel=1e-8)
    assert found["c"] == pytest.approx(usual["c"] * unit, rel=1e-6)


def test_bounds_are_kept_beside_equalities():
    found = fitted("a + b*exp(-c*x)", charging("y(0) = 0"), a=(0.0, 4.5))
    assert found.values[0] == 4.5
    assert found.values[1] == pytest.approx(-4.5, rel=1e-9)
    assert found.held == ("a",)


def test_equalities_leave_rows_enough_for_fewer_constants():
    data = charging("y(0) = 0", "y(inf) = 5", x=T[:3], y=Y[:3])
    assert fitted("a + b*exp(-c*x)", data).values[0] == pytest.approx(5.0)


def test_without_equalities_every_direction_is_free():
    data = charging("increasing in x")
    assert equalities_of(form("a*x"), data) is None
    assert free_directions(form("a*x"), data, values=np.ones(1)).tolist() == [[1.0]]


@pytest.mark.parametrize(
    ("text", "texts", "bounds"),
    [
        ("a*x + 1", ("y(0) = 0",), {}),
        ("a*x", ("y(1) = 2", "y(2) = 2"), {}),
        ("a + b*exp(-c*x)", ("y(inf) = 5",), {"a": (0.0, 4.0), "c": (0.1, None)}),
    ],
)
def test_a_form_that_cannot_keep_them_is_refused_in_words(text, texts, bounds):
    with pytest.raises(InvalidValueError, match="expected constants within their bounds that keep"):
        fitted(text, charging(*texts), **bounds)
