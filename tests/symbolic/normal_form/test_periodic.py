import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.symbolic import MultipleOfPi, evaluate, parameters, simplify, to_text
from nalm.symbolic._normal_form._periodic import wrapped
from tests.symbolic.strategies import F, call, plus, quick, term

X = (0, 1)


def wave(amplitude, frequency, phase, function="sin", power=1):
    return plus(term(amplitude, (call(function, term(frequency, X), term(phase)), power)))


NUMBERS = st.floats(-9, 9).filter(lambda number: abs(number) > 1e-3)


@quick
@given(NUMBERS, NUMBERS, NUMBERS, st.sampled_from(["sin", "cos"]))
def test_a_wave_has_one_form(amplitude, frequency, phase, function):
    formula = wave(amplitude, frequency, phase, function)
    found = simplify(formula)
    size, rate, shift = parameters(found)
    assert found == wave(size, rate, shift)
    assert size == abs(amplitude)
    assert rate == abs(frequency)
    assert -math.pi < shift <= math.pi
    x = np.linspace(-2, 2, 9)[:, None]
    np.testing.assert_allclose(evaluate(found, x), evaluate(formula, x), atol=1e-13)


@pytest.mark.parametrize(
    ("before", "values"),
    [
        (wave(2.0, 1.5, 4.0), [2, 1.5, 4 - 2 * math.pi]),
        (wave(-2.0, 1.5, 0.5), [2, 1.5, 0.5 - math.pi]),
        (wave(-1, 1.5, 0.5), [1.5, 0.5 - math.pi]),
        (wave(2.0, -1.5, 0.5), [2, 1.5, math.pi - 0.5]),
        (wave(2.0, 1.5, 0.5, "cos"), [2, 1.5, 0.5 + math.pi / 2]),
        (wave(2.0, 1.5, 0.5, "cos", 2), [2, 1.5, 0.5 - math.pi / 2]),
        (wave(-2.0, 1.5, 2.0, power=2), [-2, 1.5, 2 - math.pi]),
        (wave(2.0, 1.5, 2.0, "tan"), [2, 1.5, 2 - math.pi]),
        (wave(-2.0, 1.5, 2.0, "tanh"), [-2, 1.5, 2]),
    ],
)
def test_pinned_waves(before, values):
    np.testing.assert_allclose(parameters(simplify(before)), values, rtol=1e-15)


@pytest.mark.parametrize("function", ["sin", "cos", "tan"])
@pytest.mark.parametrize("power", [1, 2, 3])
@pytest.mark.parametrize("sixths", [k for k in range(-13, 14) if k])
def test_exact_phases_are_at_most_a_quarter_turn(function, power, sixths):
    formula = wave(2, F(3, 2), MultipleOfPi(F(sixths, 6)), function, power)
    found = simplify(formula)
    x = np.linspace(-2, 2, 8)[:, None]  # without 0, where a tangent may have no value
    np.testing.assert_allclose(evaluate(found, x), evaluate(formula, x), rtol=1e-9, atol=1e-13)
    (product,) = found.terms
    phases = product.powers[0].base.argument.terms[1:]
    assert all(abs(phase.coefficient.factor) <= F(1, 2) for phase in phases)
    assert product.powers[0].base.function != "cos" or not phases
    assert simplify(found) == found


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (wave(2, 1, MultipleOfPi(F(1, 2))), "2*cos(x)"),
        (wave(2, 1, MultipleOfPi(1)), "-2*sin(x)"),
        (wave(2, 1, MultipleOfPi(F(-1, 2)), "cos"), "2*sin(x)"),
        (wave(2, 1, MultipleOfPi(F(1, 4)), "cos"), "-2*sin(x - pi/4)"),
    ],
)
def test_pinned_exact_phases(before, text):
    assert to_text(simplify(before), ["x"]) == text


def test_exact_phases_stay():
    formula = wave(-2.0, 1.5, F(1, 2))
    assert simplify(formula) == formula


def test_of_two_waves_the_first_in_order_takes_the_sign():
    a, b = (call("sin", term(1, X), term(phase)) for phase in (0.25, 1.0))
    forms = {repr(simplify(plus(term(-1, (p, 1), (q, 1))))) for p, q in ((a, b), (b, a))}
    (form,) = forms
    assert form.startswith("Sum(terms=(Product(coefficient=Fraction(1, 1)")


@pytest.mark.parametrize(
    ("phase", "expected"),
    [(-math.pi, math.pi), (math.pi, math.pi), (0.5, 0.5), (math.inf, math.inf), (7, 7 - math.tau)],
)
def test_pinned_phases(phase, expected):
    assert wrapped(phase, math.tau) == expected
