"""The verdict: a law, an approximation, or undecided, and the test that decided."""

from collections.abc import Sequence

import numpy as np

from nalm.discovery.problem._problem import Problem
from nalm.discovery.result._candidate import Verdict
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.scoring._judge import ScoredFormula
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES, VerdictRules
from nalm.discovery.verdict._case import Case
from nalm.discovery.verdict._doubts import CHECKS, Check, few_points, first_doubt
from nalm.discovery.verdict._held_out import contradiction
from nalm.discovery.verdict._series import series_fits


def verdict(
    ranked: list[ScoredFormula],
    *,
    inner: Problem,
    outer: Problem,
    complete: bool,
    rules: VerdictRules = VERDICT_RULES,
    checks: Sequence[Check] = CHECKS,
) -> tuple[Verdict, Reason]:
    """Decide how far to trust the formula with the best score.

    Args:
        ranked: Formulas, best first.
        inner: Rows that formulas were fitted to.
        outer: Rows that they were tried on.
        complete: Whether the search came to its own end.
        rules: The numbers that decide.
        checks: The doubts that count.
    """
    case = Case(
        chosen=ranked[0],
        others=ranked[1:],
        inner=inner,
        outer=outer,
        complete=complete,
        rules=rules,
    )
    return verdict_of(case, checks)


def verdict_of(case: Case, checks: Sequence[Check]) -> tuple[Verdict, Reason]:
    """Decide how far to trust a formula.

    Args:
        case: The formula, its rivals and its rows.
        checks: The doubts that count.
    """
    inner, outer, rules = case.inner, case.outer, case.rules
    if not (rows := len(outer.y)):
        return Verdict.UNDECIDED, Reason(ReasonKind.NOTHING_HELD_OUT)
    # A constant target and a fit to rounding error have no noise that residuals could be compared
    # with: they are decided before any test of noise.
    if np.ptp(inner.y) == 0 and np.ptp(outer.y) == 0:
        return Verdict.LAW, Reason(ReasonKind.CONSTANT_TARGET)
    exactly, digits = case.chosen.fits_exactly(rules), case.chosen.fits_digits(rules)
    # A formula that goes through every point fits exactly, too, and so does a series.
    asked = [check for check in (few_points, series_fits) if check in checks]
    if (exactly or digits) and (doubt := first_doubt(case, asked)):
        return Verdict.UNDECIDED, doubt
    if exactly:
        return Verdict.LAW, Reason(ReasonKind.ROUNDING_ERROR, {"rows": rows})
    if digits:
        numbers = {"rows": rows, "digits": case.chosen.digits, "constants": case.constants}
        return Verdict.LAW, Reason(ReasonKind.WITHIN_ROUNDING, numbers)
    # A contradiction shows that the formula is wrong, a doubt only that it may be. So it comes
    # first.
    if against := contradiction(case):
        return Verdict.APPROXIMATION, against
    if doubt := first_doubt(case, checks):
        return Verdict.UNDECIDED, doubt
    return Verdict.LAW, prediction(case)


def prediction(case: Case) -> Reason:
    """Say how well a law predicts the outer rows, and whether other formulas do.

    Args:
        case: The law.
    """
    rules = case.rules
    numbers = {"rows": len(case.outer.y), "error": case.chosen.extrapolation_error}
    if not case.alike:
        return Reason(ReasonKind.PREDICTS, numbers)
    numbers |= {"apart": rules.apart, "certain": rules.certain}
    return Reason(ReasonKind.PREDICTS_AS_OTHERS, numbers)
