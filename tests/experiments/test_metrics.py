"""Which evaluation counts, and what it says."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.experiments import measure, selected_row
from nalm.results import Trace

ERRORS = st.lists(
    st.one_of(st.sampled_from([0.0, 1.0, math.nan, math.inf]), st.floats(0, 10)),
    min_size=1,
    max_size=12,
)


def trace(test, validation=None, sparsity=None):
    count = len(test)
    return Trace(
        step=np.arange(count) * 1000,
        validation=np.zeros(count) if validation is None else np.array(validation, float),
        test=np.array(test, float),
        sparsity=np.zeros(count) if sparsity is None else np.array(sparsity, float),
    )


@pytest.mark.parametrize(
    ("validation", "row"),
    [
        ([3.0], 0),
        ([3, 1, 2], 1),
        ([3, 1, 2, 1], 1),  # the first of equals
        ([math.nan, 2, math.nan, 1, math.nan], 3),
        ([math.nan, math.inf, math.nan], 1),
        ([math.inf, math.inf], 0),
        ([math.nan, math.nan, math.nan], 2),
        ([math.nan], 0),
        ([0.0, -0.0], 0),
    ],
)
def test_selected_row_is_the_first_smallest_and_passes_over_nan(validation, row):
    assert selected_row(np.array(validation, float)) == row


@pytest.mark.parametrize(("count", "row"), [(4999, 0), (5000, 0), (5001, 5000), (7000, 6999)])
def test_only_the_last_5000_evaluations_are_looked_at(count, row):
    validation = np.ones(count)
    validation[0], validation[-1] = 0.0, 0.5
    assert selected_row(validation) == row


def test_the_boundary_of_the_last_5000_is_looked_at():
    validation = np.ones(6000)
    validation[999], validation[1000] = 0.0, 0.1
    assert selected_row(validation) == 1000


def test_nan_everywhere_in_the_last_5000_selects_the_last():
    validation = np.full(5002, math.nan)
    validation[1] = 0.0
    assert selected_row(validation) == 5001


@given(ERRORS)
def test_nothing_is_smaller_than_the_selected_validation_error(validation):
    row = selected_row(np.array(validation))
    assert not any(other < validation[row] for other in validation)
    assert not any(other == validation[row] for other in validation[:row])
    assert math.isnan(validation[row]) == all(map(math.isnan, validation))


@given(ERRORS, st.integers(0, 5))
def test_nan_in_front_moves_the_selected_row(validation, padding):
    padded = np.array([math.nan] * padding + validation)
    assert selected_row(padded) == padding + selected_row(np.array(validation))


def test_the_selected_evaluation_decides_not_the_best_test_error():
    metrics = measure(trace([1, 0, 5], validation=[3, 2, 1], sparsity=[0.1, 0.2, 0.3]), 0.5)
    assert not metrics.solved
    assert metrics.test_error == 5
    assert metrics.sparsity_error == 0.3
    assert metrics.solved_at == 1000


def test_solved_at_may_come_after_the_selected_evaluation():
    metrics = measure(trace([1, 1, 0], validation=[0, 1, 2]), 0.5)
    assert (metrics.solved, metrics.solved_at) == (False, 2000)


@pytest.mark.parametrize(("inclusive", "solved"), [(False, False), (True, True)])
def test_an_error_equal_to_the_threshold(inclusive, solved):
    metrics = measure(trace([0.5]), 0.5, inclusive=inclusive)
    assert metrics.solved is solved
    assert math.isnan(metrics.solved_at) is not solved


@pytest.mark.parametrize("inclusive", [False, True])
def test_nan_is_never_solved(inclusive):
    metrics = measure(trace([math.nan] * 2, [math.nan] * 2), math.inf, inclusive=inclusive)
    assert not metrics.solved
    assert math.isnan(metrics.solved_at)


@given(ERRORS, st.floats(0, 10), st.booleans())
def test_a_solved_run_was_solved_at_some_step(test, threshold, inclusive):
    metrics = measure(trace(test, validation=test[::-1]), threshold, inclusive=inclusive)
    below = [error <= threshold if inclusive else error < threshold for error in test]
    assert math.isnan(metrics.solved_at) is not any(below)
    if any(below):
        assert metrics.solved_at == 1000 * below.index(True)
    assert not metrics.solved or any(below)


@given(ERRORS, st.floats(0, 10), st.floats(0, 10))
def test_a_larger_threshold_solves_no_fewer_and_no_later(test, one, other):
    strict, loose = (measure(trace(test), each) for each in sorted([one, other]))
    assert strict.solved <= loose.solved
    assert math.isnan(strict.solved_at) or loose.solved_at <= strict.solved_at
