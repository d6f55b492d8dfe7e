import numpy as np
import pytest

from nalm.errors import InvalidValueError
from nalm.symbolic import FormulaOnRows, read_form

FORMS = ["a*exp(-b*x) + c", "a*x + a^2", "a*x^n/(k^n + x^n)", "a^x*b", "(x - a)/(b*c)", "log(a)*x"]


@pytest.mark.parametrize("text", FORMS)
def test_slopes_are_those_of_the_values(text):
    form = read_form(text, ["x"])
    constants = np.linspace(1.2, 1.9, len(form.constants))
    rows = FormulaOnRows(form.formula, np.linspace(0.3, 3, 7)[:, None])
    slope = rows.jacobian(form.values(constants)) @ form.slopes(constants)
    for k, unit in enumerate(1e-6 * np.eye(len(constants))):
        up, down = (rows.values(form.values(constants + sign * unit)) for sign in (1, -1))
        assert slope[:, k] == pytest.approx((up - down) / 2e-6, rel=1e-5, abs=1e-8)


@pytest.mark.parametrize("text", FORMS)
def test_several_constants_at_once_give_the_same(text):
    form = read_form(text, ["x"])
    draws = np.random.default_rng(0).uniform(1, 2, (5, len(form.constants)))
    assert np.array_equal(form.values(draws), [form.values(each) for each in draws])
    assert np.array_equal(form.slopes(draws), [form.slopes(each) for each in draws])


def test_names_are_inputs_or_constants():
    form = read_form("y = k*α + µ*x", ["x", "μ", "z"])
    assert (form.target, form.constants, form.used) == ("y", ("k", "α"), ("μ", "x"))


def test_the_target_is_on_one_side_alone():
    with pytest.raises(InvalidValueError, match="Solve the equation for it"):
        read_form("y = y + x", ["x", "y"])


def test_a_number_without_a_value_is_none():
    assert np.isnan(read_form("a^x", ["x"]).values(np.array([-1.0]))[0])
