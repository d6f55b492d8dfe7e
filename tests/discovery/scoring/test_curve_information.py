from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery import Problem
from nalm.discovery.scoring._curve_information import information_of_curve, shows_its_curve
from nalm.symbolic import Call, evaluate
from tests.discovery._laws import case_of, formula, term


def wave(frequency):
    sine = Call("sin", formula(term(frequency, (0, 1)), term(0.4)))
    return formula(term(2.0, (sine, 1)))


def case(law, *, noise, rows=120, inputs=1):
    x = np.random.default_rng(0).uniform(0, 6, (rows, inputs))
    y = evaluate(law, x) + noise * np.random.default_rng(1).normal(size=rows)
    return case_of(law, Problem(x=x, y=y, weight=np.ones(rows)))


def bits(law, **options):
    found = case(law, **options)
    return information_of_curve(found.chosen, inner=found.inner, outer=found.outer)


def test_an_oscillation_says_more_of_its_curve_than_a_bend():
    slow, fast = (bits(wave(frequency), noise=0.02) for frequency in (0.3, 4.0))
    assert 0 <= slow < 20
    assert fast > 60


@pytest.mark.parametrize("inputs", [1, 2, 200])
def test_a_line_says_nothing_but_its_constants(inputs):
    line = formula(term(3.0, (0, 1)), term(1.5))
    assert bits(line, noise=0.1, inputs=inputs) < 1


def test_with_less_noise_a_curve_says_more():
    low, high = (bits(wave(2.0), noise=noise) for noise in (0.3, 0.003))
    assert low + 15 < high < np.inf
    assert bits(wave(2.0), noise=0.0) > 200


def test_rows_where_a_formula_has_no_value_say_nothing_of_its_curve():
    found = case(formula(term(2.0, (Call("log", formula(term(1.0, (0, 1)))), 1))), noise=0.02)
    inner, outer = (replace(each, x=-each.x) for each in (found.inner, found.outer))
    assert information_of_curve(found.chosen, inner=inner, outer=outer) == 0


def test_a_longer_formula_has_to_show_more():
    found = case(wave(4.0), noise=0.02)
    parts = {"inner": found.inner, "outer": found.outer}
    known = information_of_curve(found.chosen, **parts)
    written = 4 * 4  # sin, its argument's product and sum, the input
    assert shows_its_curve(found.chosen, **parts, times=0.5 * known / written)
    assert not shows_its_curve(found.chosen, **parts, times=2 * known / written)
