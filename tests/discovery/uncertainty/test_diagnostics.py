import numpy as np
import pytest

from nalm.discovery.uncertainty._diagnostics import effective_size, split_rhat


def autoregressive(rho, chains=64, draws=500, seed=0):
    random = np.random.default_rng(seed)
    steps = random.standard_normal((draws, chains, 2))
    found = np.empty_like(steps)
    found[0] = steps[0]
    for i in range(1, draws):
        found[i] = rho * found[i - 1] + np.sqrt(1 - rho**2) * steps[i]
    return found.swapaxes(0, 1)


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
def test_size_is_that_of_an_autoregressive_chain(rho):
    found = effective_size(autoregressive(rho))
    np.testing.assert_allclose(found, 64 * 500 * (1 - rho) / (1 + rho), rtol=0.12)


def test_alternating_draws_are_worth_more_than_independent_ones():
    assert (effective_size(autoregressive(-0.5)) > 64 * 500 * 1.5).all()


def test_chains_that_agree_have_an_rhat_of_one():
    np.testing.assert_allclose(split_rhat(autoregressive(0.0)), 1.0, atol=0.002)


def test_a_chain_elsewhere_is_noticed():
    draws = autoregressive(0.0, chains=4)
    draws[0] += 3
    assert (split_rhat(draws) > 1.5).all()
    assert (effective_size(draws) < 20).all()


def test_a_drift_is_noticed():
    draws = autoregressive(0.0, chains=4) + np.linspace(0, 3, 500)[:, None]
    assert (split_rhat(draws) > 1.1).all()


def test_chains_that_stand_still_have_no_rhat():
    assert np.isnan(split_rhat(np.ones((4, 10, 1)))).all()
