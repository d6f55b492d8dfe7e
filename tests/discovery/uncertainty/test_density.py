import dataclasses

import numpy as np
import pytest
from scipy.integrate import quad

from nalm.discovery import Noise, noise_size
from nalm.discovery.uncertainty._batched import evaluate_many
from nalm.discovery.uncertainty._centring import centred, uncentred
from nalm.discovery.uncertainty._density import Prior, evaluate_density, make_density, sensitivity
from nalm.symbolic import parameters
from tests.discovery._measured import LINE, NESTED, POWER, USUAL, candidate, power_data, problem


def nested_problem(noise, rows=40):
    random = np.random.default_rng(0)
    x = random.uniform(1, 3, (rows, 3))
    y = evaluate_many(NESTED, x, values=parameters(NESTED)[None])[0]
    error = 0.05 * random.standard_normal(rows)
    return problem(
        x, y * (1 + error) if noise is Noise.RELATIVE else y + error, np.linspace(0.5, 2, rows)
    )


@pytest.mark.parametrize("noise", USUAL)
def test_is_the_gaussian_likelihood_integrated_over_the_noise(noise):
    data = power_data(rows=9, noise=noise)
    weight = np.linspace(0.5, 2, 9)
    data = dataclasses.replace(data, weight=weight)
    density = make_density(candidate(POWER, noise), data)
    thetas = np.array([[2.0, 1.5], [2.1, 1.45]])

    fixed = noise_size(POWER, data.x, noise=noise)

    def integrated(theta):
        law = theta[0] * data.x[:, 0] ** theta[1]
        unit = (law if noise is Noise.RELATIVE else fixed) / np.sqrt(weight)

        def likelihood(sigma):
            z = (data.y - law) / (sigma * unit)
            return np.prod(np.exp(-(z**2) / 2) / (sigma * np.abs(unit))) / sigma

        return quad(likelihood, 1e-3, 3, limit=500, points=[0.05, 0.1, 0.2, 0.5])[0]

    found = evaluate_density(density, centred(thetas, matrix=density.matrix)).log_density
    expected = np.log(integrated(thetas[0])) - np.log(integrated(thetas[1]))
    assert found[0] - found[1] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("noise", USUAL)
@pytest.mark.parametrize("prior", Prior)
def test_the_gradient_is_that_of_the_density(noise, prior):
    density = make_density(candidate(NESTED, noise), nested_problem(noise), prior=prior)
    at = centred(parameters(NESTED), matrix=density.matrix)
    steps = 1e-5 * np.diag(np.abs(at))
    up = evaluate_density(density, at + steps).log_density
    down = evaluate_density(density, at - steps).log_density
    gradient = evaluate_density(density, at[None]).gradient[0]
    np.testing.assert_allclose(gradient, (up - down) / (2 * np.diag(steps)), rtol=1e-4, atol=1e-4)


def test_blocks_of_rows_add_up():
    whole = nested_problem(Noise.CONSTANT, rows=3000)
    density = make_density(candidate(NESTED), whole)
    at = np.repeat(centred(parameters(NESTED), matrix=density.matrix)[None], 100, axis=0)
    many, one = evaluate_density(density, at), evaluate_density(density, at[:1])
    np.testing.assert_allclose(many.log_density, one.log_density[0], rtol=1e-12)


def test_the_sparse_prior_is_cauchy_in_the_exponents_only():
    data = power_data()
    thetas = np.array([[2.0, 1.5], [4.0, 0.5]])
    flat, sparse = (make_density(candidate(POWER), data, prior=prior) for prior in Prior)
    at = centred(thetas, matrix=flat.matrix)
    ratio = evaluate_density(sparse, at).log_density - evaluate_density(flat, at).log_density
    np.testing.assert_allclose(ratio, -np.log1p(thetas[:, 1] ** 2))


def test_outside_the_domain_the_density_is_zero():
    data = problem(np.array([-1.0, 1.0, 2.0, 3.0]), np.ones(4))
    density = make_density(candidate(POWER), data)
    assert evaluate_density(density, np.array([[1.0, 0.5]])).log_density[0] == -np.inf


@pytest.mark.parametrize("factor", [1e-30, 1e30])
def test_the_size_of_y_moves_the_density_by_a_constant(factor):
    data = power_data()
    scaled = dataclasses.replace(data, y=data.y * factor)
    theta = np.array([[2.0, 1.5], [2.1, 1.4]])
    one, other = make_density(candidate(POWER), data), make_density(candidate(POWER), scaled)
    first = evaluate_density(one, centred(theta, matrix=one.matrix)).log_density
    theta = theta * [factor, 1.0]
    second = evaluate_density(other, centred(theta, matrix=other.matrix)).log_density
    np.testing.assert_allclose(np.diff(second), np.diff(first), rtol=1e-9)
    np.testing.assert_allclose(second - first, -len(data.y) * np.log(factor))


@pytest.mark.parametrize("noise", USUAL)
def test_the_sensitivity_is_that_of_the_weighted_fit(noise):
    data = nested_problem(noise)
    density = make_density(candidate(NESTED, noise), data)
    at = centred(parameters(NESTED), matrix=density.matrix)

    def fit(theta):
        return evaluate_many(NESTED, data.x, values=uncentred(theta, matrix=density.matrix)[None])[
            0
        ]

    unit = density.scale if noise is Noise.CONSTANT else noise_size(NESTED, data.x, noise=noise)
    steps = 1e-6 * np.eye(len(at))
    expected = [np.sqrt(data.weight) * (fit(at + s) - fit(at - s)) / 2e-6 / unit for s in steps]
    np.testing.assert_allclose(
        sensitivity(density, at), np.transpose(expected), rtol=1e-5, atol=1e-8
    )


def test_a_line_is_linear():
    data = problem(np.arange(4.0), np.arange(4.0))
    density = make_density(candidate(LINE), data)
    np.testing.assert_allclose(
        sensitivity(density, np.array([5.0, -3.0])), np.c_[np.ones(4), data.x] / 3
    )
