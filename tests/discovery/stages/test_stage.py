import numpy as np
import pytest

from nalm.discovery import Budget, Noise
from nalm.discovery.problem._dimensionless_groups import beside
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._stage import FITTED
from tests.discovery._laws import formula, split, table, term
from tests.discovery._stages import state_of


def begun(rows=2000, **changes):
    data = table(lambda a, b: a * b, [(1, 3)] * 2, rows=rows)
    return state_of(Pool(*split(data), noises=(Noise.CONSTANT,)), **changes)


def test_all_stages_see_the_same_rows():
    state = begun()
    assert len(state.rows.y) == FITTED
    assert state.rows is state.rows
    assert np.array_equal(state.within(beside((1, 0))).rows.x, state.rows.x)
    assert np.array_equal(begun().rows.x, state.rows.x)
    assert not np.array_equal(begun(seed=1).rows.x, state.rows.x)
    assert set(state.rows.y) <= set(state.pool.inner.y)
    assert len(begun(rows=50).rows.y) == 40


def test_a_key_is_new_once_in_its_groups():
    state = begun()
    assert [state.once("a"), state.once("a"), state.once("b")] == [True, False, True]
    assert state.within(beside((1, 0))).once("a")


def test_what_was_computed_last_is_kept_until_its_key_changes():
    state, made = begun(), []

    def make():
        made.append(len(made))
        return made[-1]

    asked = [state.cached("x", key, make=make) for key in (1, 1, 2, 2, 1)]
    assert asked == [0, 0, 1, 1, 2]


def test_random_starts_go_on_where_the_last_ones_ended():
    first, second, again = begun(), begun(), begun(seed=3)
    numbers = [float(one.generator.initial_seed()) for one in (first, second, again)]
    assert numbers[0] == numbers[1] != numbers[2]
    assert first.generator is first.generator


@pytest.mark.parametrize("largest", [0.5, 6.0])
def test_limits_are_those_of_the_search(largest):
    budget = Budget()
    limits = begun(largest_exponent=largest).limits(budget)
    assert (limits.largest, limits.budget) == (largest, budget)


def test_an_answer_is_a_simple_formula_that_fits_to_the_noise():
    data = table(lambda a, b: 2 * a * b, [(1, 3)] * 2, rows=200, constant=0.05)
    state = state_of(Pool(*split(data), noises=(Noise.CONSTANT,)))
    state.pool.add(formula(term(1.0)))
    assert state.answer() is None
    state.pool.add(formula(term(2.0, (0, 1), (1, 1))))
    assert state.answer() == pytest.approx(2 * state.rows.x.prod(axis=1), rel=0.02)


def test_an_answer_is_a_function_of_the_groups():
    """With a factor of its own outside of them: what stages search is without it."""
    data = table(lambda a, b: 2 * a * b, [(1, 3)] * 2, rows=200, constant=0.05)
    state = state_of(Pool(*split(data), noises=(Noise.CONSTANT,))).within(beside((1, 0)))
    state.pool.add(formula(term(2.0, (0, 1), (1, 1))))
    assert state.answer() == pytest.approx(2 * state.rows.x[:, 1], rel=0.02)
