from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.stages.cohorts._outer_powers import without_power
from nalm.discovery.stages.cohorts._schedule import POWERS
from nalm.symbolic import evaluate
from tests.discovery._laws import formula, problem, term

INNER = formula(term(2.0, (0, 1)), term(3.0, (1, -1)))
"""P, a sum without a zero."""


def sum_and_rows(rows=40, seed=0):
    x = np.random.default_rng(seed).uniform(1, 3, (rows, 2))
    return evaluate(INNER, x), x


@pytest.mark.parametrize("power", [Fraction(1), *POWERS])
@given(st.sampled_from([1.0, -1.0]), st.sampled_from([1e-30, 1.0, 1e30]), st.integers(0, 99))
def test_a_sum_that_fits_without_its_power_fits_under_it(power, sign, scale, seed):
    p, x = sum_and_rows(seed=seed)
    y = sign * scale * p ** float(power)
    sought = without_power(problem(x, y), y, power=power)
    assert np.allclose(sought.problem.y, sought.near, rtol=1e-12)
    assert np.allclose(sought.values(y), sought.near, rtol=1e-12)
    ratio = sought.near / p
    assert np.allclose(ratio, ratio[0])
    unit = formula(*(term(c.coefficient * ratio[0], *_powers(c)) for c in INNER.terms))
    assert np.allclose(evaluate(sought.restored(unit), x), y, rtol=1e-12, atol=0)


def _powers(product):
    return [(each.base, each.exponent) for each in product.powers]


@pytest.mark.parametrize("power", [Fraction(1), *POWERS])
def test_residuals_are_those_of_the_target_to_first_order(power):
    """Whatever the noise and the weights: all are off by the same factor."""
    random = np.random.default_rng(0)
    p, x = sum_and_rows()
    y = p ** float(power)
    noisy = problem(x, y + 0.1 * random.standard_normal(40), weight=random.uniform(1, 9, 40))
    sought = without_power(noisy, y, power=power)
    size = sought.near / p
    moved = p * (1 + 1e-5 * random.standard_normal(40))
    plain = np.sqrt(noisy.weight) * (noisy.y - moved ** float(power))
    ratio = np.sqrt(sought.problem.weight) * (sought.problem.y - size * moved) / plain
    assert np.allclose(ratio, ratio[0], rtol=1e-4)


def test_rows_of_the_other_sign_are_left_out():
    p, x = sum_and_rows()
    y = p**2
    y[3] *= -1
    sought = without_power(problem(x, y), y, power=Fraction(2))
    assert len(sought.problem.y) == len(sought.near) == 39
    assert np.allclose(sought.near / p[np.arange(40) != 3], sought.near[0] / p[0])


@pytest.mark.parametrize("wrong", [0.0, np.nan, -1.0])
def test_no_power_without_a_common_sign(wrong):
    p, x = sum_and_rows()
    values = np.where(np.arange(40) % 2, p, wrong)
    assert without_power(problem(x, p), values, power=Fraction(-1)) is None
