import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._smoothed import nodes, smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import Trajectory
from nalm.discovery.dynamics.systems._shooting_density import evaluate_shooting, shooting_density
from nalm.discovery.dynamics.systems._system import independent
from nalm.errors import InvalidValueError
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import DECAY, ONE, PREDATOR, PREY, lotka_volterra, term

T = np.linspace(0.0, 3.0, 14)
NOISE = np.random.default_rng(3).standard_normal(14)
DECLINE = (4.0 * np.exp(-0.5 * T) + 0.25 * NOISE)[:, None]


def measured(t, states, *, relative=False):
    none = np.empty((len(t), 0))
    width = states.shape[1]
    data = smooth_trajectories(
        (Trajectory(t=t, states=states, controls=none),), relative=(relative,) * width
    )
    nobody = np.zeros(len(t), dtype=bool)
    return nodes(data, columns=tuple(range(width)), time=False, held=nobody)


def exact(rates, t=T, y=DECLINE):
    """Integrate x(t) = a exp(-k t) over a and the noise, exactly."""
    shape = np.exp(-rates[:, None] * t)  # (rates, rows)
    size = (shape**2).sum(axis=1)
    squares = (y[:, 0] ** 2).sum() - (shape @ y[:, 0]) ** 2 / size
    return -(len(t) - 1) / 2 * np.log(squares) - 0.5 * np.log(size)


def test_the_density_of_a_decay_is_the_exact_one():
    density = shooting_density(independent((DECAY,)), measured(T, DECLINE))
    rates = np.linspace(0.3, 0.8, 11)
    found, squares = evaluate_shooting(density, -rates[:, None])
    expected = exact(rates)
    assert found - found[4] == pytest.approx(expected - expected[4], abs=1e-3)
    assert squares.shape == (11, 1)
    assert -density.mode[0] == pytest.approx(rates_of_least_squares(), abs=1e-3)
    assert density.degrees == 14 - 2


def rates_of_least_squares():
    rates = np.linspace(0.3, 0.8, 5001)
    shape = np.exp(-rates[:, None] * T)
    return rates[np.argmax((shape @ DECLINE[:, 0]) ** 2 / (shape**2).sum(axis=1))]


def test_the_logarithms_are_compared_where_the_noise_is_relative():
    t = np.linspace(0.0, 3.0, 30)
    y = 4.0 * np.exp(-0.5 * t + 0.1 * np.random.default_rng(0).standard_normal(30))
    density = shooting_density(independent((DECAY,)), measured(t, y[:, None], relative=True))
    slope, _ = np.polyfit(t, np.log(y), 1)
    assert density.mode[0] == pytest.approx(slope, rel=1e-6)
    # A line in the logarithm: Student's t distribution, exactly.
    rates = density.mode + np.array([[-0.05], [0.0], [0.05]])
    residual = np.log(y) - np.log(y).mean() - rates * (t - t.mean())
    expected = -(30 - 1) / 2 * np.log((residual**2).sum(axis=1))
    found, _ = evaluate_shooting(density, rates)
    assert found - found[1] == pytest.approx(expected - expected[1], abs=1e-3)


def test_gaps_and_pieces_are_followed_one_by_one():
    t, x = lotka_volterra(rows=150, share=0.02)  # two pieces of 64 intervals, and a third
    x[np.random.default_rng(0).random(x.shape) < 0.2] = np.nan
    density = shooting_density(independent((PREY, PREDATOR)), measured(t, x))
    assert density.order.shape[1] == 3
    assert density.observed.sum() == np.isfinite(x).sum()
    best, squares = evaluate_shooting(density, density.mode[None])
    assert squares[0] / density.observed == pytest.approx([0.95, 0.95], rel=0.1)
    steps = 3 * np.diag(1 / np.linalg.norm(density.design, axis=0))
    moved, _ = evaluate_shooting(density, density.mode + np.vstack([steps, -steps]))
    assert (moved < best).all()


def test_numbers_without_a_solution_are_impossible():
    density = shooting_density(independent((DECAY,)), measured(T, DECLINE))
    logs, _ = evaluate_shooting(density, np.array([[-0.5], [1e4], [np.nan]]))
    assert np.isfinite(logs[0])
    assert logs[1] < logs[0] - 10
    assert logs[2] == -np.inf


def test_nothing_measured_leaves_nothing_open():
    exactly = Sum((term(-ONE / 2, (0, ONE)),))
    density = shooting_density(independent((exactly,)), measured(T, DECLINE))
    logs, squares = evaluate_shooting(density, np.empty((5, 0)))
    assert (logs == logs[0]).all()
    assert squares.shape == (5, 1)


def test_equations_that_the_data_cannot_carry_are_refused():
    root = Sum((term(-1.0, (0, 0.5)),))
    below = np.linspace(1.0, -1.0, 14)[:, None]
    with pytest.raises(InvalidValueError, match="should have a solution through the data"):
        shooting_density(independent((root,)), measured(T, below))
    t = np.linspace(0.0, 3.0, 6)
    few = measured(t, 4.0 * np.exp(-0.5 * t)[:, None])
    five = [term(-0.5 if i == 1 else 1e-3, (0, ONE * i)) for i in range(5)]
    with pytest.raises(InvalidValueError, match="found 6 for 5 and 1"):
        shooting_density(independent((Sum(tuple(five)),)), few)
