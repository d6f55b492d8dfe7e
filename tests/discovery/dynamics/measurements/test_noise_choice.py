import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._noise_choice import proportional_states, relative_odds
from nalm.discovery.dynamics.measurements._trajectories import read

T = np.linspace(0.0, 12.0, 150)
GROWING = 40.0 / (1 + 60 * np.exp(-0.8 * T))
WAVING = 3.0 + 2.5 * np.sin(1.3 * T)
TRUTH = np.column_stack([GROWING, WAVING])


def measured(kind, share, seed=0, truth=TRUTH):
    noise = share * np.random.default_rng(seed).standard_normal(truth.shape)
    return truth * (1 + noise) if kind == "relative" else truth + noise * truth.std(axis=0)


def proportional(t, states):
    return proportional_states(read(t, states)[0])


@pytest.mark.parametrize("share", [0.01, 0.04])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_noise_in_proportion_to_a_state_is_told_from_constant_noise(share, seed):
    assert proportional(T, measured("relative", share, seed)) == (True, True)
    constant = np.maximum(measured("constant", share, seed), 1e-3)
    assert proportional(T, constant) == (False, False)


def test_each_state_has_noise_of_its_own_kind():
    mixed = np.column_stack([measured("relative", 0.03)[:, 0], measured("constant", 0.02)[:, 1]])
    assert proportional(T, mixed) == (True, False)


def test_short_individuals_tell_it_together():
    random = np.random.default_rng(4)
    times = [np.sort(random.uniform(0, 8, 8)) for _ in range(40)]
    levels = random.uniform(0.3, 20.0, 40)
    clean = [level * np.exp(-0.3 * t)[:, None] for t, level in zip(times, levels, strict=True)]
    relative = [x * (1 + 0.03 * random.standard_normal(x.shape)) for x in clean]
    assert proportional(times, relative) == (True,)
    constant = [x + 0.01 * random.standard_normal(x.shape) for x in clean]
    assert proportional(times, [np.maximum(x, 1e-4) for x in constant]) == (False,)


@pytest.mark.parametrize(
    "states", [TRUTH, TRUTH - 2.0, np.column_stack([GROWING, np.full(150, 2.0)])]
)
def test_constant_noise_is_taken_where_nothing_can_be_told(states):
    assert proportional(T, states) == (False, False)


def test_the_odds_are_those_of_the_densities():
    values = np.array([0.5, 2.0, 8.0])

    def density(residual, sigma):
        return np.log(sigma) + residual**2 / (2 * sigma**2)

    constant = sum(density(r, 0.3) for r in (0.3, -0.3, 0.3))
    relative = sum(density(r, 0.1) for r in (0.1, 0.1, -0.1)) + np.log(values).sum()
    found = relative_odds(values, constant=0.3, relative=0.1)
    assert found == pytest.approx(2 * (constant - relative))
