import numpy as np
import pytest

from nalm.training import LossHistory, ValidationHistory


def test_an_evaluations_error_counts_at_every_step_until_the_next():
    history = ValidationHistory(interval=10, errors=np.array([[4.0], [1.0], [2.0]]))
    values = np.array([4.0] * 10 + [1.0] * 10 + [2.0] * 5)
    for low, high in ((0, 25), (5, 15), (10, 20), (21, 25)):
        mean, deviation = history.moments(np.array([low]), np.array([high]))
        assert mean[0] == pytest.approx(values[low:high].mean())
        assert deviation[0] == pytest.approx(values[low:high].std())


def test_losses_are_summed_over_each_runs_own_blocks():
    losses = np.random.RandomState(0).lognormal(size=(60, 2))
    parts = losses.reshape(6, 10, 2)
    history = LossHistory(interval=10, sums=np.stack([parts.sum(1), (parts**2).sum(1)], axis=1))
    low, high = np.array([0, 20]), np.array([50, 60])
    mean, deviation = history.moments(low, high)
    for run in range(2):
        values = losses[low[run] : high[run], run]
        assert mean[run] == pytest.approx(values.mean())
        assert deviation[run] == pytest.approx(values.std())


def test_equal_losses_do_not_spread():
    sums = np.array([[[10 * 0.1], [10 * 0.1**2]]] * 3)
    _, deviation = LossHistory(interval=10, sums=sums).moments(np.array([0]), np.array([30]))
    assert 0 <= deviation[0] < 1e-8


def test_losses_outside_do_not_count_even_if_they_are_no_numbers():
    sums = np.array([[[np.nan], [np.inf]], [[20.0], [50.0]]])
    mean, deviation = LossHistory(interval=10, sums=sums).moments(np.array([10]), np.array([20]))
    assert (mean[0], deviation[0]) == (2.0, 1.0)
