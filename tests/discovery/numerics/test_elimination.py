from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.numerics._elimination import eliminate

SIZES = st.tuples(st.integers(1, 4), st.integers(1, 5))
SYSTEMS = SIZES.flatmap(
    lambda size: st.lists(
        st.lists(st.integers(-3, 3), min_size=size[1], max_size=size[1]),
        min_size=size[0],
        max_size=size[0],
    )
)


def fractions(rows):
    return [[Fraction(value) for value in row] for row in rows]


def rank(rows):
    return np.linalg.matrix_rank(np.array(rows, dtype=float))


@given(SYSTEMS)
def test_there_are_as_many_pivots_as_independent_rows_and_they_say_the_same(rows):
    system = fractions(rows)
    pivots = eliminate(system)
    assert len(pivots) == rank(rows) == rank([*rows, *system])
    assert pivots == sorted(set(pivots))


@given(SYSTEMS)
def test_a_pivot_is_the_only_number_of_its_column_and_the_first_of_its_row(rows):
    system = fractions(rows)
    pivots = eliminate(system)
    for place, pivot in enumerate(pivots):
        assert [row[pivot] for row in system] == [k == place for k in range(len(system))]
        assert not any(system[place][:pivot])
    assert not any(any(row) for row in system[len(pivots) :])


def test_no_fraction_is_rounded():
    system = fractions([[3, 1, 10**20], [0, 7, 1]])
    assert eliminate(system) == [0, 1]
    assert system[1][2] == Fraction(1, 7)
    assert system[0][2] == Fraction(7 * 10**20 - 1, 21)


def test_a_contradiction_is_a_pivot_of_the_right_side():
    assert eliminate(fractions([[1, 2, 3], [2, 4, 7]])) == [0, 2]
    assert eliminate([]) == []
