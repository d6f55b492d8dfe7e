import pytest

from nalm.discovery.stages.cohorts._schedule import GROWTH, RARE, schedule, structures
from nalm.discovery.stages.cohorts._structure import Structure


def products(structure):
    return structure.terms + structure.inner


def test_a_single_product_comes_first_and_nothing_comes_twice():
    listed = structures(4)
    assert listed[0] == Structure(1)
    assert len(set(listed)) == len(listed)


def test_no_structure_comes_long_before_one_that_is_simpler():
    sizes = [products(structure) for structure in structures(4)]
    assert all(max(sizes[: k + 1]) <= size + 1 for k, size in enumerate(sizes))


@pytest.mark.parametrize("most", [1, 2, 3])
def test_no_sum_has_more_products_than_allowed(most):
    assert structures(most)
    assert all(max(s.terms, *s.sums, 0) <= most for s in structures(most))


def test_all_are_tried_before_any_is_tried_again_with_more_starts():
    plan = list(schedule(4, features=2, rows=1000))
    listed = structures(4)
    first, second = plan[: len(listed)], plan[len(listed) :]
    assert [s for s, _ in first] == listed
    # A single product has one optimum: more starts find no other.
    assert [s for s, _ in second] == listed[1:]
    factors = dict(first)
    assert all(factor == GROWTH * factors[structure] for structure, factor in second)
    assert {s for s, factor in first if factor == RARE} == {s for s in listed if s.apart}


@pytest.mark.parametrize("rows", [5, 12, 30])
def test_no_structure_has_more_than_half_as_many_parameters_as_there_are_rows(rows):
    plan = list(schedule(4, features=3, rows=rows))
    assert all(structure.parameters(3) <= rows / 2 for structure, _ in plan)
    assert {s for s, _ in plan} == {s for s in structures(4) if s.parameters(3) <= rows / 2}


def test_without_a_choice_of_exponents_there_is_one_structure():
    assert list(schedule(4, features=0, rows=100)) == [(Structure(1), 1)]
