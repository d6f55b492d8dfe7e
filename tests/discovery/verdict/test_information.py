from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.verdict._information import faintest_correction, information
from nalm.symbolic import Call, evaluate
from tests.discovery._laws import case_of, formula, problem, term

LINE = formula(term(1.0, (0, 1)))


def rows(x, noise, *, scale=1.0, seed=0):
    x = np.asarray(x, dtype=float)
    return problem(x, scale * (3 * x + noise * np.random.default_rng(seed).normal(size=len(x))))


def bits(data):
    return information(case_of(LINE, data))


@given(scale=st.floats(1e-6, 1e6))
def test_the_unit_of_the_target_changes_nothing(scale):
    x = np.linspace(1, 9, 12)
    assert bits(rows(x, 0.1, scale=scale)) == pytest.approx(bits(rows(x, 0.1)), rel=1e-6)


def test_ten_times_less_noise_is_the_same_number_of_bits_for_each_free_point():
    x = np.linspace(1, 9, 12)
    gained = bits(rows(x, 0.01)) - bits(rows(x, 0.1))
    assert gained == pytest.approx(11 * np.log2(10), rel=1e-2)


def test_readings_of_a_point_say_less_than_points():
    def average(x):
        return np.mean([bits(rows(x, 0.1, seed=seed)) for seed in range(20)])

    places = np.linspace(1, 9, 4)
    once, often = average(places), average(np.repeat(places, 9))
    assert once + 2 < often < average(np.linspace(1, 9, 36)) / 5


def test_what_explains_nothing_has_no_bits():
    data = problem(np.linspace(1, 9, 12), np.tile([1.0, -1.0], 6))
    assert bits(data) == 0


def test_rows_that_are_far_off_do_not_count():
    x = np.linspace(1, 9, 12)
    data = rows(x, 0.1)
    case = case_of(LINE, data)
    y = case.inner.y.copy()
    y[0] += 1e3
    far = replace(case.chosen.fit, how_far=np.where(np.arange(len(y)) == 0, 2.0, 0.0))
    spoilt = replace(case, inner=replace(case.inner, y=y), chosen=replace(case.chosen, fit=far))
    assert information(spoilt) > 0.5 * information(case)


def corrected(noise, *, power=-2, rows=200):
    """2 x erf(x^-2), which is 2 x but near 1."""
    erf = Call("erf", formula(term(Fraction(1), (0, power))))
    law = formula(term(2.0, (0, 1), (erf, 1)))
    x = np.random.default_rng(0).uniform(0.2, 1.0, rows)
    y = evaluate(law, x[:, None]) + noise * np.random.default_rng(1).normal(size=rows)
    return faintest_correction(case_of(law, problem(x, y)))


def test_of_a_small_correction_noise_leaves_few_bits():
    faint, clear = corrected(0.05), corrected(1e-6)
    assert faint.share == pytest.approx(clear.share, abs=0.02)
    assert faint.bits < faint.size < clear.bits
    assert faint.size == clear.size


def test_what_makes_the_formula_is_no_correction():
    decay = formula(term(3.0, (Call("exp", formula(term(-0.7, (0, 1)))), 1)))
    x = np.linspace(0.2, 4, 60)
    data = problem(x, evaluate(decay, x[:, None]) + 0.01 * np.random.default_rng(0).normal(size=60))
    assert faintest_correction(case_of(decay, data)) is None
    assert faintest_correction(case_of(LINE, rows(x, 0.1))) is None
