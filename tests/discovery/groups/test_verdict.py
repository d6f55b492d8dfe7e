import numpy as np
import pytest

from nalm.discovery import ReasonKind, Verdict
from nalm.discovery.groups._verdict import rank, verdict_of_groups
from tests.discovery._groups import LINE, decay, fitted, grouped, saturation
from tests.discovery._laws import formula, term

CONSTANTS = [(9.6, 3.13), (4.1, 3.13), (15.0, 3.13), (2.2, 3.13)]


def law(x, v, k):
    return v * x / (x + k)


def decided(rows, *forms, complete=True):
    fits = [fitted(form, [own] * rows.groups, rows, own=[True, False]) for form, own in forms]
    ranked = sorted(fits, key=rank)
    return verdict_of_groups(ranked, rows, complete=complete)


def test_the_law_of_all_groups_is_one():
    word, reason = decided(grouped(law, CONSTANTS), (saturation(), (5.0, 3.0)), (LINE, (1.0, 1.0)))
    assert word is Verdict.LAW
    assert reason.numbers["rows"] == 24


def test_a_wrong_form_is_none():
    word, _ = decided(grouped(law, CONSTANTS), (LINE, (1.0, 1.0)), (decay(), (1.0, -0.1)))
    assert word is Verdict.APPROXIMATION


def test_one_group_that_follows_another_law_contradicts():
    rows = grouped(lambda x, v, k: v * x / (x + k) if v < 10 else v * np.sin(x) ** 2, CONSTANTS)
    word, _ = decided(rows, (saturation(), (5.0, 3.0)))
    assert word is not Verdict.LAW


@pytest.mark.parametrize("odd", [0, 2])
def test_the_group_that_contradicts_is_named_if_the_others_do_not(odd):
    top = CONSTANTS[odd][0]

    def bent(x, v, k):
        return law(x, v, k) * np.where((v == top) & (x > 4.3), 1.3, 1.0)

    rows = grouped(bent, CONSTANTS)
    word, reason = verdict_of_groups([fitted(saturation(), CONSTANTS, rows)], rows, complete=True)
    assert (word, reason.numbers["group"]) == (Verdict.APPROXIMATION, odd)
    word, reason = decided(grouped(law, CONSTANTS), (LINE, (1.0, 1.0)))
    assert word is Verdict.APPROXIMATION
    assert "group" not in reason.numbers


def test_rows_that_show_no_curve_of_any_size_are_too_few():
    few = grouped(law, CONSTANTS[:2], rows=6, noise=0.001)
    fit = fitted(
        formula(*saturation().terms, term(1.0, (0, 2)), term(0.1)), [(9.0, 3.0, 0.1, 0.1)] * 2, few
    )
    word, reason = verdict_of_groups([fit], few, complete=True)
    assert word is not Verdict.LAW
    assert "inf" not in str(reason)


def test_exact_values_are_a_law_however_many_constants_there_are():
    word, reason = decided(grouped(law, CONSTANTS, noise=0.0), (saturation(), (5.0, 3.0)))
    assert (word, reason.kind) == (Verdict.LAW, ReasonKind.ROUNDING_ERROR)


@pytest.mark.parametrize(("rows", "enough"), [(7, False), (30, True)])
def test_rows_that_own_constants_take_do_not_test_the_form(rows, enough):
    few = grouped(law, CONSTANTS[:2], rows=rows, noise=0.001)
    fit = fitted(saturation(), CONSTANTS[:2], few)
    word, reason = verdict_of_groups([fit], few, complete=True)
    assert (word is Verdict.LAW) is enough
    assert enough or reason.kind in (ReasonKind.FEW_ROWS, ReasonKind.CURVE_UNSEEN)


def test_a_search_that_was_stopped_leaves_it_open():
    rows = grouped(law, CONSTANTS)
    _, reason = decided(rows, (saturation(), (5.0, 3.0)), complete=False)
    assert reason.kind is ReasonKind.SEARCH_STOPPED
