import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from nalm.discovery.dynamics.regressor._regressor import DynamicsRegressor
from nalm.errors import InvalidValueError
from tests.discovery.dynamics._fitted import T, X, hare_and_lynx
from tests.discovery.dynamics._trajectories import PREDATOR, PREY, solve

LAW = hare_and_lynx()
START = [2.0, 1.0]


def test_a_solution_is_that_of_the_equations():
    assert LAW.simulate(T, START) == pytest.approx(solve([PREY, PREDATOR], T, START), rel=1e-6)


def test_any_candidate_can_be_solved():
    states = LAW.simulate(T, START, index=[0, None])
    assert states[:, 0] == pytest.approx(2.0 * np.exp(0.5 * T), rel=1e-6)


def test_a_band_holds_the_solution_and_is_the_same_again():
    low, high = LAW.simulate_interval(T[:20], START, level=0.9, draws=30)
    solution = LAW.simulate(T[:20], START)
    assert ((low <= solution) & (solution <= high)).mean() > 0.9
    assert (LAW.simulate_interval(T[:20], START, level=0.9, draws=30)[0] == low).all()
    other, _ = LAW.simulate_interval(T[:20], START, draws=30, index=[0, None])
    assert not np.allclose(other[1:], low[1:])


def test_a_band_without_noise_holds_the_solution():
    t = np.linspace(0.0, 6.0, 30)
    decay = DynamicsRegressor(structures={"x0": [(1,)]}, max_time=0.5, random_state=0)
    decay.fit(t, 60.0 * np.exp(-0.5 * t)[:, None])
    low, high = decay.simulate_interval(t, [60.0], draws=20)
    solution = decay.simulate(t, [60.0])
    assert (low <= solution + 1e-6).all()
    assert (solution <= high + 1e-6).all()


def test_a_score_compares_with_solutions_from_any_start():
    assert LAW.score(T, X) > 0.999
    assert LAW.score(T, 0 * X + X.mean(axis=0) + np.sin(9 * T)[:, None]) < 0.5


@pytest.mark.parametrize("change", [{"draws": 1}, {"level": 1.5}, {"index": 7}])
def test_what_cannot_work_is_refused(change):
    with pytest.raises(InvalidValueError, match=f"`{next(iter(change))}` must be"):
        LAW.simulate_interval(T[:3], START, **change)


@pytest.mark.parametrize("method", ["simulate", "simulate_interval", "score"])
def test_nothing_before_the_fit(method):
    with pytest.raises(NotFittedError):
        getattr(DynamicsRegressor(), method)(T, X if method == "score" else START)
