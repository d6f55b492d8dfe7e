import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery import Dimensions
from nalm.discovery.problem._rows import (
    FEWEST,
    count_points,
    draw_rows,
    drawn,
    join_rows,
    outer_rows,
    outerness,
    points,
    ranks,
    rows_with_logarithms,
    take_rows,
)
from tests.discovery._measured import problem
from tests.discovery._prepared import inputs

X = inputs()
Y = X[:, 0] ** 2 - 3 * X[:, 1]


def test_the_outermost_fifth_is_held_out():
    x = np.random.default_rng(0).permutation(np.linspace(0, 1, 50))
    held = outer_rows(problem(x, x))
    assert len(held) == 10
    assert (np.diff(held) > 0).all()
    assert np.abs(x[held] - 0.5).min() > np.abs(np.delete(x, held) - 0.5).max()


def test_scales_and_spreads_of_inputs_do_not_matter():
    stretched = np.column_stack([1e30 * X[:, 0], np.exp(X[:, 1]), np.full(len(X), 7.0)])
    assert np.array_equal(outer_rows(problem(X, Y)), outer_rows(problem(stretched, Y)))
    assert outerness(np.ones((3, 2))).tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_an_input_that_never_changes_does_not_count_however_large_it_is(scale):
    equal = np.full(10, 0.1 * scale)
    varied = np.random.default_rng(0).permutation(np.arange(10.0)) * scale
    both = np.column_stack([equal, varied])
    assert np.array_equal(outerness(both), outerness(varied[:, None]))
    assert outerness(both).max() == 1.0


def test_ranks_count_the_rows_below_and_equal_ones_share_their_mean():
    assert ranks(np.column_stack([X, np.zeros(40)]))[:, 2].tolist() == [19.5] * 40
    below = (X[:, None] > X[None]).sum(axis=1)
    assert np.array_equal(ranks(X), below)


@given(
    st.integers(2, 12),
    st.lists(st.integers(1, 40), min_size=2, max_size=12),
    st.integers(0, 99),
)
def test_which_of_repeated_readings_is_held_out_does_not_depend_on_y(levels, counts, seed):
    """A search sorts its rows by x, then y; y must not choose among rows of one x."""
    x = np.repeat(np.arange(len(counts)) % levels, counts).astype(float)
    random = np.random.default_rng(seed)
    one, other = np.sort(random.standard_normal((2, len(x))), axis=1)
    assert np.array_equal(outer_rows(problem(x, one)), outer_rows(problem(x, other)))


def test_the_lowest_of_repeated_readings_are_held_out_no_more_than_the_highest():
    x = np.repeat(np.arange(4.0), 100)
    y = np.tile(np.linspace(-1, 1, 100), 4)  # sorted within each level, as `prepare` does
    assert abs(y[outer_rows(problem(x, y))].mean()) < 4 * y.std() / np.sqrt(80)


def test_repeated_readings_are_held_out_together():
    x = np.repeat(np.arange(10.0), 30)
    assert set(x[outer_rows(problem(x, x))]) == {0.0, 9.0}
    assert len(outer_rows(problem(x, x))) == 60


def test_points_are_numbered_once_each():
    grid = np.array([[1.0, 2.0], [1.0, 1.0], [1.0, 2.0], [0.0, 9.0]])
    assert points(grid).tolist() == [2, 1, 2, 0]
    assert count_points(grid) == 3
    assert count_points(grid[:0]) == 0


def test_of_few_rows_none_is_held_out():
    assert len(outer_rows(problem(X[: FEWEST - 1], Y[: FEWEST - 1]))) == 0
    assert len(outer_rows(problem(X[:FEWEST], Y[:FEWEST]))) == 1


def test_taken_rows_keep_their_weights_and_units():
    dimensions = Dimensions(inputs=((), ()), target=())
    data = problem(X, Y, np.arange(1.0, 41.0))
    data = type(data)(x=data.x, y=data.y, weight=data.weight, dimensions=dimensions)
    taken = take_rows(data, np.array([3, 1]))
    assert np.array_equal(taken.x, X[[3, 1]])
    assert taken.y.tolist() == Y[[3, 1]].tolist()
    assert taken.weight.tolist() == [4.0, 2.0]
    assert taken.dimensions is dimensions


def test_rows_are_drawn_at_random_once_each_and_only_from_many():
    data = problem(np.arange(100.0), np.arange(100.0))
    assert draw_rows(data, 100, seed=0) is data
    drawn, again, other = (draw_rows(data, 30, seed=seed).y for seed in (1, 1, 2))
    assert len(set(drawn.tolist())) == 30
    assert np.array_equal(drawn, again)
    assert not np.array_equal(drawn, other)


@given(st.integers(0, 50), st.integers(1, 50), st.integers(0, 5))
def test_rows_are_drawn_in_order(rows, count, seed):
    chosen = drawn(rows, count, seed=seed)
    assert len(chosen) == min(rows, count)
    assert sorted(set(chosen.tolist())) == chosen.tolist()
    assert set(chosen.tolist()) <= set(range(rows))


def test_joined_rows_are_those_of_all():
    parts = [problem([1.0, 2.0], [3.0, 4.0]), problem([5.0], [6.0], weight=[2.0])]
    whole = join_rows(parts)
    assert whole.x.tolist() == [[1.0], [2.0], [5.0]]
    assert (whole.y.tolist(), whole.weight.tolist()) == ([3.0, 4.0, 6.0], [1.0, 1.0, 2.0])


@given(st.integers(3, 20), st.integers(0, 20))
def test_logarithms_need_half_of_the_rows_without_a_zero(rows, zeros):
    zeros = min(zeros, rows)
    x = np.ones((rows, 2))
    x[:zeros, 1] = 0
    usable = rows_with_logarithms(problem(x, np.ones(rows)))
    assert (usable is None) == (rows - zeros < max(3, rows / 2))
    if usable is not None:
        assert usable.tolist() == [False] * zeros + [True] * (rows - zeros)


def test_a_target_of_nothing_but_zeros_has_no_use_for_logarithms():
    assert rows_with_logarithms(problem(np.ones((9, 1)), np.zeros(9))) is None
