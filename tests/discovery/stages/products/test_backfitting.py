import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery import Noise
from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.products._backfitting import Backfitting, backfitted
from nalm.symbolic import same_form
from tests._tiers import examples
from tests.discovery._laws import formula, problem, split, term
from tests.discovery._stages import run, state_of

STAGE, LIMITS = Backfitting(), Limits(largest=6.0)
# Of seven inputs, as the magnetisation in a field: mom H/(k T) + mom α M/(k T ε c²).
FIRST, SECOND = ((0, 1), (1, 1), (2, -1)), ((0, 1), (2, -1), (3, 1), (4, 1), (5, -1), (6, -2))
LAW = formula(term(50.0, *FIRST), term(2.0, *SECOND))


def values(powers, x):
    return np.prod([x[:, i] ** float(e) for i, e in powers], axis=0)


def decades(terms, inputs, *, rows=800, constant=0.0, relative=0.0, seed=0, signed=True):
    """Draw inputs over two decades, and a sum of products with noise."""
    random = np.random.default_rng(seed)
    x = 10 ** random.uniform(-1, 1, (rows, inputs))
    x *= random.choice([-1, 1], x.shape) if signed else 1
    y = sum(size * values(powers, x) for size, powers in terms)
    noise = constant * np.sqrt(np.mean(np.square(y))) + relative * np.abs(y)
    return problem(x, y + noise * random.standard_normal(rows))


def forms(data, *, max_terms=4):
    return list(backfitted(data, LIMITS, max_terms=max_terms))


@pytest.mark.parametrize("seed", range(5))
def test_a_sum_of_products_of_seven_inputs_is_found_in_noise(seed):
    data = decades([(50.0, FIRST), (2.0, SECOND)], 7, constant=0.01, seed=seed)
    assert same_form(forms(data)[0], LAW)


@examples(10)
@given(
    exponents=st.lists(
        st.lists(st.sampled_from([-2, -1, 0, 1, 2]), min_size=5, max_size=5),
        min_size=3,
        max_size=3,
        unique_by=tuple,
    ),
    seed=st.integers(0, 99),
)
def test_sums_have_several_different_products_within_the_limits(exponents, seed):
    terms = [(1.0, tuple(enumerate(each))) for each in exponents]
    data = decades(terms, 5, constant=0.01, seed=seed)
    for one in forms(data):
        assert 2 <= len(one.terms) <= 4
        assert all(abs(w.exponent) <= LIMITS.largest for t in one.terms for w in t.powers)
        assert len({t.powers for t in one.terms}) == len(one.terms)


@pytest.mark.parametrize("seed", range(3))
def test_errors_in_proportion_are_weighed_as_such(seed):
    terms = [(3.0, ((0, 2), (1, 1), (2, 1), (3, 1))), (2.0, ((0, -1), (1, 1), (4, -1), (5, 1)))]
    data = decades(terms, 6, relative=0.05, seed=seed, signed=False)
    inner, outer = split(data)
    pool = Pool(inner, outer, noises=(Noise.RELATIVE,))
    pool.add(formula(term(1.0, (0, 1))))
    run(STAGE, state_of(pool))
    assert same_form(pool.best().fit.formula, formula(*(term(c, *w) for c, w in terms)))


@pytest.mark.parametrize("terms", [[(2.0, ((0, 1), (1, -2)))], [(2.0, ())]], ids=["one", "none"])
def test_a_single_product_is_left_to_others(terms):
    data = decades([(size, powers or ((0, 0),)) for size, powers in terms], 3, constant=0.01)
    assert forms(data) == []


def test_there_are_no_more_terms_than_allowed():
    terms = [(1.0, ((0, 3),)), (1.0, ((1, 3),)), (1.0, ((2, -3),))]
    data = decades(terms, 3, constant=0.001)
    assert max(len(one.terms) for one in forms(data)) == 3
    assert max(len(one.terms) for one in forms(data, max_terms=2)) == 2


def begun(near, *, max_terms=4):
    inner, outer = split(decades([(50.0, FIRST), (2.0, SECOND)], 7, constant=0.01))
    pool = Pool(inner, outer, noises=(Noise.CONSTANT,))
    pool.add(near)
    return pool, state_of(pool, max_terms=max_terms)


def test_it_is_due_once():
    pool, state = begun(formula(term(1.0, (0, 1))))
    assert run(STAGE, state)
    assert same_form(pool.best().fit.formula, LAW)
    assert not STAGE.due(state)
    assert not STAGE.due(begun(formula(term(1.0, (0, 1))), max_terms=1)[1])


def test_the_time_limit_is_kept():
    pool, state = begun(formula(term(1.0, (0, 1))))
    with pytest.raises(TimeIsUpError):
        run(STAGE, state, Budget(end=time.perf_counter() - 1))
    assert len(pool.ranked()) == 1
