from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.verdict._information import information
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
