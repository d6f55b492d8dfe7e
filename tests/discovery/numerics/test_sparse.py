import numpy as np
import pytest

from nalm.discovery.numerics._sparse import SHORTER, USUAL, choice_penalty, select
from nalm.discovery.stages.regressions._library import build, total_at_most


def drawn(seed, *, rows=120, terms=3, noise=0.0):
    random = np.random.default_rng(seed)
    columns = build(random.uniform(-2, 2, (rows, 3)), total_at_most(3, 3)).values
    support = np.sort(random.choice(columns.shape[1], terms, replace=False))
    coefficients = random.choice([-1, 1], terms) * random.uniform(0.5, 2, terms)
    target = columns[:, support] @ coefficients
    target = target + noise * target.std() * random.standard_normal(rows)
    return columns, target, support, coefficients


def shortest(columns, target):
    return select(columns, target, costs=np.ones(columns.shape[1]))[0]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("terms", [1, 3, 6])
def test_the_exact_support_is_the_shortest_description(seed, terms):
    columns, target, support, coefficients = drawn(seed, terms=terms)
    found = shortest(columns, target)
    order = np.argsort(found.columns)
    assert sorted(found.columns) == support.tolist()
    assert np.allclose(found.coefficients[order], coefficients, rtol=1e-9)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("terms", [1, 3, 6])
def test_the_support_is_among_the_descriptions_of_noisy_data(seed, terms):
    columns, target, support, coefficients = drawn(seed, terms=terms, noise=0.01)
    descriptions = select(columns, target, costs=np.full(columns.shape[1], 4.0))
    (found,) = [each for each in descriptions if sorted(each.columns) == support.tolist()]
    assert found.length < descriptions[0].length + 6
    assert np.allclose(found.coefficients[np.argsort(found.columns)], coefficients, atol=0.1)


def test_a_support_in_a_library_wider_than_the_rows_is_found_forward():
    columns, target, support, _ = drawn(2, rows=18, terms=2)
    assert columns.shape[1] > len(target)
    assert sorted(shortest(columns, target).columns) == support.tolist()


def test_columns_that_are_alike_do_not_hide_a_small_term():
    """Each column counts by what it explains beside those before it."""
    random = np.random.default_rng(0)
    x = random.uniform(1, 5, (300, 3))
    columns = build(x, total_at_most(3, 6)).values
    support = [1, 5, 30]
    target = columns[:, support] @ np.array([0.05, -1.0, 1.0])
    target += 1e-3 * target.std() * random.standard_normal(300)
    found = select(columns, target, costs=np.full(columns.shape[1], 4.0))
    assert sorted(found[0].columns) == support


@pytest.mark.parametrize("factor", [1e-30, 1e30])
def test_scales_do_not_matter(factor):
    columns, target, support, coefficients = drawn(0)
    found = shortest(columns / factor, target * factor)
    order = np.argsort(found.columns)
    assert sorted(found.columns) == support.tolist()
    assert np.allclose(found.coefficients[order] / factor**2, coefficients)


def test_shorter_descriptions_lose_a_column_at_a_time():
    columns, target, *_ = drawn(1, terms=6, noise=0.05)
    found = select(columns, target, costs=np.ones(columns.shape[1]))
    counts = [len(each.columns) for each in found]
    assert counts == list(range(counts[0], counts[0] - len(found), -1))
    assert 1 < len(found) <= SHORTER
    assert all(found[0].length <= each.length for each in found)


def test_of_two_equal_columns_the_cheap_one_is_chosen():
    column = np.linspace(1, 2, 20)
    twice = np.column_stack([column, column])
    both = [select(twice, 3 * column, costs=np.array(c))[0] for c in ([1.0, 9.0], [9.0, 1.0])]
    assert [len(each.columns) for each in both] == [1, 1]
    assert all(np.allclose(each.coefficients, 3) for each in both)


def test_noise_alone_needs_few_columns():
    columns, *_ = drawn(0)
    noise = np.random.default_rng(5).standard_normal(len(columns))
    assert len(shortest(columns, noise).columns) <= 2


def test_a_target_of_zeros_is_described():
    columns, *_ = drawn(0)
    assert np.allclose(shortest(columns, np.zeros(len(columns))).coefficients, 0)


def test_as_many_rows_as_columns_are_searched_as_they_are():
    columns, target, support, _ = drawn(1, rows=20, terms=1)
    assert columns.shape == (20, 20)
    assert sorted(shortest(columns, target).columns) == support.tolist()


def test_chance_costs_nothing_among_few_and_two_logarithms_among_more():
    assert choice_penalty(USUAL // 2) == choice_penalty(USUAL) == 0.0
    assert choice_penalty(10 * USUAL) == pytest.approx(2 * np.log(10))
