import numpy as np
import pytest

from nalm.discovery.stages.regressions._degrees import WIDEST, Libraries, largest, pairs_of_degrees


@pytest.mark.parametrize(("inputs", "rows"), [(1, 800), (2, 800), (4, 90), (12, 800)])
def test_no_more_columns_than_rows_can_carry(inputs, rows):
    degrees = pairs_of_degrees(inputs, rows)
    libraries = Libraries(np.random.default_rng(0).uniform(1, 2, (rows, inputs)))
    counts = [int(libraries.of(*pair)[1].sum()) for pair in degrees]
    assert counts == sorted(counts)
    assert counts[-1] <= min(WIDEST, rows // 3)
    assert len(set(degrees)) == len(degrees)


def test_too_few_rows_carry_nothing():
    assert pairs_of_degrees(3, 20) == []
    assert largest([]) == []


def test_the_largest_contain_all_others():
    degrees = pairs_of_degrees(2, 300)
    for top, bottom in degrees:
        assert any(t >= top and b >= bottom for t, b in largest(degrees))
    assert largest([(1, 1), (2, 1), (1, 2)]) == [(2, 1), (1, 2)]


def test_a_library_holds_the_higher_degree_and_says_what_each_side_uses():
    library, kept = Libraries(np.random.default_rng(0).uniform(1, 2, (50, 2))).of(1, 2)
    degree = library.exponents.sum(axis=1)
    assert degree.max() == 2
    assert (kept == np.concatenate([degree <= 1, degree <= 2])).all()
