from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.dynamics.systems._system import (
    System,
    covariance_of,
    independent,
    largest_exponent,
    linearised,
    numbers,
    slopes,
    with_numbers,
)
from nalm.symbolic import Sum, evaluate, parameters
from tests.discovery.dynamics._trajectories import INFECTED, ONE, PREDATOR, PREY, SUSCEPTIBLE, term

X = np.random.default_rng(0).uniform(0.5, 2.0, (7, 3))
HILL = Sum((term(2.0, (0, 1.5), (Sum((term(ONE), term(0.7, (1, ONE)))), Fraction(-1))),))
SHARED = System(
    terms=(SUSCEPTIBLE, INFECTED), balance=np.array([[1.0, 0], [0, 1], [-1, -1]]), columns=(0, 1, 2)
)


def test_what_is_shared_adds_up_to_nothing():
    assert slopes(SHARED, X).sum(axis=1) == pytest.approx(np.zeros(7), abs=1e-15)
    for state, formula in enumerate(SHARED.formulas):
        assert evaluate(formula, X) == pytest.approx(slopes(SHARED, X)[:, state])


@pytest.mark.parametrize("system", [SHARED, independent((HILL, PREDATOR)), independent((HILL,))])
def test_derivatives_are_those_of_differences(system):
    values, by_state, by_number = linearised(system, X)
    assert values == pytest.approx(slopes(system, X))
    for place, column in enumerate(system.columns):
        step = np.zeros(3)
        step[column] = 1e-6
        difference = (slopes(system, X + step) - slopes(system, X - step)) / 2e-6
        assert by_state[:, :, place] == pytest.approx(difference, rel=1e-6, abs=1e-8)
    center = numbers(system)
    for place in range(len(center)):
        step = 1e-6 * (np.arange(len(center)) == place)
        high, low = with_numbers(system, center + step), with_numbers(system, center - step)
        difference = (slopes(high, X) - slopes(low, X)) / 2e-6
        assert by_number[:, :, place] == pytest.approx(difference, rel=1e-6, abs=1e-8)


def test_numbers_go_out_and_in():
    system = independent((PREY, HILL))
    assert numbers(system).tolist() == [1.5, -1.0, 2.0, 1.5, 0.7]
    assert with_numbers(system, numbers(system)).terms == system.terms
    assert largest_exponent(system) == 1.5


def test_the_covariance_of_an_equation_follows_its_formula():
    covariance = np.arange(25.0).reshape(5, 5)
    covariance = covariance + covariance.T
    system = System(terms=(PREY, HILL), balance=np.array([[1.0, 0], [-1, -2]]), columns=(0, 1))
    assert (covariance_of(system, covariance, state=0) == covariance[:2, :2]).all()
    picked = covariance_of(system, covariance, state=1)
    assert len(picked) == len(parameters(system.formulas[1])) == 5
    assert picked[2, 2] == 4 * covariance[2, 2]  # a coefficient, times its factor
    assert picked[3, 3] == covariance[3, 3]  # an exponent, as it is
    assert picked[0, 3] == -covariance[0, 3]


def test_an_exact_number_is_not_taken_for_an_equal_measured_one():
    x = np.array([[2.0], [3.0]])
    exact, measured = (independent((Sum((term(n, (0, ONE)),)),)) for n in (-ONE, -1.0))
    assert linearised(exact, x)[2].shape == (2, 1, 0)
    assert linearised(measured, x)[2].shape == (2, 1, 1)
