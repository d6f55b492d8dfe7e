import numpy as np
import pytest

from nalm.symbolic import MultipleOfPi, evaluate, find_function, simplify
from nalm.symbolic._normal_form._exact_values import exact_value
from tests.symbolic.strategies import F, call, plus, term

NUMBERS = (F(0), F(1), F(-1), F(2), *(MultipleOfPi(F(k, 12)) for k in range(-30, 31) if k))


@pytest.mark.parametrize(
    "name",
    [
        "exp",
        "log",
        "sin",
        "cos",
        "sinh",
        "cosh",
        "tanh",
        "arcsin",
        "arccos",
        "arctan",
        "arcsinh",
        "erf",
    ],
)
def test_an_exact_value_is_that_of_the_function(name):
    for number in NUMBERS:
        found = exact_value(name, number)
        if found is not None:
            value = find_function(name).value(np.array([float(number)]))
            np.testing.assert_allclose(float(found), value[0], rtol=1e-14, atol=1e-14)


def test_pinned_values():
    assert exact_value("sin", MultipleOfPi(F(1, 6))) == F(1, 2)
    assert exact_value("cos", MultipleOfPi(F(5, 3))) == F(1, 2)
    assert exact_value("sin", MultipleOfPi(F(1, 3))) is None
    assert exact_value("exp", F(1)) is None
    assert repr(exact_value("arctan", F(1))) == repr(MultipleOfPi(F(1, 4)))


def test_a_formula_keeps_what_is_not_exact():
    formula = plus(term(2, (call("sin", term(MultipleOfPi(F(1, 3)))), 1)))
    assert simplify(formula) == formula
    half = plus(term(2, (call("sin", term(MultipleOfPi(F(1, 6)))), 1)))
    assert simplify(half) == plus(term(1))
    np.testing.assert_allclose(evaluate(half, np.ones((1, 1))), 1)
