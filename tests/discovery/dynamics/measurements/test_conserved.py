import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._conserved import (
    constrained,
    dependent,
    filled,
    joined,
    read_conserved,
)
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.errors import InvalidTypeError, InvalidValueError
from tests.discovery.dynamics._trajectories import INFECTED, SUSCEPTIBLE

NAMES = ("S", "I", "R")
GROUPS = ((0, 1, 2),)
T = np.linspace(0, 3, 30)
X = np.column_stack([np.exp(-T), T * np.exp(-T), 5 - (1 + T) * np.exp(-T)])


def test_groups_are_read_by_name_and_number():
    assert read_conserved([("S", "I", "R")], NAMES) == read_conserved([(0, 1, 2)], NAMES) == GROUPS
    assert read_conserved(None, NAMES) == ()
    assert dependent(GROUPS) == {2: (0, 1)}


@pytest.mark.parametrize(
    ("conserved", "message"),
    [
        ([("S", "X")], r"'X', which is not there; the states are \['S', 'I', 'R'\]"),
        ([(0, 3)], "the state 3"),
        ([("S",)], "two states or more"),
        ([("S", "I"), ("I", "R")], "name a state once"),
    ],
)
def test_wrong_groups_are_refused(conserved, message):
    with pytest.raises(InvalidValueError, match=message):
        read_conserved(conserved, NAMES)


def test_names_without_a_group_are_refused():
    with pytest.raises(InvalidTypeError, match="put parentheses"):
        read_conserved(["S", "I"], NAMES)


def test_one_missing_value_of_a_row_is_filled_two_are_not():
    gaps = X.copy()
    gaps[3, 1] = gaps[5, :2] = np.nan
    (trajectory,), _ = read(T, gaps)
    result = filled(trajectory, GROUPS).states
    assert result[3] == pytest.approx(X[3])
    assert np.isnan(result[5, :2]).all()
    assert np.isnan(trajectory.states[3, 1])


def test_slopes_add_up_to_nothing():
    noise = 0.01 * np.random.default_rng(0).standard_normal(X.shape)
    data = smooth_trajectories(read(T, X + noise)[0])
    assert np.abs(data.slopes.sum(axis=1)).max() > 1e-4
    assert np.abs(constrained(data, GROUPS).slopes.sum(axis=1)).max() < 1e-12


def test_the_last_equation_is_minus_the_others():
    system = joined({0: SUSCEPTIBLE, 1: INFECTED}, GROUPS)
    assert system.balance.tolist() == [[1, 0], [0, 1], [-1, -1]]
    assert system.columns == (0, 1, 2)
