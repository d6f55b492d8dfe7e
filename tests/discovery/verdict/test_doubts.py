from fractions import Fraction

import numpy as np
import pytest
from scipy.special import erf

from nalm.discovery import Noise, ReasonKind, Verdict
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.discovery.verdict._case import Case
from nalm.discovery.verdict._doubts import CHECKS, few_points, first_doubt
from nalm.discovery.verdict._verdict import verdict
from nalm.symbolic import Call, complexity
from tests.discovery._laws import case_of, formula, problem, split, table, term, tried

SQUARE = formula(term(1.0, (0, 2)))
ROOTS = formula(term(1.0, (0, Fraction(1, 3))), *(term(1.0, (0, k)) for k in range(1, 5)))


def case(candidate, *, complete=True, rows=100):
    data = table(lambda a: 3 * a**2, [(1, 4)], rows=rows, constant=0.02)
    return case_of(candidate, data, complete=complete)


def test_a_law_raises_no_doubt():
    assert all(check(case(SQUARE)) is None for check in CHECKS)
    assert first_doubt(case(SQUARE)) is None


@pytest.mark.parametrize(
    ("complete", "kind"), [(False, ReasonKind.SEARCH_STOPPED), (True, ReasonKind.FLEXIBLE_SUM)]
)
def test_the_first_of_several_doubts_is_told(complete, kind):
    doubtful = case(ROOTS, complete=complete)
    assert first_doubt(doubtful).kind is kind
    assert sum(check(doubtful) is not None for check in CHECKS) > 1


def test_numbers_and_the_formula_are_those_of_the_choice():
    assert case(ROOTS).constants == 5
    assert case(ROOTS).formula == case(ROOTS).chosen.fit.formula


def wave(frequency, periods):
    """A sine of such a frequency, over so many periods of the inner rows."""
    sine = Call("sin", formula(term(frequency, (0, 1))))
    span = periods * 2 * np.pi / float(frequency) / 0.8
    data = table(lambda a: 3 * np.sin(float(frequency) * a), [(0, span)], rows=200, constant=0.01)
    return case_of(formula(term(3.0, (sine, 1))), data)


@pytest.mark.parametrize(
    ("frequency", "periods", "doubted"),
    [(1.3, 0.6, True), (1.3, 3.0, False), (Fraction(2), 0.6, False)],
)
def test_a_measured_frequency_needs_more_than_a_part_of_a_period(frequency, periods, doubted):
    doubts = [check(wave(frequency, periods)) for check in CHECKS]
    few = [each for each in doubts if each is not None and each.kind is ReasonKind.FEW_PERIODS]
    assert bool(few) == doubted
    if doubted:
        assert few[0].numbers["periods"] == pytest.approx(periods, rel=0.1)


def repeated(law, places, readings, *, noise=0.01, seed=0):
    random = np.random.default_rng(seed)
    x = np.repeat(np.asarray(places, dtype=float), readings)
    y = law(x)
    return problem(x, y + noise * np.std(y) * random.standard_normal(len(x)))


def doubt(candidate, data):
    return first_doubt(case_of(candidate, data))


@pytest.mark.parametrize(("places", "kind"), [
    ([1.3, 2.9], ReasonKind.FEW_POINTS),
    ([1.3, 2.1, 2.9], ReasonKind.FEW_POINTS),
    ([1.3, 1.7, 2.1, 2.9], None),
    (np.linspace(1.3, 2.9, 7), None),
])  # fmt: skip
def test_however_often_few_points_are_read_they_show_no_form(places, kind):
    """Through two points goes a line, a power, an exponential; through three as well, nearly."""
    found = doubt(SQUARE, repeated(lambda a: 1.7 * a**2, places, 50))
    assert (found and found.kind) is kind


@pytest.mark.parametrize(("rows", "kind"), [(14, ReasonKind.FEW_ROWS), (40, None)])
def test_a_product_needs_as_many_rows_for_a_constant_as_a_sum(rows, kind):
    """An exponent that was measured is a constant: x^1.7 follows many a curve for a while."""
    measured = formula(term(1.0, (0, 1.7)))
    data = table(lambda a: 0.02 * a**1.74, [(9, 79)], rows=rows, constant=0.01)
    found = doubt(measured, data)
    assert (found and found.kind) is kind


@pytest.mark.parametrize(("rows", "kind"), [(6, ReasonKind.FEW_POINTS), (14, None)])
def test_mirror_images_of_an_odd_formula_are_one_point(rows, kind):
    """Through three points and their images goes any odd formula of three constants, exactly."""
    x = np.linspace(-2.2, 2.2, rows)
    data = problem(x, 1.3 * x + 0.41 * x**3)
    found = few_points(case_of(formula(term(1.0, (0, 1)), term(1.0, (0, 3))), data))
    assert (found and found.kind) is kind


@pytest.mark.parametrize(("rows", "word"), [(8, Verdict.UNDECIDED), (14, Verdict.LAW)])
def test_the_digits_of_few_points_show_no_form(rows, word):
    """Through four pairs of a point and its image an odd formula of three constants goes."""
    x = np.linspace(-2.5, 2.5, rows)
    single = np.asarray(1.3 * x + 0.41 * x**3 + 0.02 * x**5, dtype=np.float32)
    data = problem(x, single.astype(float))
    odd = formula(*(term(1.0, (0, k)) for k in (1, 3, 5)))
    inner, outer = split(data)
    chosen = tried(odd, data, *Noise.ROUNDING.of_table(data.x, data.y))
    assert chosen.fits_digits(VERDICT_RULES)
    found, reason = verdict([chosen], inner=inner, outer=outer, complete=True)
    assert found is word
    few = ReasonKind.FEW_POINTS, ReasonKind.WITHIN_ROUNDING
    assert reason.kind is few[word is Verdict.LAW]


def test_an_exact_fit_through_as_many_points_as_constants_is_no_law():
    x = np.tile([1.1, 1.9, 3.2], 5)
    data = problem(x, np.arctan(x))
    curve = formula(term(1.0), term(1.0, (0, 1)), term(1.0, (0, 2)))
    inner, outer = split(data)
    word, reason = verdict([tried(curve, data)], inner=inner, outer=outer, complete=True)
    assert word is Verdict.UNDECIDED
    assert reason.kind is ReasonKind.FEW_POINTS


@pytest.mark.parametrize(("in_x", "in_y", "doubted"), [(0.0, 0.02, False), (0.02, 0.0, True)])
@pytest.mark.parametrize("seed", range(5))
def test_errors_of_inputs_are_a_doubt_only_where_they_are_seen(in_x, in_y, doubted, seed):
    """Few rows often follow errors in all variables a little better by chance."""
    random = np.random.default_rng(seed)
    x = np.linspace(0.5, 12.0, 60)
    y = 3 * np.exp(-0.7 * x) * (1 + in_y * random.standard_normal(60))
    data = problem(x * (1 + in_x * random.standard_normal(60)), y)
    decay = formula(term(3.0, (Call("exp", formula(term(-0.7, (0, 1)))), 1)))
    inner, outer = split(data)
    own = Case(
        chosen=tried(decay, data, Noise.VARIABLES),
        others=[],
        inner=inner,
        outer=outer,
        complete=True,
        rules=VERDICT_RULES,
    )
    kinds = {doubt.kind for check in CHECKS if (doubt := check(own)) is not None}
    assert (ReasonKind.FUNCTION_OF_NOISY_INPUTS in kinds) == doubted


@pytest.mark.parametrize("readings", [2, 3])
def test_a_form_of_many_symbols_is_not_told_from_others_at_four_points(readings):
    data = repeated(lambda a: 2 * erf(1.1 * a), np.array([0.13, 0.8, 1.4, 2.4]), readings)
    bent = formula(term(Fraction(2), (Call("tanh", formula(term(1.3, (0, 1)))), 1)))
    found = doubt(bent, data)
    assert found.kind is ReasonKind.LITTLE_INFORMATION
    assert found.numbers["bits"] < found.numbers["size"] == 4 * complexity(bent)


def swing(amplitude=2.0, rate=-0.15):
    decay = Call("exp", formula(term(rate, (0, 1))))
    sine = Call("sin", formula(term(3.0, (0, 1)), term(0.4)))
    return formula(term(amplitude, (decay, 1), (sine, 1)))


def test_an_oscillation_may_have_four_constants():
    data = table(lambda t: 2 * np.exp(-0.15 * t) * np.sin(3 * t + 0.4), [(0, 15)], rows=120,
                 constant=0.02)  # fmt: skip
    assert doubt(swing(), data) is None


def test_a_bend_may_not():
    exponentials = [(Call("exp", formula(term(rate, (0, 1)))), 1) for rate in (-0.2, -1.1)]
    both = formula(*(term(2.0, each) for each in exponentials))
    data = table(lambda t: 2 * np.exp(-0.2 * t) + 2 * np.exp(-1.1 * t), [(0, 9)], rows=120,
                 constant=0.01)  # fmt: skip
    assert doubt(both, data).kind is ReasonKind.MANY_CONSTANTS


@pytest.mark.parametrize("seed", range(4))
def test_of_many_rows_a_faint_curve_is_noticed(seed):
    """It is smaller than the noise of a row, so that neighbours do not show it."""
    random = np.random.default_rng(seed)
    x = np.linspace(0, 9, 300)
    line = formula(term(3.0, (0, 1)), term(1.0))
    y = 3 * x + 1 + random.normal(0, 0.1, len(x))
    bend = 0.09 * np.cos(x * np.pi / 4.5)
    assert doubt(line, problem(x, y)) is None
    assert doubt(line, problem(x, y + bend)).kind is ReasonKind.CURVE_FITS_BETTER
