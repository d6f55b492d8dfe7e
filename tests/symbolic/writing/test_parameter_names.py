import pytest
from hypothesis import given

from nalm.errors import InvalidValueError
from nalm.symbolic import parameter_names, parameters
from tests.symbolic.strategies import NAMES, F, call, formulas, plus, quick, term


def test_pinned_names():
    inner = plus(term(1, (0, 1)), term(0.4, (1, 2)), term(0.25))
    formula = plus(term(2.5, (0, 1.9), (inner, -1)), term(3.5))
    assert parameter_names(formula, NAMES) == (
        "coefficient of x^1.9/(x + 0.4*y^2 + 0.25)",
        "exponent of x in x^1.9/(x + 0.4*y^2 + 0.25)",
        "coefficient of y^2 in (x + 0.4*y^2 + 0.25)",
        "constant in (x + 0.4*y^2 + 0.25)",
        "constant",
    )


def test_numbers_inside_a_function_are_named_by_its_name():
    wave = call("sin", term(1.5, (0, 1)), term(0.5))
    formula = plus(term(2.5, (call("exp", term(-0.2, (0, 1))), 1)), term(1.0, (wave, 1)))
    assert parameter_names(formula, ["t"]) == (
        "coefficient of exp(-0.2*t)",
        "coefficient of t inside exp",
        "coefficient of sin(1.5*t + 0.5)",
        "coefficient of t inside sin",
        "constant inside sin",
    )


@quick
@given(formulas())
def test_every_parameter_has_its_own_name(formula):
    names = parameter_names(formula, NAMES)
    assert len(names) == len(set(names)) == len(parameters(formula))


def test_exact_coefficients_are_named_on_request():
    formula = plus(term(F(1, 2), (0, 2)), term(3.5, (call("exp", term(-1, (1, 1))), 1)), term(2))
    assert parameter_names(formula, NAMES, exact=True) == (
        "coefficient of x^2",
        "coefficient of exp(-y)",
        "coefficient of y inside exp",
        "constant",
    )


def test_exact_numbers_have_no_name():
    assert parameter_names(plus(term(2, (0, F(1, 2)))), NAMES) == ()


def test_every_input_needs_a_name():
    with pytest.raises(InvalidValueError, match="names should hold at least 2 names"):
        parameter_names(plus(term(1.5, (1, 1))), ["x"])
