import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nalm.discovery import Dimensions, Noise
from nalm.discovery.engine._factored import YIELDED, factored, try_binomials
from nalm.discovery.engine._groups import find_groups
from nalm.discovery.engine._limits import Limits, TimeIsUpError
from nalm.discovery.engine._pool import Pool
from nalm.symbolic import evaluate
from tests.discovery.engine._laws import formula, problem, split, table, term

LIMITS = Limits(largest=6.0)
NOISY = {
    "adiabatic": (lambda p, v, g: p * v / (g - 1), [(1, 5), (1, 5), (2, 5)]),
    "speeds": (lambda u, v, c: (u + v) / (1 + u * v / c**2), [(1, 5)] * 3),
    "mass": (lambda m, v, c: m / np.sqrt(1 - (v / c) ** 2), [(1, 5), (1, 2), (2.2, 10)]),
    "resonance": (lambda q, w, o: q / (o**2 - w**2), [(1, 3), (1, 2), (2.2, 5)]),
    "negative": (lambda a, b, c: -a / (b + c) ** 2, [(1, 3)] * 3),
}


def pattern(x):
    """A smooth error of a few percent, as of a formula that only comes near."""
    return 1 + 0.03 * np.sin(3 * x).mean(axis=1)


def misses(formulas, law, ranges):
    """Median relative error of each formula, twice as far out."""
    beyond = table(law, [(low, 1.2 * high) for low, high in ranges], rows=300, seed=5)
    with np.errstate(all="ignore"):
        return [np.median(np.abs(evaluate(each, beyond.x) / beyond.y - 1)) for each in formulas]


@pytest.mark.parametrize("name", NOISY)
def test_a_law_is_among_the_first_in_noise(name):
    law, ranges = NOISY[name]
    data = table(law, ranges, rows=800, constant=0.1)
    found = list(factored(data, law(*data.x.T) * pattern(data.x), limits=LIMITS))
    assert len(found) <= YIELDED
    exact = [each for each in found[:5] if misses([each], law, ranges)[0] < 0.01]
    assert exact, [str(each) for each in found[:5]]


def test_without_noise_the_first_is_exact():
    law, ranges = NOISY["speeds"]
    data = table(law, ranges, rows=300)
    first = next(factored(data, data.y, limits=LIMITS))
    assert misses([first], law, ranges)[0] < 1e-9


def test_inputs_of_both_signs():
    random = np.random.default_rng(0)
    x = random.uniform(0.5, 2, (400, 3)) * random.choice([-1.0, 1.0], (400, 3))
    y = x[:, 0] ** 3 / x[:, 1] / (1 + (x[:, 2] / x[:, 1]) ** 2)
    first = next(factored(problem(x, y), y * (1 + 0.01 * np.sin(x[:, 0])), limits=LIMITS))
    assert np.allclose(evaluate(first, x), y, rtol=1e-6)


def test_too_few_rows_for_a_choice_yield_nothing():
    law, ranges = NOISY["speeds"]
    data = table(law, ranges, rows=7)
    assert list(factored(data, data.y, limits=LIMITS)) == []


@pytest.mark.parametrize("second", [7.0, 2.0])
def test_an_input_that_says_nothing_new_has_no_exponent(second):
    """A constant, or the first input again."""
    random = np.random.default_rng(0)
    a, b = random.uniform(1, 3, (2, 300))
    x = np.column_stack([a, np.full(300, second) if second == 7 else a, b])
    y = a**2 / (1 + b)
    first = next(factored(problem(x, y), y * (1 + 0.01 * np.sin(a)), limits=LIMITS))
    assert np.allclose(evaluate(first, x), y, rtol=1e-6)
    assert sum(power.exponent for power in first.terms[0].powers if power.base in (0, 1)) == 2


def test_inputs_without_change_yield_nothing():
    data = problem(np.ones((20, 2)), np.arange(20.0) + 1)
    assert list(factored(data, data.y, limits=LIMITS)) == []


@settings(max_examples=25)
@given(
    st.integers(0, 10**6),
    st.integers(1, 4),
    st.integers(1, 60),
    st.sampled_from([0.01, 1.0, 30.0]),
    st.booleans(),
)
def test_whatever_the_table_formulas_are_finite(seed, inputs, rows, spread, few):
    random = np.random.default_rng(seed)
    x = np.exp(spread * random.standard_normal((rows, inputs))) * random.choice([-1, 1], inputs)
    x = np.round(x) if few else x
    y = random.standard_normal(rows)
    for each in factored(problem(x, y), y + 0.1, limits=LIMITS):
        assert np.isfinite(each.terms[0].coefficient)


@pytest.mark.parametrize("decades", [20, 60, 100])
def test_inputs_over_very_many_decades(decades):
    x = 10 ** np.random.default_rng(0).uniform(-decades, decades, (300, 2))
    y = np.sqrt(x[:, 0]) / x[:, 1] ** 0.5
    for each in factored(problem(x, y), y, limits=LIMITS):
        assert np.isfinite(each.terms[0].coefficient)


# ── In a search ───────────────────────────────────────────────────────────────────────────────────


def begun(law, ranges, *, near, noise=Noise.CONSTANT, dimensions=None, **size):
    data = table(law, ranges, rows=600, **size)
    inner, outer = split(data)
    inner, outer = (problem(one.x, one.y, dimensions=dimensions) for one in (inner, outer))
    pool = Pool(inner, outer, noises=(noise,))
    pool.add(near)
    return pool, find_groups(dimensions, inner.x)


HEAT = NOISY["adiabatic"]
NEAR_HEAT = formula(term(1.6, (0, 1), (1, 1), (2, -1.3)))


@pytest.mark.parametrize(
    ("noise", "size"), [(Noise.CONSTANT, {"constant": 0.1}), (Noise.RELATIVE, {"relative": 0.1})]
)
def test_the_law_is_found_from_what_comes_near(noise, size):
    pool, groups = begun(*HEAT, near=NEAR_HEAT, noise=noise, **size)
    try_binomials(pool, pool.inner, groups=groups, tried=set(), limits=LIMITS)
    assert misses([pool.best().fit.formula], *HEAT)[0] < 0.02


def test_units_are_kept():
    joule, volume, none = [1, 2, -2], [0, 3, 0], [0, 0, 0]
    pascal = [1, -1, -2]
    rows = np.array([pascal, volume, none]).T.tolist()
    units = Dimensions(
        inputs=tuple(tuple(map(Fraction, row)) for row in rows), target=tuple(map(Fraction, joule))
    )
    pool, groups = begun(*HEAT, near=NEAR_HEAT, dimensions=units, constant=0.1)
    try_binomials(pool, pool.inner, groups=groups, tried=set(), limits=LIMITS)
    assert misses([pool.best().fit.formula], *HEAT)[0] < 0.02
    for judged in pool.ranked():
        (only,) = judged.fit.formula.terms
        exponents = {each.base: each.exponent for each in only.powers}
        assert (exponents[0], exponents[1]) == (1, 1)


def test_each_form_is_tried_once():
    pool, groups = begun(*HEAT, near=NEAR_HEAT, constant=0.1)
    tried = set()
    again = [
        try_binomials(pool, pool.inner, groups=groups, tried=tried, limits=LIMITS) for _ in range(5)
    ]
    assert again == sorted(again, reverse=True) and again[0] and not again[-1]
    assert len(tried) == sum(again)


def test_no_exponent_exceeds_the_limit():
    pool, groups = begun(*HEAT, near=NEAR_HEAT, constant=0.1)
    try_binomials(pool, pool.inner, groups=groups, tried=set(), limits=Limits(largest=1.0))
    exponents = [
        abs(float(power.exponent))
        for judged in pool.ranked()[:-1]
        for product in judged.fit.formula.terms
        for power in product.powers
        if judged.fit.formula.terms[0].powers != NEAR_HEAT.terms[0].powers
    ]
    assert max(e for e in exponents if e != 1.3) <= 1.5


def test_the_time_limit_is_kept():
    pool, groups = begun(*HEAT, near=NEAR_HEAT, constant=0.1)
    limits = Limits(largest=6.0, deadline=time.perf_counter() - 1)
    count = len(pool.ranked())
    with pytest.raises(TimeIsUpError):
        try_binomials(pool, pool.inner, groups=groups, tried=set(), limits=limits)
    assert len(pool.ranked()) == count
