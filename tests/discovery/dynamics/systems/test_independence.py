import numpy as np
import pytest

from nalm.discovery.dynamics.systems._independence import MISSES, independent_shares

ROWS = 800
JOINED = np.append(np.ones(ROWS - 1, dtype=bool), False)


def correlated(rho, seed=0):
    """A series whose correlation falls by the factor ρ from row to row, of variance 9."""
    random = np.random.default_rng(seed)
    values = [random.standard_normal()]
    for _ in range(ROWS - 1):
        values.append(rho * values[-1] + (1 - rho**2) ** 0.5 * random.standard_normal())
    return 3.0 * np.array(values)


@pytest.mark.parametrize("rho", [0.5, 0.8, 0.95])
def test_correlated_residuals_count_as_the_variance_of_their_mean_says(rho):
    shares = [independent_shares(correlated(rho, seed)[:, None], JOINED)[0] for seed in range(5)]
    # Of a series of first order, n (1 - ρ) / (1 + ρ) count.
    assert np.mean(shares) == pytest.approx((1 - rho) / (1 + rho), rel=0.3)


def test_white_residuals_and_those_within_the_noise_all_count():
    white, smooth = correlated(0.0), correlated(0.9)
    within = smooth * 0.9 * MISSES / np.sqrt(np.mean(smooth**2))
    assert independent_shares(np.column_stack([white, within]), JOINED).tolist() == [1.0, 1.0]


def test_gaps_and_the_ends_of_trajectories_join_nothing():
    flipped = np.where(np.arange(ROWS) % 4 < 2, 5.0, -5.0)
    ends = np.arange(ROWS) % 2 == 1
    # Pairs of equal residuals, each in a trajectory of its own.
    assert independent_shares(flipped[:, None], ~ends)[0] < 1
    alone = np.zeros(ROWS, dtype=bool)
    assert independent_shares(correlated(0.9)[:, None], alone)[0] == 1.0
    gaps = np.where(np.arange(ROWS) % 2 == 1, np.nan, correlated(0.9))
    assert independent_shares(gaps[:, None], JOINED)[0] <= 1.0
