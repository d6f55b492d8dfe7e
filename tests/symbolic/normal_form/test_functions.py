import math

import numpy as np
import pytest

from nalm.symbolic import evaluate, simplify
from nalm.symbolic._normal_form._functions import simplified_call, with_functions
from tests.symbolic.strategies import F, call, plus, term

X, Y = (0, 1), (1, 1)


def of(function, *terms, times=1):
    return plus(term(times, (call(function, *terms), 1)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (of("cos", term(-2, X)), of("cos", term(2, X))),
        (of("sin", term(-2, X), term(1, Y)), of("sin", term(2, X), term(-1, Y), times=-1)),
        (of("tanh", term(-0.5, X)), of("tanh", term(0.5, X), times=-1)),
        (of("arccos", term(-1, X)), of("arccos", term(-1, X))),
        (plus(term(2, (call("sin", term(-1, X)), 2))), plus(term(2, (call("sin", term(1, X)), 2)))),
        (
            plus(term(1, (call("sin", term(-1, X)), F(1, 2)))),
            plus(term(1, (plus(term(-1, (call("sin", term(1, X)), 1))), F(1, 2)))),
        ),
    ],
)
def test_a_common_sign_is_taken_out(before, after):
    assert repr(simplify(before)) == repr(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (of("exp"), plus(term(1))),
        (of("sin"), plus()),
        (of("cos"), plus(term(1))),
        (of("log", term(1)), plus()),
        (of("exp", term(2), term(-2)), plus(term(1))),
        (of("exp", term(1)), of("exp", term(1))),
        (of("sin", term(0.5)), plus(term(math.sin(0.5)))),
        (of("exp", term(1), times=2.0), plus(term(2 * math.exp(1)))),
        (of("log", term(2), times=2.0), plus(term(2 * math.log(2)))),
    ],
)
def test_functions_of_constants_are_constants(before, after):
    assert repr(simplify(before)) == repr(after)


@pytest.mark.parametrize("number", [0, -1, -0.5])
def test_outside_its_domain_a_function_stays(number):
    formula = of("log", term(number), times=2.0)
    assert np.isnan(evaluate(simplify(formula), np.ones((1, 1)))).all()


def test_powers_of_constants_fold_where_they_have_a_value():
    assert simplified_call("exp", plus(), positive=()) == plus(term(1))
    negative = call("log", term(F(1, 2)))
    assert with_functions(2.0, {negative: F(1, 2)}) == (2.0, {negative: F(1, 2)})
    coefficient, left = with_functions(F(1), {call("log", term(2)): 2.0})
    assert left == {}
    assert coefficient == pytest.approx(math.log(2) ** 2)
