from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery.dynamics.measurements import _known_columns
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from tests.discovery.dynamics._trajectories import lotka_volterra

T, X = lotka_volterra(rows=60)
TIMES, ROWS = np.array([T[4] + 0.01, T[9]]), np.array([64, 9])


@pytest.fixture
def data():
    return smooth_trajectories(read([T, T[:40]], [X, X[:40]], controls=[T, T[:40] ** 2])[0])


@pytest.fixture
def evaluations(data, monkeypatch):
    """How many times the curves were evaluated."""
    found = []
    plain = type(data.curves[0][0].spline).__call__

    def counted(self, t):
        found.append(t)
        return plain(self, t)

    monkeypatch.setattr(type(data.curves[0][0].spline), "__call__", counted)
    return found


def test_each_row_follows_its_own_trajectory(data):
    known = data.known_columns((0,), time=True)(TIMES, ROWS)
    assert known[:, 1] == pytest.approx([data.curves[1][1].spline(TIMES[:1])[0], X[9, 1]])
    assert known[:, 2] == pytest.approx([TIMES[0] ** 2, T[9]], rel=0.1)
    assert (known[:, 3] == TIMES).all()


def test_held_controls_keep_the_value_of_the_interval(data):
    held = tuple(replace(each, held=(True,)) for each in data.trajectories)
    known = replace(data, trajectories=held).known_columns((0, 1), time=False)
    assert known(TIMES, ROWS)[:, 2].tolist() == [T[4] ** 2, T[9]]


def test_the_same_times_are_computed_once_for_all_candidates(data, evaluations):
    first = data.known_columns((0,), time=False)(TIMES, ROWS)
    count = len(evaluations)
    first[:] = np.nan  # callers overwrite what they get
    later = replace(data, deadline=5.0)
    again = later.known_columns((0,), time=False)(TIMES.copy(), ROWS.copy())
    assert count > 0
    assert len(evaluations) == count
    assert np.isfinite(again[:, 1:]).all()


def test_other_columns_and_other_curves_are_computed_again(data):
    one = data.known_columns((0,), time=False)(TIMES, ROWS)
    assert np.isfinite(data.known_columns((1,), time=False)(TIMES, ROWS)[:, 0]).all()
    other = replace(data, curves=data.curves[::-1])
    assert other.known_columns((0,), time=False)(TIMES, ROWS)[0, 1] != one[0, 1]


def test_what_is_remembered_has_a_bound(data, monkeypatch):
    monkeypatch.setattr(_known_columns, "MOST_NUMBERS", 20)
    known = data.known_columns((0,), time=False)
    for shift in range(30):
        known(TIMES + 1e-3 * shift, ROWS)
        assert len(known._remembered) <= 5
