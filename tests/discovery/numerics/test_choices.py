from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.numerics._choices import best_choices
from tests._tiers import examples

ROWS, COLUMNS, LEADING = 16, 12, 5


def drawn(seed):
    random = np.random.default_rng(seed)
    columns = random.normal(size=(ROWS, COLUMNS)) * np.exp(random.normal(size=COLUMNS))
    return columns, random.normal(size=ROWS), random.uniform(0, 5, COLUMNS)


def unexplained(columns, target, choice):
    part = columns[:, list(choice)]
    residual = target - part @ np.linalg.lstsq(part, target, rcond=None)[0]
    return residual @ residual / (target @ target)


def length(columns, target, costs, choice):
    others = [place for place in choice if place >= LEADING]
    share = unexplained(columns, target, choice) / unexplained(columns, target, others)
    return ROWS * np.log(share) + costs[list(choice)].sum()


def all_best(columns, target, costs, *, size, most):
    choices = [c for c in combinations(range(COLUMNS), size) if c[0] < LEADING]
    return set(sorted(choices, key=lambda c: length(columns, target, costs, c))[:most])


@pytest.mark.parametrize("size", [2, 3])
@given(seed=st.integers(0, 1000))
@examples(20)
def test_the_best_choices_are_those_of_regressing_on_each(size, seed):
    columns, target, costs = drawn(seed)
    found = best_choices(columns, target, costs=costs, size=size, leading=LEADING, most=8)
    assert found.shape == (8, size)
    assert set(map(tuple, found.tolist())) == all_best(columns, target, costs, size=size, most=8)


@pytest.mark.parametrize("size", [2, 3])
def test_an_exact_relation_is_chosen_among_many(size):
    columns, _, costs = drawn(0)
    law = [1, 7, 10][:size]
    target = columns[:, law] @ np.arange(1.0, size + 1)
    found = best_choices(columns, target, costs=costs, size=size, leading=LEADING, most=4)
    assert law in found.tolist()


@pytest.mark.parametrize("size", [2, 3])
def test_columns_that_say_the_same_are_not_chosen_together(size):
    columns, target, costs = drawn(1)
    columns[:, 1] = -2 * columns[:, 0]
    found = best_choices(columns, target, costs=costs, size=size, leading=LEADING, most=1000)
    assert not any({0, 1} <= set(choice) for choice in found.tolist())
    assert len(found)


def test_others_that_come_near_the_target_by_themselves_prove_nothing():
    columns, target, costs = drawn(2)
    columns[:, 7] = target + 1e-3 * columns[:, 8]
    columns[:, 2] = target - 2 * columns[:, 9]
    found = best_choices(columns, target, costs=0 * costs, size=2, leading=LEADING, most=1)
    assert found.tolist() == [[2, 9]]
