from fractions import Fraction

import numpy as np
import pytest
import torch

from nalm.discovery import Dimensions, Noise
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.cohorts._cohorts import train
from nalm.discovery.stages.cohorts._structure import Structure
from nalm.discovery.stages.cohorts._training_rows import SEARCHED, training_rows
from nalm.discovery.stages.cohorts._write import found_in
from nalm.symbolic import Sum, evaluate
from tests._tiers import kept
from tests.discovery._laws import split, table, term
from tests.discovery._prepared import LIMITS, sampler
from tests.discovery._stages import state_of

HALF = Fraction(1, 2)


def pool_of(law, *, rows=400, constant=0.0, relative=0.0, near=None):
    noise = {"constant": constant} if constant else {"relative": relative} if relative else {}
    data = table(law, [(1, 4)] * 2, rows=rows, **noise)
    pool = Pool(*split(data), noises=(Noise.CONSTANT, Noise.RELATIVE))
    pool.add(term_sum(1.0) if near is None else near)
    return pool


def term_sum(value):
    return Sum((term(value),))


def rows_of(pool, power=Fraction(1), dimensions=None):
    return training_rows(state_of(pool, dimensions=dimensions), power=power)


def trained_on(rows, structure, starts=300):
    return train(
        structure,
        searched=rows.searched,
        rounded_on=rows.rounded,
        sampler=sampler(starts, rows.rounded.samples.basis.shape[1]),
        limits=LIMITS,
    )


LAWS = {
    -1: lambda a, b: 1 / (2 * a + b / (1 + 3 * a)),
    HALF: lambda a, b: np.sqrt(2 * a + b / (1 + 3 * a)),
    -2: lambda a, b: -3 / (a + b * np.sqrt(a + 2 * b)) ** 2,
}


@pytest.mark.parametrize("power", kept(LAWS, -1))
def test_a_law_under_a_power_is_found_as_a_sum(power):
    law = LAWS[power]
    rows = rows_of(pool_of(law), Fraction(power))
    trained = trained_on(rows, Structure(2, (2,), power=Fraction(power)))
    start, *_ = next(found_in(trained))
    x = np.array([[9.0, 0.5], [0.2, 7.0]])
    assert evaluate(rows.formula(trained, start), x) == pytest.approx(law(*x.T), rel=1e-6)


def test_starts_learn_from_some_of_the_rows_that_exponents_are_rounded_on():
    rows = rows_of(pool_of(lambda a, b: a * b))
    assert len(rows.searched.size) == SEARCHED
    assert set(rows.searched.samples.y.tolist()) <= set(rows.rounded.samples.y.tolist())


@pytest.mark.parametrize("power", [1, -1, 2, HALF])
def test_noise_in_proportion_is_so_under_each_power(power):
    """A share of y is the same share of its power, but for a factor."""
    rows = rows_of(pool_of(lambda a, b: a**3 * b, relative=0.01), Fraction(power)).rounded
    weight = rows.relative() * rows.samples.y.abs()
    assert torch.allclose(weight / weight[0], torch.ones_like(weight), rtol=0.1)


def test_beside_a_formula_that_fits_to_within_the_noise_the_power_is_linear():
    law = Sum((term(2.0, (0, 1)), term(3.0, (1, 1))))
    noisy = {"constant": 0.05}
    far = rows_of(pool_of(lambda a, b: 2 * a + 3 * b, **noisy), Fraction(2))
    near = rows_of(pool_of(lambda a, b: 2 * a + 3 * b, **noisy, near=law), Fraction(2))
    assert np.allclose(far.sought.near, far.sought.problem.y)
    exact = (far.sought.problem.x @ [2, 3]) ** 0.5
    ratio = near.sought.near / exact
    assert np.allclose(ratio, ratio.mean(), rtol=2e-3)


def test_without_a_common_sign_there_are_no_powers():
    pool = pool_of(lambda a, b: a - b)
    assert rows_of(pool, Fraction(-1)) is None
    assert rows_of(pool) is not None


def test_units_of_a_power_are_those_of_the_target():
    """√(area): of m² under the power 1/2 each product has the unit m⁴, of a formula in m."""
    one = (Fraction(1),)
    metres = Dimensions(inputs=((Fraction(1), Fraction(1)),), target=one)
    pool = pool_of(lambda a, b: np.sqrt(a**2 + 3 * b**2))
    rows = rows_of(pool, HALF, metres)
    assert rows.rounded.samples.offset.sum() == 2
    trained = trained_on(rows, Structure(2), starts=20)
    start, *_ = next(found_in(trained))
    x = np.array([[9.0, 0.5]])
    found = evaluate(rows.formula(trained, start), x)
    assert found == pytest.approx(np.sqrt(81 + 0.75), rel=1e-6)


def test_a_formula_that_fits_sets_a_bar_that_another_does_not():
    law = Sum((term(2.0, (0, 1)),))
    fits, other = (
        rows_of(pool_of(lambda a, b: 2 * a, constant=0.01, near=near), Fraction(2)).bar
        for near in (law, None)
    )
    assert fits < other - 100
