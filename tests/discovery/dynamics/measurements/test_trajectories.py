from datetime import date, timedelta

import numpy as np
import pandas as pd
import pytest

from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.errors import InputWarning, InvalidTypeError, InvalidValueError

T = np.linspace(0.0, 1.0, 10)
X = np.column_stack([np.exp(T), T])


def changed(values, row, value):
    values = values.copy()
    values[row] = value
    return values


@pytest.mark.parametrize(
    ("t", "states", "message"),
    [
        (changed(T, 3, 0.9), X, "must increase: row 3 is 0.9"),
        (changed(T, 3, T[2]), X, "must not repeat: rows 2 and 3"),
        (changed(T, 3, np.nan), X, "must be finite; found nan in row 3. Leave"),
        (T[:-1], X, r"one time per row of `states`: expected shape \(10,\)"),
        (T[:4], X[:4], "has 4 values in trajectory 0: expected at least 6"),
        (T, changed(X, (slice(None), 1), np.nan), "state 'x1' is all missing"),
        (T, changed(X, 2, np.inf), "must not be infinite"),
        (T, X[:, 0], "use `values.reshape"),
        ([T], [X, X], "one entry per trajectory: expected 2, found 1"),
        ([T, T], [X, X[:, :1]], "the same columns in every trajectory"),
        (T, pd.DataFrame(X, columns=["a", "a"]), "names of columns must differ"),
    ],
)
def test_bad_data_are_refused_with_their_place(t, states, message):
    with pytest.raises(InvalidValueError, match=message):
        read(t, states)


def test_text_is_refused():
    with pytest.raises(InvalidTypeError, match=r"must hold numbers; found .* pandas\.to_numeric"):
        read(T, np.full((10, 1), "a"))


@pytest.mark.parametrize("controls", [T[:-1], changed(T, 2, np.nan)])
def test_controls_need_a_value_at_every_time(controls):
    with pytest.raises(InvalidValueError, match="finite with one row per time"):
        read(T, X, controls=controls)


def test_one_and_several_trajectories_and_their_names():
    single, names = read(T, pd.DataFrame(X, columns=["prey", "predator"]), controls=T)
    assert names == ["prey", "predator", "u0"]
    assert [each.controls.shape for each in single] == [(10, 1)]
    several, names = read([T, T[:7]], [X, X[:7]])
    assert names == ["x0", "x1"]
    assert [len(each.t) for each in several] == [10, 7]


def test_missing_values_stay_and_the_callers_array_is_not_touched():
    gaps = changed(X, (4, 0), np.nan)
    (trajectory,), _ = read(T, gaps)
    assert np.isnan(trajectory.states[4, 0])
    trajectory.states[0] = 9.0
    assert gaps[0, 0] == 1.0


def test_short_individuals_are_left_out_and_named():
    with pytest.warns(
        InputWarning, match=r"2 of 4 .* 'x0' has 4 values in trajectory 1; .* in traj"
    ):
        found, names = read([T, T[:4], T, T[:5]], [X, X[:4], X, X[:5]])
    assert [each.index for each in found] == [0, 2]
    assert names == ["x0", "x1"]


@pytest.mark.parametrize(
    "times",
    [
        np.datetime64("2026-01-01") + np.arange(len(T)),
        np.arange(len(T)) * np.timedelta64(5, "s"),
        pd.date_range("2026-01-01", periods=len(T), freq="D"),
        [date(2026, 1, 1) + timedelta(days=i) for i in range(len(T))],
    ],
)
def test_dates_are_no_numbers(times):
    with pytest.raises(InvalidTypeError, match="found dates or durations: give the seconds"):
        read(times, X)
