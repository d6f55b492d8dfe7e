import numpy as np
import pytest

from nalm.discovery.dynamics.candidates._outermost import outermost
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from tests.discovery.dynamics._trajectories import lotka_volterra

DATA = smooth_trajectories(read(*lotka_volterra(share=0.01))[0])
HELD = outermost(DATA)


def test_the_outermost_quarter_is_a_part_of_the_trajectory():
    assert HELD.mean() == pytest.approx(0.25, abs=0.01)
    assert np.diff(np.flatnonzero(HELD)).max() == 1
    middle = np.median(DATA.states, axis=0)
    distance = np.abs(DATA.states - middle).mean(axis=1)
    assert distance[HELD].mean() > distance[~HELD].mean()
