from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery import Noise, Units
from nalm.discovery._budget import Budget
from nalm.discovery.scoring._constants import (
    SHORT,
    nearest_exponent,
    nearest_multiple_of_pi,
    nearest_neat,
    neat,
    with_exact_exponents,
)
from nalm.discovery.scoring._refit import refit
from nalm.symbolic import Call, parameters, to_text
from tests.discovery._laws import formula, table, term

UNLIMITED, OVER = Budget.start(None), Budget.start(-1.0)


def count(each):
    return len(parameters(each))


@pytest.mark.parametrize(
    ("value", "deviation", "expected"),
    [
        (2.001, 0.001, 2),
        (-0.4999, 0.0001, Fraction(-1, 2)),
        (0.33334, 1e-5, Fraction(1, 3)),
        (41.999, 0.001, 42),
        (2.0021, 0.001, None),  # more than two standard errors away
        (2.0, 0.06, None),  # known to a few percent: says nothing
        (0.001, 0.01, None),
        (3.14159265, 1e-6, None),
        (1234.0, 0.1, None),  # too large to be neat
        (2.0, float("nan"), None),
        (2.0, float("inf"), None),
        (0.0, 0.0, None),
    ],
)
def test_the_nearest_neat_number(value, deviation, expected):
    assert nearest_neat(value, deviation) == expected


@given(st.floats(-1000, 1000), st.floats(0, 1))
def test_a_neat_number_is_within_two_standard_errors(value, deviation):
    found = nearest_neat(value, deviation)
    if found is not None:
        assert abs(float(found) - value) <= max(2 * deviation, 1e-9 * abs(value))
        assert found != 0


@pytest.mark.parametrize(
    ("value", "deviation", "expected"),
    [
        (6.2832, 1e-4, "2*pi"),
        (-1.5708, 1e-4, "-pi/2"),
        (0.5236, 1e-4, "pi/6"),
        (np.pi * 0.2, 1e-4, "None"),  # fifths are no phases
        (np.pi * 13, 1e-4, "None"),
        (3.1, 1e-3, "None"),
        (3.1, float("nan"), "None"),
    ],
)
def test_the_nearest_multiple_of_pi(value, deviation, expected):
    assert str(nearest_multiple_of_pi(value, deviation)) == expected


def test_inside_a_sine_multiples_of_pi_are_tried_and_the_criterion_chooses():
    argument = formula(term(6.28318, (0, 1)), term(1.5708))
    wave = formula(term(6.28318, (Call("sin", argument), 1)))
    made = neat(wave, [1e-4] * 3, accept=count, budget=UNLIMITED)
    assert to_text(made, ["x"]) == "6.28318*sin(2*pi*x + pi/2)"
    assert neat(wave, [1e-4] * 3, accept=lambda each: -count(each), budget=UNLIMITED) == wave


def test_coefficients_become_exact_and_measured_ones_stay():
    line = formula(term(2.0001), term(3.1415, (0, 1)), term(-0.5, (0, 1.25)))
    made = neat(line, [1e-4, 1e-6, 1e-5, 1e-5], accept=count, budget=UNLIMITED)
    assert [each.coefficient for each in made.terms] == [2, 3.1415, Fraction(-1, 2)]
    assert made.terms[2].powers[0].exponent == 1.25


def test_exponents_are_left_to_rounding():
    power = formula(term(3.1, (0, 2.0)))
    assert neat(power, [1e-4, 1e-4], accept=count, budget=UNLIMITED) == power


def test_coefficients_inside_sums_are_found():
    inner = formula(term(Fraction(1), (0, 1)), term(4.0))
    root = formula(term(0.7071, (inner, 0.5)), term(3.0))
    made = neat(root, [1e-6] * 4, accept=count, budget=UNLIMITED)
    assert made.terms[0].powers[0].base.terms[1].coefficient == Fraction(4)
    assert isinstance(made.terms[0].powers[0].base.terms[1].coefficient, Fraction)
    assert made.terms[0].coefficient == 0.7071
    assert made.terms[0].powers[0].exponent == 0.5
    assert isinstance(made.terms[1].coefficient, Fraction)


def test_a_constant_with_a_unit_stays_measured():
    law = formula(term(2.0, (0, 1)), term(3.0, (1, 1)), term(Fraction(1), (2, 1)))
    units = Units.read(["m", "s", "mm"], "m")
    made = neat(law, [1e-6, 1e-6], accept=count, budget=UNLIMITED, units=units)
    assert [type(each.coefficient) for each in made.terms] == [Fraction, float, Fraction]


def test_a_frequency_with_a_unit_stays_measured_beside_an_exact_phase():
    wave = formula(term(0.7, (Call("sin", formula(term(6.28318, (0, 1)), term(1.5708))), 1)))
    units = Units.read(["s"], "1")
    made = neat(wave, [1e-4] * 3, accept=count, budget=UNLIMITED, units=units)
    assert to_text(made, ["t"]) == "7*sin(6.28318*t + pi/2)/10"


def test_nothing_is_made_exact_that_the_criterion_refuses():
    line = formula(term(2.0), term(3.0, (0, 1)))
    made = neat(line, [1e-9, 1e-9], accept=lambda each: -count(each), budget=UNLIMITED)
    assert made == line


def test_once_the_time_is_up_a_long_formula_stays_as_it_is():
    long = formula(*(term(2.0, (0, k)) for k in range(SHORT + 1)))
    short = formula(*long.terms[:SHORT])
    assert neat(long, [1e-6] * (SHORT + 1), accept=count, budget=OVER) == long
    assert count(neat(short, [1e-6] * SHORT, accept=count, budget=OVER)) == 0
    assert count(neat(long, [1e-6] * (SHORT + 1), accept=count, budget=UNLIMITED)) == 0


@pytest.mark.parametrize(
    ("value", "deviation", "expected"),
    [
        (1.999, 0.001, 2),
        (-0.498, 0.002, Fraction(-1, 2)),
        (0.2985, 0.001, Fraction(3, 10)),
        (0.001, 0.001, 0),
        (5.7, 4.0, 0),  # as well as any other, and left out
        (2.3, 0.2, None),  # that near to a whole number half of all are
        (0.2602, 0.0001, None),
        (1.0, float("nan"), None),
    ],
)
def test_the_nearest_exponent(value, deviation, expected):
    assert nearest_exponent(value, deviation) == expected


@given(st.floats(-6, 6), st.floats(0, 1))
def test_an_exact_exponent_is_within_two_standard_errors(value, deviation):
    found = nearest_exponent(value, deviation)
    if found is not None:
        assert abs(float(found) - value) <= 2 * deviation


def test_exponents_become_exact_all_at_once_and_each_by_itself():
    data = table(lambda a, b: a**2 * b**0.5, [(1, 5)] * 2, rows=200, constant=0.01)
    fit = refit(formula(term(1.0, (0, 1.9), (1, 0.6))), data, noise=Noise.CONSTANT)
    both, first, second = with_exact_exponents(fit, data.x)
    assert to_text(both, ["a", "b"]).endswith("*a^2*sqrt(b)")
    assert [count(each) for each in (both, first, second)] == [1, 2, 2]
    assert {w.exponent for each in (first, second) for w in each.terms[0].powers} > {
        2,
        Fraction(1, 2),
    }
    one = refit(formula(term(1.0, (0, 1.9))), data, noise=Noise.CONSTANT)
    assert len(with_exact_exponents(one, data.x)) <= 1


def test_coefficients_are_no_exponents():
    data = table(lambda a: 2 * a + 1, [(1, 5)], constant=0.01)
    fit = refit(formula(term(1.0, (0, 1)), term(1.0)), data, noise=Noise.CONSTANT)
    assert with_exact_exponents(fit, data.x) == []


def test_values_stay_as_large_where_a_factor_is_left_out():
    data = table(lambda a: 7 + 0 * a, [(100, 120)], rows=60, relative=0.05, seed=1)
    fit = refit(formula(term(1.0, (0, 0.3))), data, noise=Noise.CONSTANT)
    (without,) = with_exact_exponents(fit, data.x)
    assert parameters(fit.formula)[0] != pytest.approx(7, rel=0.1)
    assert parameters(without).tolist() == pytest.approx([7], rel=0.02)
