from fractions import Fraction

import pytest

from nalm.discovery import Dimensions, Noise
from nalm.discovery._budget import Budget, TimeIsUpError
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._one_ratio_stage import OneRatio
from tests.discovery._laws import formula, missed, problem, split, table, term
from tests.discovery._stages import run as run_stage
from tests.discovery._stages import state_of

ENERGY = lambda m, v: 9 * m * (1 / (1 - v**2 / 9) ** 0.5 - 1), [(1, 5), (0.1, 2.5)]
TRANSFER = (
    lambda m, r, s: (m / r) ** 0.5 * ((2 * s / (r + s)) ** 0.5 - 1),
    [(1, 5), (1, 3), (3, 9)],
)
MEAN = formula(term(1.0))


def run(law, ranges, *, dimensions=None, noise=0.0, guess=MEAN, budget=None):
    inner, outer = split(table(law, ranges, rows=200, constant=noise))
    inner, outer = (problem(one.x, one.y, dimensions=dimensions) for one in (inner, outer))
    pool = Pool(inner, outer, noises=(Noise.CONSTANT,))
    pool.add(guess)
    return pool, run_stage(OneRatio(), state_of(pool, dimensions=dimensions), budget)


@pytest.mark.parametrize("law", [ENERGY, TRANSFER], ids=["energy", "transfer"])
def test_small_differences_of_a_root_and_1_are_found(law):
    pool, found = run(*law)
    assert found
    assert pool.is_exact
    assert missed(pool.best().fit.formula, *law) < 1e-9


def test_units_reduce_the_inputs_before():
    """Of the groups v/c and k, the second is but a factor."""
    law = lambda k, m, v, c: k * m * c**2 * (1 / (1 - (v / c) ** 2) ** 0.5 - 1)  # noqa: E731
    rows = [0, 1, 0, 0], [0, 0, 1, 1], [0, 0, -1, -1]
    units = Dimensions(
        inputs=tuple(tuple(map(Fraction, row)) for row in rows),
        target=(Fraction(1), Fraction(2), Fraction(-2)),
    )
    ranges = [(1, 3), (1, 5), (0.5, 2.5), (3, 6)]
    pool, found = run(law, ranges, dimensions=units)
    assert found
    assert missed(pool.best().fit.formula, law, ranges) < 1e-9


@pytest.mark.parametrize("has_answer", [False, True])
def test_where_a_simple_formula_fits_to_within_the_noise_nothing_is_sought(has_answer):
    """Its formulas would follow the noise, and cost a second each."""
    law = lambda a, b: 3 * a / (1 + a / b)  # noqa: E731
    right = formula(term(3.0, (0, 1), (formula(term(Fraction(1)), term(1.0, (0, 1), (1, -1))), -1)))
    pool, _ = run(law, [(1, 4), (1, 4)], noise=0.005, guess=right if has_answer else MEAN)
    assert (len(pool.ranked()) == 1) is has_answer


def test_a_single_input_has_no_ratio():
    _, found = run(lambda a: 1 + a**0.5, [(1, 4)])
    assert not found


def test_it_stops_at_the_limits():
    with pytest.raises(TimeIsUpError):
        run(*ENERGY, budget=Budget(end=0.0))
