from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.stages.arguments._arguments import (
    MOST,
    MOST_DIFFERENCES,
    Argument,
    angle_of,
    arguments,
    may_be_angle,
)
from nalm.symbolic import Call, as_formula, evaluate, to_text
from tests.discovery._laws import formula, term

X = np.random.default_rng(0).uniform(1, 3, (20, 3))
BETWEEN = (((1.0, 0.0, 0.0), 1), ((0.0, 1.0, 0.0), -1))
TOGETHER = (((1.0, 0.0, 0.0), 1), ((0.0, 1.0, 0.0), 1))
DIFFERENCE = Argument(exponents=(0.0, 0.0, -1.0), added=BETWEEN)
ARGUMENTS = {
    "x0": Argument(exponents=(1.0, 0.0, 0.0)),
    "sqrt(x0)*x2^2": Argument(exponents=(0.5, 0.0, 2.0)),
    "x1/x2": Argument(exponents=(0.0, 1.0, -1.0)),
    "(x0 - x1)/x2": DIFFERENCE,
    "x0 + x1": Argument(exponents=(0.0, 0.0, 0.0), added=TOGETHER),
    "2.1*x0 - 1.3*x2": Argument(
        exponents=(0.0, 0.0, 0.0), added=(((1.0, 0.0, 0.0), 2.1), ((0.0, 0.0, 1.0), -1.3))
    ),
}


def named(x):
    return {one.exponents for one in arguments(x) if not one.added}


@pytest.mark.parametrize("text", ARGUMENTS)
def test_the_worked_values_are_those_of_what_is_written(text):
    argument = ARGUMENTS[text]
    a, b, c = X.T
    expected = {
        "x0": a,
        "sqrt(x0)*x2^2": np.sqrt(a) * c**2,
        "x1/x2": b / c,
        "(x0 - x1)/x2": (a - b) / c,
        "x0 + x1": a + b,
        "2.1*x0 - 1.3*x2": 2.1 * a - 1.3 * c,
    }[text]
    assert argument.values(X) == pytest.approx(expected)
    assert evaluate(argument.written(1.7), X) == pytest.approx(1.7 * expected)
    assert to_text(argument.written(Fraction(1)), ["x0", "x1", "x2"]).strip("()") == text.strip(
        "()"
    )


def test_every_argument_of_a_table_is_what_it_writes():
    for argument in arguments(X):
        assert evaluate(argument.written(-0.3), X) == pytest.approx(-0.3 * argument.values(X))


def test_the_shortest_come_first_and_none_twice():
    found = arguments(X)
    costs = [one.cost for one in found]
    assert costs == sorted(costs)
    assert len(set(found)) == len(found) <= MOST + MOST_DIFFERENCES
    assert all(sum(map(bool, one.exponents)) == 1 for one in found[:3])


def test_one_input_and_a_difference_of_two_are_short():
    short = {text for text, one in ARGUMENTS.items() if one.is_short}
    assert short == {"x0", "x0 + x1", "2.1*x0 - 1.3*x2"}


def test_a_difference_costs_more_than_one_input():
    assert DIFFERENCE.cost > Argument(exponents=(0.0, 0.0, -1.0)).cost


def test_an_input_of_both_signs_has_no_root():
    x = X * [-1, 1, 1]
    assert all(one[0] % 1 == 0 for one in named(x))
    assert (0.0, 0.5, 0.0) in named(x)


def test_an_input_that_is_zero_has_no_reciprocal():
    x = X.copy()
    x[3, 1] = 0
    assert all(np.isfinite(one.values(x)).all() for one in arguments(x))
    assert (-1.0, 0.0, 0.0) in named(x)


def test_only_inputs_of_like_spreads_are_subtracted():
    """An angle and a pressure in pascal have no difference."""
    pairs = {
        one.inputs[:2] for one in arguments(X * [1, 1e5, 1]) if one.added and not any(one.exponents)
    }
    assert pairs == {(0, 2)}


def test_one_input_alone_has_no_differences():
    assert not any(one.added for one in arguments(X[:, :1]))


@pytest.mark.parametrize(("spread", "is_one"), [(0.4, False), (0.6, True), (59, True), (61, False)])
def test_angles_in_radians_spread_over_some_turns_at_most(spread, is_one):
    assert may_be_angle(np.array([3.0, 3.0 + spread])) is is_one


@pytest.mark.parametrize(
    ("base", "angle"),
    [
        (Call("sin", as_formula(2)), 2),
        (Call("cos", as_formula(0)), 0),
        (Call("exp", as_formula(0)), None),
        (Call("sin", formula(term(Fraction(2), (0, Fraction(1))))), None),
        (Call("sin", formula(term(Fraction(1), (0, Fraction(2))))), None),
        (Call("sin", formula(term(Fraction(1), (0, Fraction(1))), term(0.3))), None),
        (Call("sin", as_formula(formula(term(Fraction(1), (0, Fraction(2)))))), None),
        (Call("sin", formula(term(0.3))), None),
        (1, None),
    ],
)
def test_an_angle_is_an_input_as_it_is(base, angle):
    assert angle_of(base) == angle
