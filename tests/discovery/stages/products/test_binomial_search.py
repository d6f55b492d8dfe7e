import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery import Dimensions, Noise
from nalm.discovery._budget import Budget, TimeIsUpError
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.products._binomial_search import SHAPES, NearbyBinomials
from tests._tiers import examples
from tests.discovery._laws import formula, missed, near, problem, split, table, term
from tests.discovery._stages import run, state_of

STAGE = NearbyBinomials()


def begun(law, ranges, *, near, noise=Noise.CONSTANT, dimensions=None, largest=6.0, **size):
    data = table(law, ranges, rows=600, **size)
    inner, outer = split(data)
    inner, outer = (problem(one.x, one.y, dimensions=dimensions) for one in (inner, outer))
    pool = Pool(inner, outer, noises=(noise,))
    pool.add(near)
    return pool, state_of(pool, dimensions=dimensions, largest_exponent=largest)


HEAT = lambda p, v, g: p * v / (g - 1), [(1, 5), (1, 5), (2, 5)]
NEAR_HEAT = formula(term(1.6, (0, 1), (1, 1), (2, -1.3)))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("noise", "size"),
    [(Noise.CONSTANT, {"constant": 0.1}), (Noise.RELATIVE, {"relative": 0.1})],
)
def test_the_law_is_found_from_what_comes_near(noise, size):
    pool, state = begun(*HEAT, near=NEAR_HEAT, noise=noise, **size)
    run(STAGE, state)
    assert missed(pool.best().fit.formula, *HEAT) < 0.02


def test_units_are_kept():
    joule, volume, none = [1, 2, -2], [0, 3, 0], [0, 0, 0]
    pascal = [1, -1, -2]
    rows = np.array([pascal, volume, none]).T.tolist()
    units = Dimensions(
        inputs=tuple(tuple(map(Fraction, row)) for row in rows), target=tuple(map(Fraction, joule))
    )
    pool, state = begun(*HEAT, near=NEAR_HEAT, dimensions=units, constant=0.1)
    run(STAGE, state)
    assert missed(pool.best().fit.formula, *HEAT) < 0.02
    for product in (each for judged in pool.ranked() for each in judged.fit.formula.terms):
        exponents = {each.base: each.exponent for each in product.powers}
        assert (exponents[0], exponents[1]) == (1, 1)


@pytest.mark.thorough
def test_each_form_is_tried_once():
    _, state = begun(*HEAT, near=NEAR_HEAT, constant=0.1)
    again = [run(STAGE, state) > 0 for _ in range(5)]
    assert again == sorted(again, reverse=True) and again[0] and not again[-1]


@pytest.mark.thorough
def test_no_exponent_exceeds_the_limit():
    pool, state = begun(*HEAT, near=NEAR_HEAT, constant=0.1, largest=1.0)
    run(STAGE, state)
    exponents = [
        abs(float(power.exponent))
        for judged in pool.ranked()[:-1]
        for product in judged.fit.formula.terms
        for power in product.powers
        if judged.fit.formula.terms[0].powers != NEAR_HEAT.terms[0].powers
    ]
    assert max(e for e in exponents if e != 1.3) <= 1.5


def test_the_time_limit_is_kept():
    pool, state = begun(*HEAT, near=NEAR_HEAT, constant=0.1)
    count = len(pool.ranked())
    with pytest.raises(TimeIsUpError):
        run(STAGE, state, Budget(end=time.perf_counter() - 1))
    assert len(pool.ranked()) == count


def test_a_law_of_either_shape_is_found():
    law = lambda a, b: b / np.sqrt(1 + a**2) + 2 / a  # noqa: E731
    ranges = [(0.2, 1), (2, 10)]
    start = formula(term(2.0, (0, -1)), term(1.0, (0, -0.2), (1, 1)))
    pool, state = begun(law, ranges, near=start, constant=0.003)
    run(STAGE, state)
    assert missed(pool.best().fit.formula, law, ranges) < 0.02


FAR = lambda a, b: b / np.sqrt(1 + a**2) + 2 / a, [(0.2, 1), (2, 10)]
FAR_OFF = formula(term(3.0, (0, 1), (1, -1)))


def test_without_noise_the_law_is_found_from_what_is_far_off():
    pool, state = begun(*FAR, near=FAR_OFF)
    while run(STAGE, state):
        pass
    assert missed(pool.best().fit.formula, *FAR) < 1e-9


@pytest.mark.parametrize(("best", "times"), [(FAR_OFF, 1), (formula(term(1.0, (0, 1))), 0)])
def test_the_target_is_searched_near_once_but_not_where_noise_is_left(monkeypatch, best, times):
    _, state = begun(lambda a, b: a, [(1, 2), (1, 2)], near=best, constant=0.1)
    found = []
    shape = lambda data, response, **_: found.append(response) or iter(())  # noqa: E731
    monkeypatch.setattr("nalm.discovery.stages.products._binomial_search.SHAPES", (shape,))
    for _ in range(3):
        run(STAGE, state)
    assert [np.allclose(each.values, each.y) for each in found] == [True] * times + [False]


@pytest.mark.parametrize("off", [1e-3, 1e-2])
@pytest.mark.parametrize("noisy", [False, True])
def test_what_is_all_but_the_target_is_searched_near_only_instead_of_it(monkeypatch, off, noisy):
    law = lambda a, b: a / b * (1 + off * np.cos(20 * a) * (not noisy))  # noqa: E731
    start = formula(term(1.0, (0, 1), (1, -1)))
    noise = {"constant": off} if noisy else {}
    _, state = begun(law, [(1, 2), (1, 2)], near=start, **noise)
    found = []
    shape = lambda data, response, **_: found.append(response) or iter(())  # noqa: E731
    monkeypatch.setattr("nalm.discovery.stages.products._binomial_search.SHAPES", (shape,))
    for _ in range(3):
        run(STAGE, state)
    near_target = [np.allclose(each.values, each.y, rtol=1e-9) for each in found]
    assert near_target == ([False] if noisy else [True, False] if off > 3e-3 else [True])


@pytest.mark.parametrize("shape", SHAPES)
@examples(25)
@given(
    st.integers(0, 10**6),
    st.integers(1, 4),
    st.integers(1, 60),
    st.sampled_from([0.01, 1.0, 30.0]),
    st.booleans(),
)
def test_whatever_the_table_formulas_are_finite(shape, seed, inputs, rows, spread, few):
    random = np.random.default_rng(seed)
    x = np.exp(spread * random.standard_normal((rows, inputs))) * random.choice([-1, 1], inputs)
    x = np.round(x) if few else x
    y = random.standard_normal(rows)
    for each in near(shape, problem(x, y), y + 0.1):
        assert all(np.isfinite(product.coefficient) for product in each.terms)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("decades", [20, 60, 100])
def test_inputs_over_very_many_decades(shape, decades):
    x = 10 ** np.random.default_rng(0).uniform(-decades, decades, (300, 2))
    y = np.sqrt(x[:, 0]) / x[:, 1] ** 0.5
    for each in near(shape, problem(x, y), y):
        assert all(np.isfinite(product.coefficient) for product in each.terms)
