"""Leverages."""

import numpy as np
import pytest

from nalm.discovery.scoring._leverage import inverse_and_kept, value_variance


def test_leverages_sum_to_the_number_of_columns() -> None:
    slope = np.random.default_rng(0).normal(size=(20, 3))
    normal, kept = inverse_and_kept(slope)
    assert (1 - kept).sum() == pytest.approx(3.0)
    assert normal == pytest.approx(np.linalg.inv(slope.T @ slope))


def test_a_line_is_least_sure_far_from_the_middle_of_its_rows():
    slope, covariance = np.array([[1.0, -1], [1, 0], [1, 3]]), np.array([[2.0, -1], [-1, 1]])
    variance = value_variance(slope, covariance)
    assert variance == pytest.approx(np.diag(slope @ covariance @ slope.T))
    assert variance.tolist() == [5.0, 2.0, 5.0]


def test_a_variance_is_never_negative_nor_unknown():
    assert value_variance(np.ones((1, 1)), np.full((1, 1), -1e-20)).tolist() == [0.0]
    assert value_variance(np.ones((2, 1)), np.full((1, 1), np.nan)).tolist() == [0.0, 0.0]
    assert value_variance(np.empty((2, 0)), np.empty((0, 0))).tolist() == [0.0, 0.0]
