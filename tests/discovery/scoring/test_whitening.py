import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.scoring._whitening import whiten_residuals


def drawn(seed, rows=30, numbers=3):
    random = np.random.default_rng(seed)
    half = random.standard_normal((numbers, numbers))
    slope = random.standard_normal((rows, numbers)) * 10.0 ** random.uniform(-3, 3, numbers)
    return random.standard_normal(rows), slope, half @ half.T


@given(st.integers(0, 1000))
def test_residuals_and_determinant_are_those_of_the_whole_covariance(seed):
    residual, slope, covariance = drawn(seed)
    known, determinant = whiten_residuals(residual, slope, covariance=covariance)
    whole = np.eye(30) + slope @ covariance @ slope.T
    assert known @ known == pytest.approx(residual @ np.linalg.solve(whole, residual), rel=1e-6)
    assert determinant == pytest.approx(np.linalg.slogdet(whole)[1], rel=1e-6)


def test_no_order_of_the_rows_is_preferred():
    residual, slope, covariance = drawn(0)
    order = np.random.default_rng(1).permutation(30)
    known, determinant = whiten_residuals(residual, slope, covariance=covariance)
    again, same = whiten_residuals(residual[order], slope[order], covariance=covariance)
    assert np.allclose(again, known[order])
    assert same == pytest.approx(determinant)


def test_an_error_of_one_number_counts_once_on_however_many_rows():
    slope = np.full((500, 1), 1e4)
    two_errors_off = 2 * slope[:, 0]
    known, _ = whiten_residuals(two_errors_off, slope, covariance=np.ones((1, 1)))
    assert known @ known == pytest.approx(4, rel=1e-6)


def test_fewer_rows_than_numbers():
    residual, slope, covariance = drawn(2, rows=2)
    known, _ = whiten_residuals(residual, slope, covariance=covariance)
    whole = np.eye(2) + slope @ covariance @ slope.T
    assert known @ known == pytest.approx(residual @ np.linalg.solve(whole, residual), rel=1e-6)


@pytest.mark.parametrize(
    ("slope", "covariance"),
    [
        (np.empty((3, 0)), np.empty((0, 0))),
        (np.ones((3, 1)), np.zeros((1, 1))),
        (np.ones((3, 1)), np.full((1, 1), np.nan)),
        (np.array([[1.0], [np.inf], [1.0]]), np.ones((1, 1))),
    ],
)
def test_without_known_errors_of_the_numbers_residuals_stay(slope, covariance):
    residual = np.array([1.0, -2.0, 3.0])
    known, determinant = whiten_residuals(residual, slope, covariance=covariance)
    assert np.allclose(known, residual)
    assert determinant == 0.0
