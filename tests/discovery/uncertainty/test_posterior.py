import dataclasses
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from nalm.discovery import Noise, Prior, laplace_posterior, posterior, sampled_posterior
from nalm.errors import InvalidValueError, UnreliableWarning
from nalm.symbolic import Power, Product, Sum
from tests._tiers import kept
from tests.discovery._measured import (
    EXACT_POWER,
    LINE,
    POWER,
    ROOT,
    USUAL,
    candidate,
    line_data,
    measured,
    power_data,
    problem,
)


def exact_line(data, levels):
    design = np.c_[np.ones(len(data.y)), data.x]
    best, squares = np.linalg.lstsq(design, data.y, rcond=None)[:2]
    degrees = len(data.y) - 2
    scale = np.sqrt(squares[0] / degrees * np.diag(np.linalg.inv(design.T @ design)))
    return best, scale, best[:, None] + scale[:, None] * stats.t.ppf(levels, degrees)


LEVELS = (0.025, 0.25, 0.5, 0.75, 0.975)


def test_laplace_is_exact_for_a_line():
    data = line_data()
    found = posterior(candidate(LINE), data)
    best, scale, quantiles = exact_line(data, LEVELS)
    np.testing.assert_allclose(found.mean, best, rtol=1e-9)
    np.testing.assert_allclose(found.sd, scale * np.sqrt(10 / 8), rtol=1e-9)
    np.testing.assert_allclose(found.quantiles, quantiles, rtol=1e-8)
    np.testing.assert_allclose(np.quantile(found.draws, LEVELS, axis=0).T, quantiles, atol=0.02)
    np.testing.assert_allclose(found.ess, len(found.draws))  # nothing is lost: it is the posterior


def test_sampling_finds_the_exact_posterior_of_a_line():
    data = line_data()
    found = posterior(candidate(LINE), data, method="sampling")
    best, scale, quantiles = exact_line(data, LEVELS)
    assert found.converged
    np.testing.assert_allclose(found.mean, best, atol=0.03 * scale.max())
    np.testing.assert_allclose(found.quantiles, quantiles, atol=0.08 * scale.max())
    squares = scale[0] ** 2 * 10 / np.linalg.inv(design_gram(data))[0, 0]
    expected = np.sqrt(squares / stats.chi2.ppf([0.9, 0.5, 0.1], 10))
    np.testing.assert_allclose(np.quantile(found.sigma, [0.1, 0.5, 0.9]), expected, rtol=0.02)


def design_gram(data):
    design = np.c_[np.ones(len(data.y)), data.x]
    return design.T @ design


@pytest.mark.parametrize("noise", kept(Noise, Noise.CONSTANT))
@pytest.mark.parametrize("prior", kept(Prior, Prior.SPARSE))
def test_both_methods_agree_where_the_data_are_good(noise, prior):
    data, it = power_data(noise=noise), candidate(POWER, noise)
    one = laplace_posterior(it, data, prior=prior)
    other = sampled_posterior(it, data, prior=prior, chains=64)
    np.testing.assert_allclose(one.mean, other.mean, atol=0.1 * one.sd.min())
    np.testing.assert_allclose(one.sd, other.sd, rtol=0.08)
    assert np.median(one.sigma) == pytest.approx(np.median(other.sigma), rel=0.02)


def test_the_sparse_prior_pulls_exponents_to_zero():
    data = power_data(rows=6, sigma=3.0)
    flat, sparse = (laplace_posterior(candidate(POWER), data, prior=prior) for prior in Prior)
    assert abs(sparse.mean[1]) < abs(flat.mean[1])


def test_sampling_stays_inside_the_domain_where_laplace_cannot_know_of_it():
    random = np.random.default_rng(1)
    x = np.sort(random.uniform(1, 4, 30))
    data = problem(x, 2 * (x - 0.9) ** 0.5 + 0.1 * random.standard_normal(30))
    found = sampled_posterior(candidate(ROOT), data, chains=64)
    edge = -found.draws[:, found.index("c1.s1.2")]
    assert (edge < x.min()).all()
    wide = posterior(candidate(ROOT), data)
    assert (-wide.draws[:, 2] > x.min()).any()
    assert wide.ess[0] < 0.95 * len(wide.draws)


@pytest.mark.parametrize("method", ["laplace", "sampling"])
def test_the_unit_of_the_input_does_not_matter(method):
    data = power_data(rows=10, sigma=1.0)
    other = dataclasses.replace(data, x=data.x * 1e6)
    large = Sum((Product(2e-9, (Power(0, 1.5),)),))
    one = posterior(candidate(POWER), data, method=method)
    two = posterior(candidate(large), other, method=method)
    np.testing.assert_allclose(two.draws[:, 1], one.draws[:, 1], rtol=1e-4)
    np.testing.assert_allclose(two.draws[:, 0] * 1e6 ** two.draws[:, 1], one.draws[:, 0], rtol=1e-4)


def test_the_seed_decides():
    data = line_data()
    for method in ("laplace", "sampling"):
        first, again, other = (
            posterior(candidate(LINE), data, method=method, chains=64, draws=50, seed=seed).draws
            for seed in (0, 0, 1)
        )
        np.testing.assert_array_equal(first, again)
        assert first.shape == (64 * 50, 2)
        assert (first != other).any()


@pytest.mark.parametrize("method", ["laplace", "sampling"])
def test_a_formula_without_measured_numbers_has_only_noise(method):
    exact = Sum((Product(Fraction(2), EXACT_POWER.terms[0].powers),))
    none = posterior(candidate(exact), power_data(), method=method)
    assert none.draws.shape[1] == 0
    assert np.median(none.sigma) == pytest.approx(0.1, rel=0.3)


@pytest.mark.parametrize("noise", USUAL)
def test_data_without_noise_are_known_to_rounding(noise):
    x = np.linspace(1, 5, 50)
    found = posterior(candidate(POWER, noise), problem(x, 2 * x**1.5))
    np.testing.assert_allclose(found.mean, [2, 1.5], rtol=1e-13)
    assert (found.sd < 1e-12).all()


def test_chains_that_have_not_converged_come_with_a_warning():
    random = np.random.default_rng(0)
    x = random.uniform(1, 2, 20)
    data = problem(x, x + x**2 + 0.2 * random.standard_normal(20))
    two = Sum((Product(1.0, (Power(0, 1.0),)), Product(1.0, (Power(0, 2.0),))))
    with pytest.warns(UnreliableWarning, match="the chains have not converged: R̂ is up to"):
        found = posterior(candidate(two), data, method="sampling", chains=8, draws=20)
    assert not found.converged
    with pytest.warns(UnreliableWarning, match=r"is not near Student's t.*use method=.sampling"):
        assert not posterior(candidate(two), data, chains=8, draws=100).converged


def coverage(noise, sets=2000):
    random = np.random.default_rng(0)
    inside = np.zeros(2)
    for _ in range(sets):
        x = random.uniform(0.5, 5, 15)
        # Small enough for the slopes to be those at the measured inputs.
        sigma = 0.02 if noise is Noise.VARIABLES else 0.1
        data = measured(x, 2 * x**1.5, noise=noise, sigma=sigma, random=random)
        found = laplace_posterior(candidate(POWER, noise), data, draws=400)
        inside += (found.quantiles[:, 0] < [2, 1.5]) & (found.quantiles[:, 4] > [2, 1.5])
    return inside / sets


@pytest.mark.thorough
@pytest.mark.parametrize("noise", USUAL)
def test_intervals_of_95_percent_cover_the_truth_as_often(noise):
    found = coverage(noise)
    assert ((found > 0.93) & (found < 0.97)).all()


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore:the chains have not converged")  # so short ones
def test_sampled_intervals_of_90_percent_cover_as_often():
    random, inside, sets = np.random.default_rng(0), 0, 40
    for seed in range(sets):
        x = random.uniform(0.5, 5, 15)
        data = problem(x, 2 * x**1.5 + 0.3 * random.standard_normal(15))
        found = sampled_posterior(candidate(POWER), data, chains=32, draws=24, seed=seed)
        low, high = np.quantile(found.draws[:, 1], [0.05, 0.95])
        inside += low < 1.5 < high
    assert stats.binomtest(inside, sets, 0.9).pvalue > 0.01


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": "mcmc"}, "method should be 'laplace' or 'sampling', found 'mcmc'"),
        ({"chains": 0}, "chains should be at least 1, found 0"),
        ({"draws": 3, "method": "sampling"}, "draws should be at least 4, found 3"),
    ],
)
def test_impossible_arguments_are_refused(arguments, message):
    with pytest.raises(InvalidValueError, match=message):
        posterior(candidate(LINE), line_data(), **arguments)
