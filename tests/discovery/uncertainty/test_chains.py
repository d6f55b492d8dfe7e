import numpy as np
import pytest

from nalm.discovery.uncertainty._chains import run_chains, run_independent_chains
from nalm.discovery.uncertainty._diagnostics import effective_size, split_rhat


def normal(z):
    return -0.5 * (z**2).sum(axis=1), -z


def narrow(z):
    """A normal distribution of two coordinates with correlation 0.999 and other scales."""
    precision = np.linalg.inv([[1.0, 0.0999], [0.0999, 0.01]])
    return -0.5 * ((z @ precision) * z).sum(axis=1), -z @ precision


def bent(z):
    """Rosenbrock's banana: y given x is normal around x²."""
    x, y = z.T
    rest = y - x**2
    value = -0.5 * x**2 - 2 * rest**2
    return value, np.c_[-x + 8 * x * rest, -4 * rest]


def half(z):
    """An exponential distribution: nothing below 0."""
    return np.where(z[:, 0] > 0, -z[:, 0], -np.inf), np.where(z > 0, -1.0, np.nan)


def draw(log_density, start, draws=300, seed=0):
    random = np.random.default_rng(seed)
    return run_chains(log_density, start, draws=draws, warmup=draws, random=random)


def starts(size, chains=128):
    return np.random.default_rng(1).uniform(0.1, 1, (chains, size))


@pytest.mark.parametrize("size", [1, 3, 15])
def test_a_normal_distribution(size):
    found = draw(normal, starts(size))
    assert found.draws.shape == (128, 300, size)
    pooled = found.draws.reshape(-1, size)
    np.testing.assert_allclose(pooled.mean(axis=0), 0, atol=0.04)
    np.testing.assert_allclose(np.cov(pooled.T), np.eye(size), atol=0.06)
    assert (split_rhat(found.draws) < 1.01).all()
    assert (effective_size(found.draws) > 5000).all()
    assert 0.9 < found.acceptance < 0.99


def test_scales_and_correlations_are_learnt():
    found = draw(narrow, starts(2))
    covariance = np.cov(found.draws.reshape(-1, 2).T)
    np.testing.assert_allclose(covariance, [[1.0, 0.0999], [0.0999, 0.01]], rtol=0.06)
    assert (effective_size(found.draws) > 5000).all()


def test_a_bent_distribution():
    found = draw(bent, starts(2))
    x, y = found.draws.reshape(-1, 2).T
    assert split_rhat(found.draws).max() < 1.03
    assert [x.mean(), x.var(), y.mean()] == pytest.approx([0, 1, 1], abs=0.1)


def test_a_distribution_with_an_edge():
    found = draw(half, starts(1)).draws
    assert (found > 0).all()
    levels = (0.1, 0.5, 0.9)
    np.testing.assert_allclose(np.quantile(found, levels), -np.log1p(-np.array(levels)), rtol=0.06)


def test_the_seed_decides():
    first, again, other = (draw(normal, starts(2), draws=20, seed=s).draws for s in (0, 0, 1))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_nothing_to_draw():
    def constant(z):
        return np.zeros(len(z)), z

    assert draw(constant, np.empty((4, 0)), draws=5).draws.shape == (4, 5, 0)


def independent(log_density, size, draws=400):
    random = np.random.default_rng(0)
    return run_independent_chains(log_density, size, chains=64, draws=draws, random=random)


@pytest.mark.parametrize("size", [1, 3, 6])
def test_independent_chains_draw_a_normal_distribution(size):
    found = independent(lambda z: normal(z)[0], size)
    assert found.draws.shape == (64, 400, size)
    pooled = found.draws.reshape(-1, size)
    np.testing.assert_allclose(pooled.mean(axis=0), 0, atol=0.05)
    np.testing.assert_allclose(np.cov(pooled.T).reshape(size, size), np.eye(size), atol=0.07)
    assert 0.5 < found.acceptance < 1
    assert (split_rhat(found.draws) < 1.01).all()


def test_independent_chains_draw_what_is_cut_off():
    found = independent(lambda z: half(z)[0], 1).draws
    assert (found > 0).all()
    quantiles = np.quantile(found, [0.25, 0.5, 0.9])
    np.testing.assert_allclose(quantiles, -np.log([0.75, 0.5, 0.1]), rtol=0.05)


def test_independent_chains_without_a_parameter():
    found = independent(lambda z: np.zeros(len(z)), 0, draws=8)
    assert found.draws.shape == (64, 8, 0)
