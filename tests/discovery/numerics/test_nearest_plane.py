import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.numerics._nearest_plane import nearest_plane

ONE = np.ones(1)


def posed(columns, goal):
    return (columns.T @ columns)[None], (columns.T @ goal)[None]


HALVES = st.lists(st.integers(-6, 6), min_size=4, max_size=4)


@given(st.integers(0, 1000), st.integers(0, 3), HALVES)
def test_a_neat_solution_is_found(seed, free, halves):
    columns = np.random.default_rng(seed).standard_normal((30, 4))
    truth = np.array(halves) / 2
    found = nearest_plane(*posed(columns, columns @ truth), free=free, variance=0 * ONE)
    assert np.allclose(found, truth)


def test_unknowns_that_may_be_any_number_stay_so_and_adapt():
    random = np.random.default_rng(0)
    columns = random.standard_normal((30, 2))
    columns[:, 0] += 5 * columns[:, 1]
    found = nearest_plane(*posed(columns, columns @ [0.3, 1.1]), free=1, variance=0 * ONE)[0]
    assert found[1] == 1.0
    best = np.linalg.lstsq(columns[:, :1], columns @ [0.3, 1.1] - columns[:, 1], rcond=None)[0]
    assert found[0] == pytest.approx(best[0])


def test_the_others_adapt_to_what_is_rounded_first():
    """Of two columns that are nearly one, rounding each by itself would lose more."""
    random = np.random.default_rng(1)
    one, other, third = random.standard_normal((3, 40))
    columns = np.column_stack([one, one + 0.1 * other, 9 * third])
    goal = columns @ [1.24, 0.76, 2.0]
    found = nearest_plane(*posed(columns, goal), free=0, variance=0 * ONE)[0]
    apart = np.round(2 * np.array([1.24, 0.76, 2.0])) / 2
    assert (np.round(2 * found) == 2 * found).all()
    assert np.linalg.norm(goal - columns @ found) <= np.linalg.norm(goal - columns @ apart)


def test_an_exponent_is_whole_where_the_data_allow_it():
    columns = np.eye(2)[:, :1]
    goal = np.array([1.4, 0.0])
    assert nearest_plane(*posed(columns, goal), free=0, variance=0.0 * ONE)[0, 0] == 1.5
    assert nearest_plane(*posed(columns, goal), free=0, variance=0.1 * ONE)[0, 0] == 1.0


def test_what_has_to_be_whole_is_and_the_others_adapt():
    columns = np.array([[1.0, 1.0], [0.0, 1.0]])
    goal = columns @ [1.4, 0.5]
    whole = np.array([True, False])
    found = nearest_plane(*posed(columns, goal), free=0, variance=0 * ONE, whole=whole)[0]
    assert found[0] == 1.0
    assert found[1] * 2 == round(found[1] * 2)
    assert nearest_plane(*posed(columns, goal), free=0, variance=0 * ONE)[0, 0] == 1.5
