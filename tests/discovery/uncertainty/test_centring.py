import numpy as np
import pytest

from nalm.discovery.uncertainty._batched import evaluate_many
from nalm.discovery.uncertainty._centring import centred, centring, uncentred, uncentring_slope
from nalm.symbolic import parameters
from tests.discovery._measured import LINE, NESTED, POWER, ROOT

X = np.random.default_rng(0).uniform(1, 40, (50, 3))


@pytest.mark.parametrize("formula", [LINE, POWER, ROOT, NESTED])
def test_is_undone(formula):
    matrix = centring(formula, X)
    theta = parameters(formula) * np.linspace(0.9, 1.1, 5)[:, None]
    np.testing.assert_allclose(uncentred(centred(theta, matrix=matrix), matrix=matrix), theta)


def test_the_centred_coefficient_is_the_value_at_the_geometric_mean():
    middle = np.exp(np.log(X[:, 0]).mean())
    found = centred(np.array([2.0, 1.5]), matrix=centring(POWER, X))
    np.testing.assert_allclose(found, [2 * middle**1.5, 1.5])


def test_a_coefficient_without_measured_exponents_stays():
    assert not centring(LINE, X).any()


def test_a_base_that_is_not_positive_is_not_centred():
    assert not centring(POWER, X - 20).any()


def test_centring_takes_the_correlation_away():
    def correlation(theta, to_formula):
        steps = 1e-6 * np.eye(2)
        change = [
            evaluate_many(POWER, X, values=to_formula(theta + step)[None])[0]
            - evaluate_many(POWER, X, values=to_formula(theta - step)[None])[0]
            for step in steps
        ]
        weight = 1 / evaluate_many(POWER, X, values=parameters(POWER)[None])[0]
        return abs(np.corrcoef(weight * change + 1e-300)[0, 1]), np.dot(*(weight * change))

    matrix = centring(POWER, X)
    theta = centred(parameters(POWER), matrix=matrix)
    _, product = correlation(theta, lambda each: uncentred(each, matrix=matrix))
    assert abs(product) < 1e-6 * abs(correlation(parameters(POWER), lambda each: each)[1])


@pytest.mark.parametrize("formula", [LINE, POWER, ROOT, NESTED])
def test_the_slope_is_that_of_uncentring(formula):
    matrix = centring(formula, X[:, :3] / 10 + 1)
    theta = centred(parameters(formula), matrix=matrix)
    steps = 1e-6 * np.eye(len(theta))
    up, down = uncentred(theta + steps, matrix=matrix), uncentred(theta - steps, matrix=matrix)
    slope = uncentring_slope(theta, matrix=matrix)
    np.testing.assert_allclose(slope, (up - down).T / 2e-6, rtol=1e-6, atol=1e-7)
