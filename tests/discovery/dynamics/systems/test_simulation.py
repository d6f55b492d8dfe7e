import numpy as np
import pytest

from nalm.discovery.dynamics.systems._simulation import _Rates, bounds, draws, simulate
from nalm.discovery.dynamics.systems._system import independent, numbers
from nalm.errors import InvalidValueError
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import (
    DECAY,
    ONE,
    PREDATOR,
    PREY,
    ROOT,
    lotka_volterra,
    term,
)

T, X = lotka_volterra(rows=30)
DECAYING = independent((DECAY,))


def alone(time):
    return np.empty(1)


def pair(time):
    return np.empty(2)


@pytest.mark.parametrize("method", ["DOP853", "RK45", "Radau", "LSODA"])
def test_a_solution_is_followed(method):
    system = independent((PREY, PREDATOR))
    found = simulate(system, T, start=X[0], known=pair, method=method)
    assert found.end is None
    assert found.states == pytest.approx(X, rel=1e-5)


@pytest.mark.parametrize("method", ["DOP853", "Radau"])
def test_an_empty_tank_ends_the_solution_in_time(method):
    # dh/dt = -0.5 √h from 4 is empty at t = 8.
    t = np.linspace(0, 12, 25)
    found = simulate(independent((ROOT,)), t, start=np.array([4.0]), known=alone, method=method)
    assert found.end == pytest.approx(8.0, abs=0.05)
    assert found.reason == "domain"
    assert found.concerned == (0,)
    known = np.isfinite(found.states[:, 0])
    assert known[0]
    assert not known[t > 8.05].any()


def test_growth_without_bound_is_told_apart():
    square = independent((Sum((term(1.0, (0, ONE * 2)),)),))
    found = simulate(square, np.array([0.0, 2.0]), start=np.array([1.0]), known=alone)
    assert found.reason == "growth"
    assert found.end == pytest.approx(1.0, abs=1e-3)


def test_a_start_outside_the_domain_has_no_solution():
    found = simulate(independent((ROOT,)), T, start=np.array([-1.0]), known=alone)
    assert (found.end, found.reason) == (0.0, "domain")


def test_draws_scatter_like_the_covariance():
    system = independent((PREY,))
    covariance = np.array([[4e-2, 1e-12], [1e-12, 1e-20]])
    values = np.array([numbers(each) for each in draws(
        system, covariance, count=400, random=np.random.default_rng(0)
    )])  # fmt: skip
    assert values.std(axis=0) == pytest.approx([0.2, 1e-10], rel=0.15)
    with pytest.raises(InvalidValueError, match="`draws` must be 2 or more"):
        draws(system, covariance, count=1, random=np.random.default_rng(0))


def test_bounds_are_quantiles_of_what_has_a_value():
    values = np.linspace(0, 1, 101)[:, None, None] * np.array([1.0, np.nan])
    low, high = bounds(values, level=0.9)
    assert (low[0, 0], high[0, 0]) == pytest.approx((0.05, 0.95))
    assert np.isnan([low[0, 1], high[0, 1]]).all()
    with pytest.raises(InvalidValueError, match="`level` must be between 0 and 1"):
        bounds(values, level=1.0)


def test_what_a_trial_step_met_is_forgotten_once_a_step_succeeds():
    rates = _Rates(independent((ROOT,)), lambda time: np.zeros(1), begin=0.0)
    rates(0.0, np.array([-1.0]))
    assert rates.lost == (0,)
    rates.accepted(0.1, np.array([1.0]))
    assert rates.lost == ()
    assert rates.last == 0.1
