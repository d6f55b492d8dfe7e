import numpy as np
import pytest

from nalm.symbolic import evaluate, parameters, simplify
from nalm.symbolic._normal_form._logarithm import without_scales
from tests.symbolic.strategies import NAMES, F, call, plus, term

X, Y = (0, 1), (1, 1)
HALF = F(1, 2)
POSITIVE = [True] * len(NAMES)


def log(*terms):
    return call("log", *terms), 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # log(bᵖ) = p log(b)
        (plus(term(3, log(term(1, (0, 2))))), plus(term(6, log(term(1, X))))),
        (plus(term(1, log(term(1, (0, 1.5))))), plus(term(1.5, log(term(1, X))))),
        (
            plus(term(1.5, log(term(1, (0, HALF), (1, -HALF))))),
            plus(term(0.75, log(term(1, X, (1, -1))))),
        ),
        (plus(term(1, log(term(4, (0, 2))))), plus(term(2, log(term(2, X))))),
        (plus(term(1, log(term(2, (0, 2))))), plus(term(1, log(term(2, (0, 2)))))),
        (plus(term(1, log(term(1, (0, 1.5), Y)))), plus(term(1, log(term(1, (0, 1.5), Y))))),
        # log(e^A) = A
        (plus(term(2.5, log(term(1, (call("exp", term(3, X)), 1))))), plus(term(7.5, X))),
        (
            plus(term(1, log(term(1, (call("exp", term(3, X)), 1), Y)))),
            plus(term(3, X), term(1, log(term(1, Y)))),
        ),
    ],
)
def test_logarithms_of_powers_and_exponentials(before, after):
    assert repr(simplify(before, positive=POSITIVE)) == repr(after)


def test_an_even_power_needs_a_positive_base():
    squared, cubed = plus(term(1, log(term(1, (0, 2))))), plus(term(1, log(term(1, (0, 3)))))
    assert simplify(squared) == squared
    assert simplify(cubed) == plus(term(3, log(term(1, X))))
    product = plus(term(1, log(term(1, (0, 3), Y))))
    assert simplify(product) == product


@pytest.mark.parametrize(
    ("before", "values"),
    [
        (plus(term(2.0, log(term(1.5, X)))), [2, 2 * np.log(1.5)]),
        (plus(term(2.0, log(term(1.5, X))), term(0.3)), [2, 2 * np.log(1.5) + 0.3]),
        (plus(term(2, log(term(1.5, X))), term(1)), [2 * np.log(1.5) + 1]),
        (plus(term(2, log(term(3, X))), term(0.3)), [2 * np.log(3) + 0.3]),
        (plus(term(1, log(term(2.0, X))), term(1, log(term(3.0, Y)))), [np.log(6)]),
        (plus(term(1, log(term(2.0, X), term(3.0)))), [1.5, np.log(2)]),
        (plus(term(1, log(term(1, X), term(4.0))), term(0.3)), [4, 0.3]),
    ],
)
def test_a_sum_has_one_additive_constant(before, values):
    found = simplify(before)
    np.testing.assert_allclose(parameters(found), values, rtol=1e-14)
    x = np.array([[0.3, 2.0], [1.7, 0.2]])
    np.testing.assert_allclose(evaluate(found, x), evaluate(before, x), rtol=1e-14)


@pytest.mark.parametrize(
    "formula",
    [
        plus(term(2.0, log(term(3, X)))),
        plus(term(1, Y, log(term(1.5, X)))),
        plus(term(1, (log(term(1.5, X))[0], 2))),
    ],
)
def test_elsewhere_a_scale_stays(formula):
    assert simplify(formula, positive=POSITIVE) == formula


def test_a_constant_that_becomes_zero_is_left_out():
    powers = term(1, log(term(1.0, X))).powers
    assert without_scales({powers: F(1)}) == {powers: 1}
    doubled = term(1, log(term(2.0, X))).powers
    assert list(without_scales({doubled: F(1), (): -float(np.log(2))}).values()) == [1]
