from fractions import Fraction

import numpy as np

from nalm.discovery import Noise, ReasonKind, Verdict
from nalm.discovery._budget import Budget
from nalm.discovery.strategy._last_fits import LastFits, beaten
from nalm.symbolic import parameters, same_form, to_text
from tests.discovery._laws import formula, table, term, tried
from tests.discovery.strategy.test_finish import SQUARE, finished

LINE = formula(term(1.0, (0, 1)), term(1.0))
WHOLE = table(lambda a: 3 * a**2, [(1, 4)], constant=0.02)
SPLIT = table(lambda a: 3.1415 * a + 1.0771, [(1, 4)], constant=0.02)


def last_fits(max_time=None):
    return LastFits(WHOLE, Budget.start(max_time))


def test_a_fit_is_to_all_rows_and_made_once():
    judged = tried(SQUARE, WHOLE)
    fits = last_fits()
    candidate = fits.of(judged)
    assert fits.of(judged) is candidate
    assert parameters(candidate.formula) != parameters(judged.fit.formula)
    factor = np.sum(WHOLE.x[:, 0] ** 2 * WHOLE.y) / np.sum(WHOLE.x[:, 0] ** 4)
    assert np.allclose(parameters(candidate.formula), factor)


def test_its_numbers_have_the_signs_that_it_is_written_with():
    data = table(lambda a: 7.31 / (5.21 - a), [(1, 4)], constant=0.001)
    pole = formula(term(Fraction(1), (0, 1)), term(-5.2))
    candidate = LastFits(data, Budget.start(None)).of(tried(formula(term(-7.0, (pole, -1))), data))
    assert to_text(candidate.formula, ["a"], digits=3) == "7.31/(5.21 - a)"
    assert (parameters(candidate.formula) > 0).all()


def test_they_go_from_simple_to_complex_and_end_with_the_time():
    several = [tried(each, WHOLE, Noise.CONSTANT) for each in (LINE, SQUARE)]
    found = last_fits().of_all(several)
    assert [same_form(judged.fit.formula, SQUARE) for judged, _ in found] == [True, False]
    assert [judged for judged, _ in last_fits(0.0).of_all(several)] == several[:1]


def test_a_formula_that_another_one_beats_on_all_rows_is_no_law():
    """Whatever misled the choice: here the split shows a line, and all rows a square."""
    assert finished(SPLIT).verdict is Verdict.LAW
    found = finished(WHOLE, seen=SPLIT)
    assert found.verdict is Verdict.UNDECIDED
    assert found.reason.kind is ReasonKind.OTHER_ON_ALL_ROWS
    better = found.candidates[int(found.reason.numbers["rival"])]
    assert better.bic == min(each.bic for each in found.candidates)
    assert same_form(better.formula, SQUARE)


def test_an_exact_formula_is_not_beaten():
    exact = table(lambda a: 3 * a**2, [(1, 4)])
    pairs = LastFits(exact, Budget.start(None)).of_all([tried(SQUARE, exact), tried(LINE, exact)])
    assert beaten(pairs[0], pairs, ranked=[judged for judged, _ in pairs]) is None
