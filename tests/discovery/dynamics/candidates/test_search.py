import numpy as np
import pytest

from nalm.discovery.dynamics.candidates._search import plan
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.errors import InvalidValueError
from tests.discovery.dynamics._trajectories import lotka_volterra

T, X = lotka_volterra(rows=60, share=0.01)
NAMES = ("prey", "predator")


def test_there_is_one_problem_per_state_of_all_columns_that_change():
    data = smooth_trajectories(read(T, X, controls=np.column_stack([np.full(60, 3.0), T]))[0])
    planned = plan(data, NAMES, states=[0, 1], time=True)
    assert planned.targets == NAMES
    assert planned.columns == (0, 1, 3, 4)
    assert [each.problem.x.shape[1] for each in planned.prepared] == [4, 4]


def test_slopes_at_the_ends_count_less():
    problem = plan(smooth_trajectories(read(T, X)[0]), NAMES, states=[0], time=False).prepared[0]
    weight = {row: w for k, w in enumerate(problem.problem.weight) for row in problem.rows_of([k])}
    assert weight[0] < 0.5 * np.median(list(weight.values()))


def test_untrusted_and_falsely_negative_rows_are_left_out():
    gaps = X.copy()
    gaps[:3, 1] = np.nan
    low = np.column_stack([np.exp(-T), np.linspace(1, 0, 60) - 0.004])
    planned = plan(smooth_trajectories(read(T, gaps)[0]), NAMES, states=[0], time=False)
    assert len(planned.prepared[0].problem.y) == 57
    planned = plan(smooth_trajectories(read(T, low)[0]), NAMES, states=[0], time=False)
    assert (planned.prepared[0].problem.x[:, 1] >= 0).all()


def test_a_state_that_never_changes_is_refused():
    data = smooth_trajectories(read(T, np.column_stack([X[:, 0], np.full(60, 2.0)]))[0])
    with pytest.raises(InvalidValueError, match="state 'predator' must change, found 2"):
        plan(data, NAMES, states=[0, 1], time=False)
