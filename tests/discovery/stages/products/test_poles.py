import time

import numpy as np
import pytest

from nalm.discovery import Noise
from nalm.discovery._budget import Budget, TimeIsUpError
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.products._poles import FEWEST, TAIL, Poles
from tests.discovery._laws import formula, missed, split, table, term
from tests.discovery._stages import run, state_of

STAGE = Poles()
RESONANCE = lambda f, m, w, v: f / (m * (v**2 - w**2)), [(1, 5)] * 4
FAR_OFF = formula(term(1.0, (0, 1), (1, -1)))
LAWS = {
    "resonance": RESONANCE,
    "lens": (lambda u, f: u * f / (u - f), [(1, 5)] * 2),
    "an even pole": (lambda a, b: a / (a - b) ** 2, [(1, 5)] * 2),
    "sum over sum": (lambda a, b, c: (a + b) / (1 + a * b / c**2), [(-3, 3), (-3, 3), (1, 3)]),
}


def begun(law, ranges, *, near=FAR_OFF, noise=Noise.CONSTANT, **size):
    inner, outer = split(table(law, ranges, rows=300, **size))
    pool = Pool(inner, outer, noises=(noise,))
    pool.add(near)
    return pool, state_of(pool)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(
    ("noise", "size"),
    # Of the values' spread, which those next to the pole make large.
    [(Noise.CONSTANT, {"constant": 0.002}), (Noise.RELATIVE, {"relative": 0.05})],
)
def test_a_pole_among_the_rows_is_found_from_what_is_far_off(law, noise, size):
    pool, state = begun(*LAWS[law], noise=noise, **size)
    run(STAGE, state)
    # The law's own form is there, with an exact pole: the other numbers are measured.
    assert missed(pool.best().fit.formula, *LAWS[law]) < 0.02


def test_it_is_due_once():
    _, state = begun(*RESONANCE, constant=0.05)
    assert STAGE.due(state)
    run(STAGE, state)
    assert not STAGE.due(state)


def test_it_is_not_due_beside_an_answer():
    law = formula(term(2.0, (0, 3)))
    _, state = begun(lambda a, b: 2 * a**3, [(0.1, 9)] * 2, near=law, constant=0.01)
    assert not STAGE.due(state)


@pytest.mark.parametrize(
    ("rows", "largest", "due"),
    [(300, 3 * TAIL, True), (300, 0.5 * TAIL, False), (FEWEST - 5, 3 * TAIL, False)],
)
def test_it_is_due_where_few_values_are_far_larger(rows, largest, due):
    random = np.random.default_rng(0)
    inner, outer = split(table(lambda a, b: 2 + np.sin(9 * a), [(1, 9)] * 2, rows=rows))
    inner.y[random.integers(len(inner.y))] = largest * np.median(np.abs(inner.y))
    pool = Pool(inner, outer, noises=(Noise.CONSTANT,))
    pool.add(FAR_OFF)
    assert STAGE.due(state_of(pool)) == due


def test_the_time_limit_is_kept():
    pool, state = begun(*RESONANCE, constant=0.05)
    with pytest.raises(TimeIsUpError):
        run(STAGE, state, Budget(end=time.perf_counter() - 1))
    assert len(pool.ranked()) == 1
