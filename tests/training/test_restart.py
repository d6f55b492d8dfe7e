import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nalm.training import PlateauRestart, ValidationHistory


def due(policy, step, since, interval, errors):
    history = ValidationHistory(interval=interval, errors=np.array(errors, dtype=np.float64))
    return policy.due(step, np.array(since, dtype=np.int64), history)


def listed(step, since, interval, errors):
    """The reference's list: at every step since the start, the error that was then current."""
    return np.array([errors[min(t // interval, len(errors) - 1)] for t in range(since, step + 1)])


def by_list(policy, values):
    """The rule as published, on a list."""
    if len(values) <= policy.patience:
        return False
    first, second = values[: len(values) // 2], values[len(values) // 2 :]
    plateau = first.mean() <= second.mean() + second.std()
    return bool(plateau and second.mean() > policy.threshold)


def undecided(values):
    """Whether the two sides of the rule are equal but for rounding, with a spread to round."""
    first, second = values[: len(values) // 2], values[len(values) // 2 :]
    close = abs(first.mean() - second.mean() - second.std()) < 1e-9 * (1 + values.max())
    return close and np.ptp(values) > 0


@settings(deadline=None)
@given(data=st.data(), interval=st.integers(1, 40), patience=st.integers(1, 60))
def test_it_equals_the_rule_on_lists(data, interval, patience):
    evaluations = data.draw(st.integers(1, 8))
    step = data.draw(st.integers((evaluations - 1) * interval, evaluations * interval - 1))
    runs = data.draw(st.integers(1, 4))
    # A start is the step after a check, so it never lies ahead of the next check.
    since = data.draw(st.lists(st.integers(0, max(step - 1, 0)), min_size=runs, max_size=runs))
    values = st.floats(0, 8, width=16)
    rows = st.lists(values, min_size=runs, max_size=runs)
    errors = np.array(data.draw(st.lists(rows, min_size=evaluations, max_size=evaluations)))
    assume(step > 0)
    policy = PlateauRestart(patience=patience)
    found = due(policy, step, since, interval, errors)
    for run in range(runs):
        history = listed(step, since[run], interval, errors[:, run])
        if len(history) > 1 and not undecided(history):
            assert found[run] == by_list(policy, history)


POLICY = PlateauRestart(patience=100, threshold=1.0)


@pytest.mark.parametrize("error", [1.1, 2.3, 1e6 / 3, 1e30 / 7])
@pytest.mark.parametrize("step", [100, 130, 250, 330, 590])
def test_a_constant_error_is_a_plateau(error, step):
    evaluations = step // 60 + 1
    assert due(POLICY, step, [0], 60, [[error]] * evaluations).tolist() == [True]


@pytest.mark.parametrize("start", [1e30, np.inf, np.nan])
def test_errors_before_the_last_start_do_not_count(start):
    errors = [[start, 3.0]] + [[3.0, 3.0]] * 9
    assert due(POLICY, 590, [61, 61], 60, errors).tolist() == [True, True]


def test_a_huge_first_error_does_not_hide_what_follows():
    falling = [[1e30]] + [[3.0]] * 9
    assert due(POLICY, 590, [0], 60, falling).tolist() == [False]
    rising = [[0.5]] * 5 + [[1e30]] * 5
    assert due(POLICY, 590, [0], 60, rising).tolist() == [True]


@pytest.mark.parametrize("error", [np.inf, np.nan])
def test_a_run_without_a_finite_error_is_left_alone(error):
    assert due(POLICY, 590, [0], 60, [[error]] * 10).tolist() == [False]


def test_errors_at_or_below_the_threshold_are_no_plateau():
    assert due(POLICY, 590, [0, 0], 60, [[1.0, 1.0 + 1e-9]] * 10).tolist() == [False, True]


def test_a_falling_error_is_no_plateau():
    assert due(POLICY, 590, [0], 60, [[float(20 - k)] for k in range(10)]).tolist() == [False]


def test_patience_counts_from_each_runs_last_start():
    found = due(POLICY, 300, [0, 200, 201, 260], 60, [[5.0] * 4] * 6)
    assert found.tolist() == [True, True, False, False]


def test_nothing_restarts_at_the_first_step():
    policy = PlateauRestart(patience=0)
    assert due(policy, 0, [0, 0], 10, [[9.0, 9.0]]).tolist() == [False, False]


def test_the_published_rule_is_the_default():
    assert PlateauRestart() == PlateauRestart(every=10, patience=5000, threshold=1.0)
