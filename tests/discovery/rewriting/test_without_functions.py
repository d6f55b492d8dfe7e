from fractions import Fraction

import pytest

from nalm.discovery.rewriting._without_functions import without_functions
from nalm.symbolic import Call, simplify, to_text
from tests.discovery._laws import formula, term

HALF = formula(term(Fraction(1, 2), (0, 1)))
EXP = Call("exp", formula(term(-0.3, (0, 1))))


def texts(whole):
    return [to_text(simplify(each), ["x", "y"]) for each in without_functions(whole)]


@pytest.mark.parametrize(
    "base",
    [
        Call("sin", HALF),
        Call("tanh", HALF),
        formula(term(1.0, (Call("exp", HALF), 1)), term(-1.0)),
        Call("log", formula(term(Fraction(1)), *HALF.terms)),
    ],
    ids=["sin u", "tanh u", "e^u - 1", "log(1 + u)"],
)
def test_an_argument_takes_the_place_of_what_vanishes_with_it(base):
    assert texts(formula(term(3.0, (0, 2), (base, -2)))) == ["3*x^2", "12"]


@pytest.mark.parametrize(
    "base",
    [
        Call("cos", HALF),
        Call("log", HALF),
        formula(term(1.0, (Call("exp", HALF), 1)), term(1.0)),
        formula(term(1.0, (Call("sin", HALF), 1), (1, 1)), term(1.0)),
    ],
    ids=["cos u", "log u", "e^u + 1", "1 + y sin u"],
)
def test_what_does_not_vanish_is_left_out_alone(base):
    assert texts(formula(term(3.0, (1, 1), (base, 1))))[0] == "3*y"
    assert "3*x*y/2" not in texts(formula(term(3.0, (1, 1), (base, 1))))


def test_each_of_several_is_left_out():
    damped = formula(term(2.0, (EXP, 1), (Call("cos", formula(term(9.0, (0, 1)))), 1)))
    assert texts(damped) == ["2*cos(9*x)", "2*exp(-0.3*x)"]


def test_functions_inside_are_left_out_too():
    inside = formula(term(1.0), term(2.0, (EXP, 1), (1, 1)))
    assert texts(formula(term(1.0, (inside, -1)))) == ["1", "0.5/(y + 0.5)"]


def test_without_functions_there_is_nothing_to_leave_out():
    assert texts(formula(term(1.0, (0, 2)), term(3.0))) == []
