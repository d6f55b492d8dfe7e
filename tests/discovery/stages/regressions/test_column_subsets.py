from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.problem._problem import Problem
from nalm.discovery.stages.regressions._column_subsets import (
    best_subsets,
    with_coefficients,
    written,
)
from nalm.symbolic import Call, Power, Product, Sum, evaluate
from tests.discovery._laws import formula, term

ONE = Fraction(1)
X = np.random.default_rng(0).uniform(0.5, 3.0, (100, 2))
SHAPES = [
    Product(ONE),
    *(Product(ONE, (Power(i, p),)) for i in (0, 1) for p in (ONE, 2 * ONE)),
    Product(ONE, (Power(0, ONE), Power(1, ONE))),
]


def problem(y):
    return Problem(x=X, y=y, weight=np.ones(len(y)))


def test_the_terms_of_a_sum_are_found():
    best = best_subsets(problem(3 * X[:, 0] - 2 * X[:, 0] * X[:, 1]), SHAPES, freedom=100, width=5)
    assert best[0].columns == (1, 5)
    assert [each.powers for each in written(best[0], SHAPES).terms] == [
        SHAPES[1].powers,
        SHAPES[5].powers,
    ]


def test_a_power_is_preferred_to_a_function_that_fits_as_well():
    exponential = Call("exp", formula(term(ONE, (0, 1))))
    same = Product(ONE, (Power(Call("log", formula(term(ONE, (exponential, 1)))), ONE),))
    best = best_subsets(problem(X[:, 0]), [same, SHAPES[1]], freedom=100, width=5)
    assert best[0].columns == (1,)


def test_coefficients_are_those_of_least_squares():
    (found,) = with_coefficients([[SHAPES[0], SHAPES[3]]], problem(5 - 2e6 * X[:, 1]))
    assert evaluate(found, X) == pytest.approx(5 - 2e6 * X[:, 1])


def test_a_sum_without_a_value_gets_none():
    log = Product(ONE, (Power(Call("log", formula(term(-ONE, (0, 1)))), ONE),))
    assert with_coefficients([[log]], problem(X[:, 0])) == []
    assert not best_subsets(problem(np.zeros(100)), SHAPES, freedom=100, width=5)
    assert Sum(()) not in with_coefficients([[SHAPES[1]]], problem(X[:, 0]))
