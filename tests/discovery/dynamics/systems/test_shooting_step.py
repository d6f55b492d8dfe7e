from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery.dynamics.systems._flow import Intervals
from nalm.discovery.dynamics.systems._shooting_step import Nodes, gaps, linearise, propose, solved
from nalm.discovery.dynamics.systems._system import independent
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import DECAY, ONE, term

T = np.linspace(0, 2, 9)
X = 3.0 * np.exp(-0.5 * T)[:, None]
JOINED = np.arange(9) < 8
NODES = Nodes(
    measured=X,
    guess=X,
    sigma=np.ones(1),
    intervals=Intervals(
        begin=T, end=np.append(T[1:], 2.0), known=lambda t, rows: np.empty((len(t), 1))
    ),
    joined=JOINED,
)
SYSTEM = independent((DECAY,))
PIECE = [np.arange(9)]
COUNT = np.full(9, 4)


def test_gaps_are_what_an_interval_misses():
    reached = np.roll(X, -1, axis=0)
    assert (gaps(reached, X, piece=PIECE[0]) == 0).all()
    assert gaps(reached + 2, X, piece=PIECE[0]) == pytest.approx(np.full((8, 1), 2.0))


def test_relative_residuals_are_those_of_logarithms():
    grows = replace(NODES, relative=(True,), sigma=np.array([0.1]))
    assert grows.residual(2 * X) == pytest.approx(np.full((9, 1), -np.log(2) / 0.1))
    assert (grows.residual(-X) == np.inf).all()
    gap = replace(grows, measured=np.where(X > 2, np.nan, X))
    assert np.isnan(gap.residual(-X)[X > 2]).all()
    assert grows.unit(X) == pytest.approx(0.1 * X)
    assert grows.spread == pytest.approx([np.log(X).std()])
    assert NODES.unit(X) == pytest.approx(np.ones((9, 1)))


def test_a_step_closes_all_gaps_of_a_linear_system():
    bent = X + 0.1 * np.sin(5 * T)[:, None]
    linear = linearise(SYSTEM, NODES, states=bent, count=COUNT, pieces=PIECE)
    step = propose(linear, bent, damping=0.0, frozen=True)
    assert step.numbers == pytest.approx([0.0])
    assert step.states == pytest.approx(X, abs=1e-6)


@pytest.mark.parametrize("wild", [np.nan, np.inf, 1e200])
def test_numbers_beyond_all_bounds_reach_no_decomposition(wild):
    matrix = np.array([[1.0, 2.0], [wild, 1.0], [0.5, wild]])
    assert np.isfinite(solved(matrix, np.ones(3), cutoff=1e-12)).all()
    assert np.isfinite(solved(matrix, np.array([1.0, wild, wild]), cutoff=1e-12)).all()


def test_a_solution_that_explodes_gives_a_finite_step():
    far = independent((Sum((term(50.0, (0, 9 * ONE)),)),))
    wild = replace(NODES, sigma=np.full(1, 1e-200))
    linear = linearise(far, wild, states=10 * X, count=COUNT, pieces=PIECE)
    assert np.isfinite(propose(linear, X, damping=1.0, frozen=False).numbers).all()


def test_at_the_truth_nothing_moves():
    linear = linearise(SYSTEM, NODES, states=X, count=COUNT, pieces=PIECE)
    step = propose(linear, X, damping=0.0, frozen=False)
    assert step.numbers == pytest.approx([0.0], abs=1e-7)
    assert step.states == pytest.approx(X, abs=1e-6)
