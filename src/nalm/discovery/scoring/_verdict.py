"""The verdict: a law, an approximation, or undecided, and the test that decided."""

import numpy as np

from nalm.discovery.problem._problem import Problem
from nalm.discovery.result._candidate import Verdict
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.scoring._doubts import Case, first_doubt
from nalm.discovery.scoring._judge import Judged, largest_surprise
from nalm.discovery.scoring._residual_pattern import REGULAR, residual_pattern
from nalm.discovery.scoring._rivals import APART, CERTAIN, has_alike


def verdict(
    ranked: list[Judged], *, inner: Problem, outer: Problem, complete: bool
) -> tuple[Verdict, Reason]:
    """Decide how far to trust the formula with the best score.

    Args:
        ranked: Formulas, best first.
        inner: Rows that formulas were fitted to.
        outer: Rows that they were tried on.
        complete: Whether the search came to its own end.
    """
    case = Case(chosen=ranked[0], others=ranked[1:], inner=inner, outer=outer, complete=complete)
    rows = len(outer.y)
    if not rows:
        return Verdict.UNDECIDED, Reason(ReasonKind.NOTHING_HELD_OUT)
    if np.ptp(inner.y) == 0 and np.ptp(outer.y) == 0:
        return Verdict.LAW, Reason(ReasonKind.CONSTANT_TARGET)
    if case.chosen.is_exact:
        return Verdict.LAW, Reason(ReasonKind.ROUNDING_ERROR, {"rows": rows})
    if contradiction := _contradiction(case):
        return Verdict.APPROXIMATION, contradiction
    if doubt := first_doubt(case):
        return Verdict.UNDECIDED, doubt
    return Verdict.LAW, _prediction(case)


def _contradiction(case: Case) -> Reason | None:
    """Return how the data contradict the formula, if they do."""
    chosen, rows = case.chosen, len(case.outer.y)
    if chosen.exception is not None:
        numbers = {"rows": rows, "target": float(case.outer.y[chosen.exception])}
        return Reason(ReasonKind.ONE_ROW_CONTRADICTS, numbers)
    if chosen.surprise > largest_surprise(rows):
        numbers = {"rows": rows, "ratio": chosen.surprise}
        return Reason(ReasonKind.HELD_OUT_ROWS_MISSED, numbers)
    pattern = residual_pattern(chosen, case.inner)
    if pattern > REGULAR:
        return Reason(ReasonKind.CORRELATED_RESIDUALS, {"deviations": pattern})
    return None


def _prediction(case: Case) -> Reason:
    """Say how well a law predicts the outer rows, and whether other formulas do."""
    numbers = {"rows": len(case.outer.y), "error": case.chosen.extrapolation_error}
    if not has_alike(case.chosen, case.others, outer=case.outer):
        return Reason(ReasonKind.PREDICTS, numbers)
    return Reason(ReasonKind.PREDICTS_AS_OTHERS, {**numbers, "apart": APART, "certain": CERTAIN})
