import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._smoothed import nodes, smooth_trajectories, table
from nalm.discovery.dynamics.measurements._trajectories import read
from tests.discovery.dynamics._trajectories import lotka_volterra

T, X = lotka_volterra(rows=60)
GAPS = X.copy()
GAPS[10, 0] = GAPS[-3:, 1] = np.nan
DATA = smooth_trajectories(read([T, T[:40]], [GAPS, X[:40]], controls=[T, T[:40] ** 2])[0])


def test_rows_are_those_of_all_trajectories():
    assert DATA.first == (0, 60, 100)
    assert table(DATA, time=True).shape == (100, 4)
    assert table(DATA, time=True)[60, 3] == 0.0


def test_gaps_are_bridged_and_ends_are_not_trusted():
    assert DATA.states[10, 0] == pytest.approx(X[10, 0], rel=1e-4)
    assert DATA.trusted[10].all()
    assert DATA.trusted[56:60, 1].tolist() == [True, False, False, False]


def test_slopes_are_right():
    prey, predator = X.T
    assert DATA.slopes[:60, 0] == pytest.approx(1.5 * prey - prey * predator, abs=1e-3)


def test_nodes_do_not_join_trajectories_or_what_is_held_out():
    held = np.zeros(100, dtype=bool)
    held[20:30] = True
    found = nodes(DATA, columns=(0, 1), time=False, held=held)
    assert np.isnan(found.measured[20:30]).all()
    assert not found.joined[[19, 25, 29, 59, 99]].any()
    assert found.joined[[0, 18, 30, 58, 60]].all()
    assert (found.sigma > 0).all()


def test_known_columns_follow_their_curves_and_controls_straight_lines():
    known = nodes(DATA, columns=(0,), time=True, held=np.zeros(100, dtype=bool)).intervals.known
    middle = (T[4] + T[5]) / 2
    row = known(np.array([middle]), np.array([64]))[0]
    assert row[1] == pytest.approx(np.interp(middle, T, X[:, 1]), rel=1e-2)
    assert row[2] == pytest.approx((T[4] ** 2 + T[5] ** 2) / 2)
    assert row[3] == middle
