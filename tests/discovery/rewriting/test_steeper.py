from fractions import Fraction

import pytest

from nalm.discovery.rewriting._steeper import steeper
from nalm.symbolic import Call, to_text
from tests.discovery._laws import formula, term

TANH = Call("tanh", formula(term(2.0, (0, 1)), term(-3.0)))


def texts(whole):
    return [to_text(each, ["x", "y"]) for each in steeper(whole)]


def test_all_of_an_argument_is_made_larger():
    whole = formula(term(5.0, (1, 2), (TANH, 1)), term(4.0))
    assert texts(whole) == ["5*y^2*tanh(20*x - 30) + 4"]


def test_functions_are_changed_one_after_another_wherever_they_are():
    inside = formula(term(1.0, (TANH, 1)), term(2.0))
    whole = formula(term(1.0, (inside, -1), (Call("exp", formula(term(0.5, (1, 1)))), 1)))
    assert [text.count("20*x") for text in texts(whole)] == [1, 0]
    assert [text.count("exp(5*y)") for text in texts(whole)] == [0, 1]


@pytest.mark.parametrize("argument", [formula(term(Fraction(2), (0, 1))), formula()])
def test_what_is_exact_or_no_function_stays(argument):
    assert texts(formula(term(3.0, (Call("tanh", argument), 1)))) == []
    assert texts(formula(term(3.0, (formula(term(2.0, (0, 1)), term(1.0)), -1)))) == []
