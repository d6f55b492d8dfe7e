from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery import Problem
from nalm.discovery.verdict._information import information, information_of_curve
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


def wave(frequency):
    sine = Call("sin", formula(term(frequency, (0, 1)), term(0.4)))
    return formula(term(2.0, (sine, 1)))


def of_curve(law, *, noise, rows=120, inputs=1):
    x = np.random.default_rng(0).uniform(0, 6, (rows, inputs))
    y = evaluate(law, x) + noise * np.random.default_rng(1).normal(size=rows)
    return information_of_curve(case_of(law, Problem(x=x, y=y, weight=np.ones(rows))))


def test_an_oscillation_says_more_of_its_curve_than_a_bend():
    slow, fast = (of_curve(wave(frequency), noise=0.02) for frequency in (0.3, 4.0))
    assert 0 <= slow < 20
    assert fast > 60


@pytest.mark.parametrize("inputs", [1, 2, 200])
def test_a_line_says_nothing_but_its_constants(inputs):
    line = formula(term(3.0, (0, 1)), term(1.5))
    assert of_curve(line, noise=0.1, inputs=inputs) < 1


def test_with_less_noise_a_curve_says_more():
    low, high = (of_curve(wave(2.0), noise=noise) for noise in (0.3, 0.003))
    assert low + 15 < high < np.inf
    assert of_curve(wave(2.0), noise=0.0) > 200
