import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._held import (
    Between,
    jump_rows,
    values_at,
    with_controls,
    with_held,
)
from nalm.discovery.dynamics.measurements._trajectories import Trajectory

T = np.linspace(0.0, 12.0, 121)
STAIRS = np.repeat([0.3, 1.7, 0.9, 2.2, 0.1, 1.1], [20, 25, 16, 20, 20, 20])
RAMPS = np.interp(T, [0, 2, 4, 8, 12], [0, 0, 1, 1, 0])
SWITCH = np.resize([0.0, 0.0, 1.0, 1.0, 1.0], 121)


def trajectory(*columns):
    table = np.column_stack(columns)
    return Trajectory(t=T, states=np.zeros((len(T), 1)), controls=table)


@pytest.mark.parametrize(
    ("column", "held"),
    [
        (STAIRS, True),
        (SWITCH, True),
        (RAMPS, False),
        (np.sin(T), False),
        (np.full(121, 2.0), False),
        (np.random.default_rng(0).integers(0, 9, 121).astype(float), False),
    ],
)
def test_plain_steps_are_seen(column, held):
    (found,) = with_controls([trajectory(column)], Between.AUTO)
    assert found.held == (held,)
    assert bool(found.kinks) is held


def test_each_control_is_looked_at_for_itself():
    (found,) = with_controls([trajectory(np.sin(T), STAIRS)], Between.AUTO)
    assert found.held == (False, True)


def test_the_user_is_believed():
    (hold,) = with_controls([trajectory(STAIRS, np.sin(T))], Between.HOLD)
    (linear,) = with_controls([trajectory(STAIRS, np.sin(T))], Between.LINEAR)
    assert (hold.held, linear.held) == ((True, True), (False, False))


def test_slopes_may_jump_where_a_control_does_and_a_row_before():
    (auto,) = with_controls([trajectory(STAIRS)], Between.AUTO)
    (hold,) = with_controls([trajectory(STAIRS)], Between.HOLD)
    rows = np.cumsum([20, 25, 16, 20, 20])
    assert hold.kinks == tuple(T[rows])
    assert auto.kinks == tuple(T[np.union1d(rows, rows - 1)])


def test_a_held_value_stays_until_the_next_sample():
    table = np.column_stack([[1.0, 3.0, 7.0], [1.0, 3.0, 7.0]])
    t = np.array([0.0, 1.0, 2.0])
    at = [values_at(t, table, at=time, held=(True, False)).tolist() for time in (0.5, 1.0, 1.75)]
    assert at == [[1.0, 2.0], [3.0, 3.0], [3.0, 6.0]]
    assert jump_rows(table, held=(True, False)).tolist() == [1, 2]
    assert jump_rows(table, held=()).tolist() == []


def test_what_is_held_can_be_said_later():
    (found,) = with_held([trajectory(STAIRS)], (True,))
    assert found.held == (True,)
