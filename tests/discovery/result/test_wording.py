import math
import re

import pytest

from nalm.discovery import ReasonKind
from nalm.discovery.result._wording import number_names, sentence

KINDS = [kind for kind in ReasonKind if kind is not ReasonKind.TEXT]
CERTAIN = {
    ReasonKind.CONSTANT_TARGET,
    ReasonKind.ROUNDING_ERROR,
    ReasonKind.WITHIN_ROUNDING,
    ReasonKind.PREDICTS,
    ReasonKind.PREDICTS_AS_OTHERS,
    ReasonKind.FORM_HOLDS,
    ReasonKind.SOLUTION_PREDICTS,
}
NEXT = ("Add", "Check", "Compare", "Do not", "Fit", "Give", "Look", "Measure", "Plot", "or depends")


def say(kind):
    return sentence(kind, dict.fromkeys(number_names(kind), 0.25))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_said_in_full_sentences(kind):
    text = say(kind)
    assert text[0].isupper()
    assert text.endswith(".")
    assert "{" not in text
    assert max(len(each.split()) for each in re.split(r"[.:] ", text)) <= 36


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in CERTAIN])
def test_who_gets_no_law_is_told_what_to_do_or_what_is_missing(kind):
    assert any(word in say(kind) for word in (*NEXT, "is missing"))


@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_praises_a_formula_that_may_explain_nothing(kind):
    assert not re.search(r"follows the data|fits well|good|It fits, but", say(kind))


def test_no_two_kinds_say_the_same():
    assert len({say(kind) for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize(
    ("kind", "numbers", "part"),
    [
        (ReasonKind.PREDICTS, {"rows": 20, "error": 0.0123}, "20 outermost rows"),
        (ReasonKind.PREDICTS, {"rows": 20, "error": 0.0123}, "median relative error 0.012)"),
        (
            ReasonKind.PREDICTS_AS_OTHERS,
            {"rows": 20, "error": 0.1, "apart": 0.05, "certain": 3.0},
            "less than 5% or 3 standard errors",
        ),
        (ReasonKind.ONE_ROW_CONTRADICTS, {"rows": 9, "target": 1.23456789}, "target 1.23457."),
        (ReasonKind.HELD_OUT_ROWS_MISSED, {"rows": 9, "ratio": 1234.5}, "is 1 230 times"),
        (ReasonKind.HELD_OUT_ROWS_MISSED, {"rows": 9, "ratio": math.inf}, "has no value on some"),
        (ReasonKind.HELD_OUT_ROWS_MISSED, {"rows": 9, "ratio": 2.8e24}, "is more than a million t"),
        (ReasonKind.SOLUTION_MISSES, {"ratio": 3e8}, "by more than a million times the noise"),
        (
            ReasonKind.RIVAL,
            {"odds": math.inf},
            "(odds of more than a million to 1 for this formula)",
        ),
        (ReasonKind.CORRELATED_RESIDUALS, {"deviations": 15.06}, "(15.1 standard errors"),
        (ReasonKind.LITTLE_EXPLAINED, {"share": 0.273}, "explains 27% of"),
        (ReasonKind.FLAT_OUTSIDE, {"share": 0.0}, "explains 0% of"),
        (ReasonKind.SERIES_FITS, {"terms": 4}, "series of 4 terms"),
        (ReasonKind.MANY_CONSTANTS, {"constants": 4.0, "signs": 3}, "4 measured constants and 3"),
        (ReasonKind.RIVAL, {"odds": 2.718}, "(odds of 2.7 to 1 for this formula)"),
        (ReasonKind.RIVAL, {"odds": 101.3}, "(odds of 100 to 1 for this formula)"),
        (ReasonKind.OTHER_FORMS, {"forms": 2, "odds": 0.4}, "(odds of 1 to 2.5 for this formula"),
        (ReasonKind.LONGER_RIVAL, {"odds": 2.718}, "(odds of 2.7 to 1)"),
        (ReasonKind.RIVAL, {"odds": 2.7, "rival": 4.0}, "is number 4 of `equations_`."),
        (
            ReasonKind.OTHER_FORMS,
            {"forms": 2, "odds": 3.14},
            ": 2 (odds of 3.1 to 1 for this formula",
        ),
        (ReasonKind.OTHER_ON_ALL_ROWS, {"odds": 2.718, "rival": 4.0}, "(odds of 2.7 to 1). M"),
        (ReasonKind.CONSTRAINT_CONTRADICTED, {"odds": 3e4, "rival": 2}, "(odds of 30 000 to 1)."),
        (ReasonKind.OTHER_EQUATIONS, {"count": 2, "odds": 3.0}, ": 2 (odds of 3 to 1 for this one"),
    ],
)
def test_the_numbers_are_in_the_words(kind, numbers, part):
    assert part in sentence(kind, numbers)
