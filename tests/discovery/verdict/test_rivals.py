import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery import Noise
from nalm.discovery.problem._rows import take_rows
from nalm.discovery.scoring._judge import cost_of_a_term
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.discovery.verdict._rivals import (
    decisive_row,
    forms_alike,
    may_be_step,
    may_hide_size,
    rival,
)
from nalm.symbolic import Call, same_form
from tests.discovery._laws import formula, problem, split, table, term, tried

HALF = Fraction(1, 2)
DECAY = formula(term(1.0, (formula(term(Fraction(1)), term(0.2, (0, 1))), -2)))
QUARTIC = formula(term(1.0, (formula(term(Fraction(1)), term(0.1, (0, 1))), -4)))
SQUARE = formula(term(1.0, (0, 2)))


def judged(data, *formulas):
    ranked = sorted((tried(each, data) for each in formulas), key=lambda one: one.score)
    return ranked[0], ranked[1:]


def test_two_forms_that_fit_alike_and_part_beyond_are_rivals():
    data = table(lambda a, b: b * a**1.5, [(1, 1.5), (1, 10)], constant=0.1, seed=4)
    first, others = judged(data, *(formula(term(1.0, (0, power), (1, 1))) for power in (1, 2)))
    inner, outer = split(data)
    assert rival(first, others, inner=inner, outer=outer, rules=VERDICT_RULES) is others[0]
    assert rival(others[0], [first], inner=inner, outer=outer, rules=VERDICT_RULES) is first
    contradicted = replace(others[0], prediction_error=9.0)
    assert rival(first, [contradicted], inner=inner, outer=outer, rules=VERDICT_RULES) is None


@pytest.mark.parametrize(
    "rules", [{"close": 0.0}, {"apart": 9.0}, {"certain": 1e3}, {"contradicted": -9.0}]
)
def test_what_is_a_rival_is_a_matter_of_the_rules(rules):
    data = table(lambda a, b: b * a**1.5, [(1, 1.5), (1, 10)], constant=0.1, seed=4)
    first, others = judged(data, *(formula(term(1.0, (0, power), (1, 1))) for power in (1, 2)))
    inner, outer = split(data)
    changed = replace(VERDICT_RULES, **rules)
    assert rival(first, others, inner=inner, outer=outer, rules=changed) is None


def test_a_law_stands_alone_when_the_data_decide():
    data = table(lambda t: 3 / (1 + 0.2 * t) ** 2, [(0, 60)], rows=80, constant=0.001)
    first, others = judged(data, DECAY, QUARTIC)
    assert same_form(first.fit.formula, DECAY)
    inner, outer = split(data)
    assert rival(first, others, inner=inner, outer=outer, rules=VERDICT_RULES) is None


def test_the_same_form_and_what_agrees_beyond_the_data_are_no_rivals():
    data = table(lambda a: 3 * a**2, [(1, 4)], rows=100, constant=0.02)
    close = formula(term(3.0, (0, 2)), term(1e-6, (0, 1)))
    first, others = judged(data, SQUARE, SQUARE, close)
    inner, outer = split(data)
    assert rival(first, others, inner=inner, outer=outer, rules=VERDICT_RULES) is None


def test_what_has_a_value_where_the_other_has_none_is_a_rival():
    """2.49 x + √(1 - x)³ ends at 1, where 1 + x/(1 - x/3), the law, goes on."""
    data = table(lambda a: 1 + a / (1 - a / 3), [(0.01, 1)], rows=400, constant=0.03)
    ends = formula(
        term(2.5, (0, 1)),
        term(1.0, (formula(term(Fraction(1)), term(Fraction(-1), (0, 1))), 3 * HALF)),
    )
    law = formula(term(-2.0), term(9.0, (formula(term(3.0), term(-1.0, (0, 1))), -1)))
    first, [other] = judged(data, ends, law)
    inner, outer = split(data)
    for chosen, rest in ((first, other), (other, first)):
        near = replace(rest, score=chosen.score + 2, prediction_error=1.0)
        assert rival(chosen, [near], inner=inner, outer=outer, rules=VERDICT_RULES) is near


def test_what_is_as_good_is_a_rival_if_it_parts_on_some_rows():
    data = table(lambda a, b: b / np.sqrt(1 - a**2), [(0.1, 0.5), (1, 5)], rows=200, constant=0.01)
    ratio = formula(term(Fraction(1)), term(-1.0, (0, 2)))
    root = formula(term(1.0, (1, 1), (ratio, -HALF)))
    series = formula(term(1.0, (1, 1)), term(0.5, (0, 2), (1, 1)))
    first, others = judged(data, root, series)
    inner, outer = split(data)
    cost = cost_of_a_term(len(inner.y))
    near = [
        replace(others[0], score=first.score + behind, prediction_error=1.0)
        for behind in (cost, cost + 1)
    ]
    assert rival(first, near[:1], inner=inner, outer=outer, rules=VERDICT_RULES) is near[0]
    assert rival(first, near[1:], inner=inner, outer=outer, rules=VERDICT_RULES) is None


def test_one_function_in_two_forms_is_no_rival_to_itself_beyond_its_edge():
    """(1 + v)/√(1 - v²) is √(1 - v²)/(1 - v), and neither has a value beyond 1."""
    data = table(lambda v: (1 + v) / np.sqrt(1 - v**2), [(-0.95, 0.95)], rows=200, constant=0.01)
    one, minus = term(Fraction(1)), term(Fraction(-1), (0, 1))
    root = formula(one, term(Fraction(-1), (0, 2)))
    first = formula(term(1.0, (formula(one, term(Fraction(1), (0, 1))), 1), (root, -HALF)))
    second = formula(term(1.0, (root, HALF), (formula(one, minus), -1)))
    third = formula(one, term(Fraction(1), (0, 1)))
    inner, outer = split(data)
    chosen, same, other = (tried(each, data) for each in (first, second, third))
    near = [replace(each, score=chosen.score + 1, prediction_error=1.0) for each in (same, other)]
    alike = forms_alike(chosen, near, inner=inner, outer=outer, rules=VERDICT_RULES)
    assert [each.fit.formula for each in alike] == [other.fit.formula]


def rounded(offset, power=2):
    """√(x² + c)."""
    return formula(term(1.0, (formula(term(Fraction(1), (0, power)), term(offset)), HALF)))


@pytest.mark.parametrize("seed", range(3))
def test_a_small_offset_may_hide_the_size_of_an_input(seed):
    data = table(np.abs, [(-3, 3)], rows=80, constant=0.01, seed=seed)
    assert may_hide_size(tried(rounded(0.001), data), split(data)[0], rules=VERDICT_RULES)


@pytest.mark.parametrize("miss", [0.0, 0.0013, -0.0015])
@pytest.mark.parametrize("corner", [-1.3, 0.4, 1.1])
def test_a_square_that_is_missed_by_a_constant_hides_it_anywhere(corner, miss):
    """√(x² - 2ax + a² + c) is |x - a|; with c < 0 it has no value next to a."""
    data = table(lambda a: np.abs(a - corner), [(-3, 3)], rows=80, constant=0.02)
    x = data.x[:, 0]
    data = take_rows(data, np.flatnonzero((x - corner) ** 2 + miss > 0))
    square = term(Fraction(1), (0, 2)), term(-2 * corner, (0, 1)), term(corner**2 + miss)
    law = formula(term(1.0, (formula(*square), HALF)))
    assert may_hide_size(tried(law, data), split(data)[0], rules=VERDICT_RULES)


@pytest.mark.parametrize("corner", [0.0, 0.5])
def test_a_square_of_several_inputs_hides_it_too(corner):
    """Of x² - 2.01xy + y² no constant makes a square, but (x - y)² is next to it."""
    data = table(lambda a, b: np.abs(a - b - corner), [(-3, 3), (-3, 3)], rows=80, constant=0.05)
    squares = term(Fraction(1), (0, 2)), term(1.001, (1, 2)), term(-2.001, (0, 1), (1, 1))
    others = term(-2 * corner, (0, 1)), term(2 * corner, (1, 1)), term(corner**2 + 0.01)
    law = formula(term(1.0, (formula(*squares, *(each for each in others if corner)), HALF)))
    other = tried(SQUARE, data)
    chosen = replace(other, fit=replace(other.fit, formula=law, sigma=0.05))
    assert may_hide_size(chosen, split(data)[0], rules=VERDICT_RULES)


def test_a_square_that_is_clearly_missed_hides_nothing():
    data = table(lambda a: np.sqrt((a - 1) ** 2 + 0.5), [(-3, 3)], rows=80, constant=0.02)
    square = formula(term(Fraction(1), (0, 2)), term(-2.0, (0, 1)), term(1.5))
    law = formula(term(1.0, (square, HALF)))
    assert not may_hide_size(tried(law, data), split(data)[0], rules=VERDICT_RULES)


def test_a_root_that_begins_at_the_edge_of_the_rows_hides_nothing():
    data = table(lambda a: np.sqrt(a - 1), [(1.001, 5)], rows=80, constant=0.02)
    law = formula(term(1.0, (formula(term(Fraction(1), (0, 1)), term(-1.0)), HALF)))
    assert not may_hide_size(tried(law, data), split(data)[0], rules=VERDICT_RULES)


def test_two_small_offsets_may_hide_it_together():
    data = table(np.abs, [(-3, 3)], rows=80, constant=0.01)
    over, under = (formula(term(Fraction(1), (0, 2)), term(c)) for c in (0.0015, 0.005))
    law = formula(term(1.0, (over, 1), (under, -HALF)))
    assert may_hide_size(tried(law, data), split(data)[0], rules=VERDICT_RULES)


def test_a_row_at_the_corner_says_nothing_else():
    """Of x² / √(x² + c) there is no value at 0 without c."""
    x = np.linspace(-3, 3, 81)
    data = problem(x, np.abs(x) + 0.01 * np.random.default_rng(0).standard_normal(81))
    law = formula(term(1.0, (0, 2), (rounded(0.001).terms[0].powers[0].base, -HALF)))
    assert may_hide_size(tried(law, data), split(data)[0], rules=VERDICT_RULES)


def test_an_offset_that_the_data_notice_hides_nothing():
    data = table(lambda a: np.sqrt(a**2 + 0.5), [(-3, 3)], rows=80, constant=0.01)
    assert not may_hide_size(tried(rounded(0.5), data), split(data)[0], rules=VERDICT_RULES)


def test_inputs_of_one_sign_have_no_corner():
    data = table(np.abs, [(1, 3)], rows=80, constant=0.01)
    assert not may_hide_size(tried(rounded(0.001), data), split(data)[0], rules=VERDICT_RULES)


def test_roots_inside_of_sums_are_looked_at():
    data = table(lambda a: 2 + np.abs(a), [(-3, 3)], rows=80, constant=0.01)
    inner = rounded(0.001).terms[0]
    nested = formula(term(1.0, (formula(term(Fraction(2)), inner), 1)))
    assert may_hide_size(tried(nested, data), split(data)[0], rules=VERDICT_RULES)


def test_relative_noise_is_measured_in_units_of_the_value():
    x = np.linspace(-3, 3, 81)
    data = problem(x, 5 + np.abs(x))
    noisy = problem(x, data.y * (1 + 0.01 * np.random.default_rng(0).standard_normal(81)))
    law = formula(term(5.0), *rounded(0.001).terms)
    assert may_hide_size(tried(law, noisy, Noise.RELATIVE), split(noisy)[0], rules=VERDICT_RULES)


def of(function, steepness, *, level=True):
    """x (1 + tanh(k x)), or another function in place of tanh."""
    call = Call(function, formula(term(float(steepness), (0, 1))))
    level = formula(term(1.0, (call, 1)), term(1.0)) if level else call
    return formula(term(0.7, (0, 1), (level, 1)))


def may_be(law, y, **noise):
    data = table(y, [(-3, 3)], rows=60, constant=0.02, **noise)
    return may_be_step(tried(law, data), split(data)[0], rules=VERDICT_RULES)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("function", ["tanh", "erf"])
def test_a_steep_function_may_be_a_step(function, seed):
    assert may_be(of(function, 12), lambda a: 1.4 * np.maximum(a, 0), seed=seed)


def test_so_may_a_steep_exponential_in_a_corner():
    """0.7 log(1 + e^(k x)) / k is the larger of 0 and 0.7 x, with another number outside."""
    called = Call("exp", formula(term(12.0, (0, 1))))
    law = formula(
        term(0.7 / 12, (Call("log", formula(term(Fraction(1)), term(1.0, (called, 1)))), 1))
    )
    assert may_be(law, lambda a: 0.7 * np.maximum(a, 0))


@pytest.mark.parametrize("function", ["tanh", "erf", "sin", "exp"])
def test_a_function_whose_slope_the_data_notice_is_none(function):
    of_numpy = np.vectorize(math.erf) if function == "erf" else getattr(np, function)
    law = of(function, 1, level=False)
    assert not may_be(law, lambda a: 0.7 * a * of_numpy(a))


def with_a_wild_row(wild):
    """3 x² with noise, one inner row off by so many of its deviations; its place."""
    data = table(lambda x: 3 * x**2, [(1, 4)], rows=100, constant=0.02)
    row = int(np.argsort(data.x[:, 0])[40])
    data.y[row] += wild * 0.02 * np.std(data.y)
    return data, row


def with_a_pole_at(x):
    near = formula(term(Fraction(1), (0, 2)), term(-2 * x, (0, 1)), term(x * x + 1e-5))
    return formula(term(3.0, (0, 2)), term(1e-5, (near, -1)))


@pytest.mark.parametrize("wild", [30, 200])
def test_a_row_that_is_far_off_decides_alone_for_a_pole(wild):
    data, wild = with_a_wild_row(wild)
    first, others = judged(data, SQUARE, with_a_pole_at(data.x[wild, 0]))
    assert not same_form(first.fit.formula, SQUARE)
    inner, outer = split(data)
    row = decisive_row(first, others, inner=inner, outer=outer, rules=VERDICT_RULES)
    assert row is not None
    assert inner.y[row] == data.y[wild]


def test_no_row_decides_alone_for_a_law():
    data, wild = with_a_wild_row(0)
    first, others = judged(
        data, SQUARE, with_a_pole_at(data.x[wild, 0]), formula(term(1.0, (0, 1)))
    )
    assert same_form(first.fit.formula, SQUARE)
    inner, outer = split(data)
    assert decisive_row(first, others, inner=inner, outer=outer, rules=VERDICT_RULES) is None
