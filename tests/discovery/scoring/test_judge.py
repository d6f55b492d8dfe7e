from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from nalm.discovery import Noise
from nalm.discovery._noise_of_tables import RoundingNoise, Step
from nalm.discovery.scoring._judge import description_length, judge
from nalm.discovery.scoring._prediction_limits import largest_prediction_error
from nalm.discovery.scoring._refit import refit
from nalm.discovery.scoring._search_rules import SearchRules
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.symbolic import Call, evaluate
from tests.discovery._laws import formula, problem, split, table, term, tried

ONE = Fraction(1)

SQUARE = formula(term(1.0, (0, 2)))
LINE = formula(term(1.0), term(1.0, (0, 1)))
CUBIC = formula(*(term(1.0, (0, k)) for k in (1, 2, 3)))
FREE = formula(term(1.0, (0, 1.5)))
BENT = formula(term(1.0, (0, 1.5)), term(1.0))
RIVALS = [LINE, CUBIC, FREE, formula(term(1.0, (0, 3))), formula(term(1.0))]


@pytest.mark.parametrize("noise", [0.0, 0.01, 0.05])
@pytest.mark.parametrize("rival", RIVALS)
@pytest.mark.parametrize("seed", range(3))
def test_the_truth_has_a_better_score_than_its_rivals(noise, rival, seed):
    data = table(lambda a: 3 * a**2, [(1, 4)], rows=80, constant=noise, seed=seed)
    assert tried(SQUARE, data).score < tried(rival, data).score


def test_an_exact_coefficient_is_cheaper_than_a_measured_one():
    data = table(lambda a: a**2, [(1, 4)], constant=0.01)
    assert tried(formula(term(Fraction(1), (0, 2))), data).score < tried(SQUARE, data).score


@pytest.mark.parametrize("seed", range(4))
def test_among_rounding_errors_the_shorter_description_decides(seed):
    """V e^(-u) (e^u - 1) with an exact 1 and -1, and with measured ones, whose roundings differ."""
    ranges = [(1, 9), (0.1, 6), (1, 3), (0.5, 2)]
    data = table(lambda v, t, r, c: v * (1 - np.exp(-t / (r * c))), ranges, rows=400, seed=seed)
    inner, outer = split(data)
    time = ((1, 1), (2, -1), (3, -1))
    up, down, near = (Call("exp", formula(term(b, *time))) for b in (ONE, -ONE, -0.9999))
    rise = formula(term(ONE, (up, 1)), term(-ONE))
    noises = (Noise.CONSTANT, Noise.RELATIVE, Noise.VARIABLES)
    scores = [
        judge(formula(term(c, (0, 1), (rise, 1), (fall, 1))), inner, outer=outer, noises=noises)
        for c, fall in ((ONE, down), (0.999, down), (0.999, near))
    ]
    assert all(one.is_exact for one in scores)
    length = np.diff([description_length(one.fit, len(inner.y)) for one in scores])
    assert np.allclose(np.diff([one.score for one in scores]), length, atol=2)


def test_a_law_reaches_the_outer_rows_and_a_fit_does_not():
    data = table(lambda a: 3 * a**2, [(1, 4)], constant=0.01, rows=200)
    square, line = (tried(each, data, share=0.6) for each in (SQUARE, LINE))
    assert square.prediction_error < 2
    assert line.prediction_error > 10
    assert square.extrapolation_error < line.extrapolation_error


def test_the_prediction_error_is_the_mean_square_of_the_prediction_errors():
    data = table(lambda a: 3 * a**2, [(1, 4)], constant=0.01, rows=200)
    judged = tried(LINE, data)
    assert len(judged.prediction_errors) == 40
    assert judged.prediction_error == pytest.approx(np.mean(judged.prediction_errors**2))


@pytest.mark.parametrize("seed", range(20))
def test_an_error_that_all_outer_rows_share_counts_once(seed):
    """The outer rows are so far out that the error of the factor is all that one sees there."""
    random = np.random.default_rng(seed)
    x = np.where(np.arange(1000) < 800, random.uniform(1, 3, 1000), random.uniform(300, 900, 1000))
    inner, outer = split(problem(x, x**2 + random.standard_normal(1000)))
    measured, exact = (
        judge(formula(term(c, (0, 2))), inner, outer=outer, noises=(Noise.CONSTANT,))
        for c in (1.0, Fraction(1))
    )
    assert measured.prediction_error < largest_prediction_error(200)
    assert abs(measured.score - exact.score) < 40


def test_no_value_inside_or_outside_is_refused():
    data = problem(np.arange(10.0), np.arange(10.0) + 1)
    inner, outer = split(data)
    for candidate in (formula(term(1.0, (0, -1))), formula(term(1.0, (0, Fraction(-1, 2))))):
        assert judge(candidate, inner, outer=outer, noises=tuple(Noise)) is None
        assert judge(candidate, outer, outer=inner, noises=tuple(Noise)) is None


@pytest.mark.parametrize(("constant", "relative"), [(0.05, 0.0), (0.0, 0.05)])
def test_the_kind_of_noise_is_told(constant, relative):
    data = table(lambda a: 3 * a**2, [(1, 30)], rows=200, constant=constant, relative=relative)
    inner, outer = split(data)
    judged = judge(SQUARE, inner, outer=outer, noises=tuple(Noise))
    assert judged.noise is (Noise.RELATIVE if relative else Noise.CONSTANT)


@pytest.mark.parametrize("seed", range(5))
def test_errors_in_all_variables_are_told(seed):
    random = np.random.default_rng(seed)
    x = random.uniform(-3, 3, 200)
    y = (x**3 - x) * (1 + 0.01 * random.standard_normal(200))
    data = problem(x * (1 + 0.01 * random.standard_normal(200)), y)
    inner, outer = split(data)
    cubic = formula(term(1.0, (0, 3)), term(1.0, (0, 1)))
    judged = judge(cubic, inner, outer=outer, noises=tuple(Noise))
    assert judged.noise is Noise.VARIABLES
    assert judged.fit.sigma == pytest.approx(0.01, rel=0.2)


def test_of_a_product_errors_in_all_variables_are_called_relative_noise():
    data = table(lambda a: 3 * a**2, [(1, 30)], rows=200, relative=0.05)
    inner, outer = split(data)
    noises = (Noise.CONSTANT, Noise.VARIABLES, Noise.RELATIVE)
    assert judge(SQUARE, inner, outer=outer, noises=noises).noise is Noise.RELATIVE
    alone = judge(SQUARE, inner, outer=outer, noises=(Noise.VARIABLES,))
    assert alone.noise is Noise.VARIABLES
    assert alone.fit.sigma * np.hypot(1, 2) == pytest.approx(0.05, rel=0.15)


def test_without_outer_rows_only_the_inner_count():
    data = table(lambda a: 3 * a**2, [(1, 4)], rows=5)
    judged = judge(SQUARE, data, outer=problem(np.empty((0, 1)), []), noises=(Noise.CONSTANT,))
    assert np.isfinite(judged.score)
    assert np.isnan(judged.extrapolation_error)
    assert not judged.is_exact


def test_rounding_error_alone_is_exact():
    data = table(lambda a: 3 * a**2, [(1, 4)])
    assert tried(SQUARE, data).is_exact
    assert not tried(LINE, data).is_exact
    assert not tried(SQUARE, table(lambda a: 3 * a**2, [(1, 4)], relative=1e-6)).is_exact


def test_a_flexible_sum_has_to_come_closer():
    data = table(lambda a: 3 * a**2 * (1 + 1e-10 * np.sin(9 * a)), [(1, 4)])
    assert tried(SQUARE, data).is_exact
    assert not tried(formula(term(1.0, (0, 2.1)), term(1e-9)), data).is_exact


def test_descriptions_count_exponents_and_constants():
    data = table(lambda a: 3 * a**2, [(1, 4)], constant=0.01)
    lengths = [
        description_length(refit(each, data, noise=Noise.CONSTANT), 60)
        for each in (formula(term(Fraction(1), (0, 1))), SQUARE, FREE, CUBIC)
    ]
    assert lengths == sorted(lengths)
    assert lengths[0] > 0
    assert lengths[1] > np.log(60)


@pytest.mark.parametrize("rival", RIVALS)
def test_a_rough_fit_is_not_much_worse_than_the_best(rival):
    inner, outer = split(table(lambda a: 3 * a**2, [(1, 4)], rows=80, constant=0.02))
    noises = (Noise.CONSTANT, Noise.RELATIVE)
    best = judge(rival, inner, outer=outer, noises=noises)
    rough = judge(rival, inner, outer=outer, noises=noises, worth=1.0)
    assert abs(rough.score - best.score) < SearchRules().far_behind / 2


PAGE = (Path(__file__).parents[3] / "docs" / "discover.md").read_text("utf-8")
UP = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def accepted(judged, *, rows, typical):
    """The largest power of ten that so many inner rows may be off by, the others by `typical`."""
    count = len(judged.fit.residual)
    for power in range(0, -20, -1):
        residual = np.where(np.arange(count) < rows, 0.9 * 10.0**power, typical)
        changed = replace(judged, fit=replace(judged.fit, residual=residual))
        if changed.is_exact:
            return power
    return None


@pytest.mark.parametrize(("law", "most", "wildest"), [(SQUARE, -9, -6), (BENT, -14, -11)])
def test_what_counts_as_rounding_error_is_what_the_page_says(law, most, wildest):
    data = problem(np.linspace(1, 4, 200), evaluate(law, np.linspace(1, 4, 200)[:, None]))
    judged = replace(tried(law, data), extrapolation_error=0.0)
    rows = len(judged.fit.residual)
    assert accepted(judged, rows=rows, typical=0.0) == most
    assert accepted(judged, rows=1, typical=0.0) == wildest
    assert accepted(judged, rows=rows // 10 - 1, typical=0.0) == wildest
    assert accepted(judged, rows=rows // 10 + 2, typical=0.0) == most
    for error, is_exact in ((0.9 * 10.0**most, True), (1.1 * 10.0**most, False), (np.nan, False)):
        silent = replace(judged.fit, residual=np.zeros(rows))
        assert replace(judged, fit=silent, extrapolation_error=error).is_exact is is_exact
    for power in (most, wildest):
        assert f"10{str(power).translate(UP)}" in PAGE
    assert f"more than {VERDICT_RULES.flexible} measured constants" in PAGE


@pytest.mark.parametrize("row", [0, -1])
@pytest.mark.parametrize("noise", [Noise.CONSTANT, RoundingNoise(target=Step(absolute=0.5))])
def test_a_held_out_row_that_is_off_is_no_rounding_error(noise, row):
    """An instrument that is clipped, or a law with a corner, beyond the rows of the fit."""
    inner, outer = split(table(lambda a: 3 * a**2, [(1, 40)], rows=80))
    law = formula(term(3.0, (0, 2)))
    y = outer.y.copy()
    y[row] += 9.0
    judged = [
        judge(law, inner, outer=each, noises=(noise,)) for each in (outer, replace(outer, y=y))
    ]
    assert [each.is_exact for each in judged] == [True, False]
