import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.scoring._prediction_limits import largest_by_chance, largest_prediction_error

ROWS = st.integers(1, 300)


@given(ROWS, st.integers(2, 500), st.integers(1, 400))
def test_few_degrees_of_freedom_and_many_tables_allow_more(rows, degrees, among):
    limit = largest_by_chance(rows, degrees=degrees, among=among)
    assert largest_prediction_error(rows) < limit
    assert limit < largest_by_chance(rows, degrees=degrees - 1, among=among)
    assert limit < largest_by_chance(rows, degrees=degrees, among=among + 1)


@given(ROWS)
def test_with_known_noise_the_limits_are_the_same(rows):
    limit = largest_by_chance(rows, degrees=10**9)
    assert limit == pytest.approx(largest_prediction_error(rows), rel=1e-4)


def test_one_true_table_in_so_many_is_beyond():
    """Two rows are beyond five standard errors once in 403, whatever σ was measured on."""
    random, tables, degrees = np.random.default_rng(0), 200_000, 5
    outer = random.chisquare(2, tables) / 2
    variance = random.chisquare(degrees, tables) / degrees
    beyond = np.mean(outer / variance > largest_by_chance(2, degrees=degrees))
    assert beyond == pytest.approx(np.exp(-6), rel=0.15)
