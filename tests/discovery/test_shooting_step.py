import numpy as np
import pytest

from nalm.discovery._dynamics_flow import Intervals
from nalm.discovery._dynamics_system import independent
from nalm.discovery._shooting_step import Nodes, gaps, linearise, propose
from tests.discovery._courses import DECAY

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


def test_a_step_closes_all_gaps_of_a_linear_system():
    bent = X + 0.1 * np.sin(5 * T)[:, None]
    linear = linearise(SYSTEM, NODES, states=bent, count=COUNT, pieces=PIECE)
    step = propose(linear, bent, damping=0.0, frozen=True)
    assert step.numbers == pytest.approx([0.0])
    assert step.states == pytest.approx(X, abs=1e-6)


def test_at_the_truth_nothing_moves():
    linear = linearise(SYSTEM, NODES, states=X, count=COUNT, pieces=PIECE)
    step = propose(linear, X, damping=0.0, frozen=False)
    assert step.numbers == pytest.approx([0.0], abs=1e-7)
    assert step.states == pytest.approx(X, abs=1e-6)
