import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.numerics._best_subsets import best_subsets
from nalm.discovery.numerics._sparse import select
from tests._tiers import examples


def alike(seed, *, rows=200, count=400):
    """Draw columns of which neighbours differ little, as those of powers in a narrow range."""
    random = np.random.default_rng(seed)
    at = np.sort(random.uniform(-3, 3, count))
    x = random.uniform(0.5, 2, rows)
    return x[:, None] ** at * random.uniform(0.5, 2, count)


def free(count):
    return np.zeros(count)


@examples(20)
@given(seed=st.integers(0, 10**6), places=st.sets(st.integers(0, 39), min_size=1, max_size=3))
def test_the_columns_of_a_sum_are_found(seed, places):
    random = np.random.default_rng(seed)
    columns = random.standard_normal((60, 40))
    chosen = sorted(places)
    size = random.uniform(0.5, 2, len(chosen)) * random.choice([-1, 1], len(chosen))
    first = best_subsets(columns, columns[:, chosen] @ size, costs=free(40), most=3)[0]
    assert sorted(first.columns) == chosen
    assert first.coefficients[np.argsort(first.columns)] == pytest.approx(size)


@pytest.mark.parametrize("seed", range(10))
def test_a_pair_is_found_where_one_between_them_explains_more(seed):
    """Going forward, and backward from there, misses all of these."""
    columns = alike(seed)
    pair = sorted(np.random.default_rng(seed).choice(400, 2, replace=False).tolist())
    unit = columns / np.linalg.norm(columns, axis=0)
    target = unit[:, pair].sum(axis=1)

    def missed(selection):
        return np.abs(columns[:, selection.columns] @ selection.coefficients - target).max()

    assert missed(best_subsets(columns, target, costs=free(400), most=2)[0]) < 1e-9
    forward = select(columns, target, costs=free(400))
    assert all(missed(each) > 1e-9 for each in forward if len(each.columns) <= 2)


def test_there_is_one_of_each_size_the_shortest_first():
    random = np.random.default_rng(0)
    columns = random.standard_normal((100, 30))
    target = columns[:, [3, 8]] @ [2.0, 1.0] + 0.1 * random.standard_normal(100)
    found = best_subsets(columns, target, costs=free(30), most=4)
    assert sorted(len(each.columns) for each in found) == [1, 2, 3, 4]
    assert sorted(found[0].columns) == [3, 8]
    lengths = [each.length for each in found]
    assert lengths == sorted(lengths)
    assert len(best_subsets(columns, target, costs=free(30), most=1)) == 1


def test_of_two_that_say_the_same_the_cheaper_is_taken():
    random = np.random.default_rng(0)
    columns = random.standard_normal((100, 10))
    columns[:, 7] = -3 * columns[:, 2]
    target = columns[:, 2] + columns[:, 5] + 0.1 * random.standard_normal(100)
    dear = np.where(np.arange(10) == 2, 5.0, 1.0)
    assert sorted(best_subsets(columns, target, costs=dear, most=2)[0].columns) == [5, 7]
    assert sorted(best_subsets(columns, target, costs=dear[::-1].copy(), most=2)[0].columns) == [
        2,
        5,
    ]


def test_noise_is_no_sum():
    random = np.random.default_rng(0)
    found = best_subsets(
        random.standard_normal((200, 500)), random.standard_normal(200), costs=free(500), most=4
    )
    assert len(found[0].columns) == 1


@pytest.mark.parametrize("factor", [1e-100, 1e100])
def test_scales_do_not_matter(factor):
    columns = alike(1, count=50)
    target = columns[:, 10] - columns[:, 40]
    found = best_subsets(columns * factor, target / factor, costs=free(50), most=2)[0]
    assert sorted(found.columns) == [10, 40]
    assert found.coefficients * factor**2 == pytest.approx([1, -1])


@pytest.mark.parametrize("shape", [(9, 1), (9, 2), (2, 9)])
def test_there_are_no_more_columns_than_there_are_nor_than_rows(shape):
    columns = np.random.default_rng(0).standard_normal(shape)
    target = np.random.default_rng(1).standard_normal(shape[0])
    found = best_subsets(columns, target, costs=free(shape[1]), most=4)
    assert max(len(each.columns) for each in found) <= min(shape)


def test_a_column_is_taken_once_where_no_other_says_anything_new():
    columns = np.outer(np.arange(1.0, 10.0), [1.0, 2.0, 3.0])
    target = np.random.default_rng(0).standard_normal(9)
    for each in best_subsets(columns, target, costs=free(3), most=3):
        assert len(set(each.columns)) == len(each.columns)
