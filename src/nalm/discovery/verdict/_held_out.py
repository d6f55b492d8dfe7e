"""What held-out rows and residuals say against a formula."""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.scoring._prediction_limits import largest_by_chance
from nalm.discovery.scoring._residual_pattern import residual_pattern
from nalm.discovery.verdict._case import Case


def contradiction(case: Case) -> Reason | None:
    """Return how the data contradict a formula, if they do.

    Args:
        case: The formula and the rows.
    """
    chosen, rules, rows = case.chosen, case.rules, len(case.outer.y)
    if chosen.prediction_error > _limit(case, rows):
        row = _exception(case)
        if row is not None:
            numbers = {"rows": rows, "target": float(case.outer.y[row])}
            return Reason(ReasonKind.ONE_ROW_CONTRADICTS, numbers)
        numbers = {"rows": rows, "ratio": chosen.prediction_error}
        return Reason(ReasonKind.HELD_OUT_ROWS_MISSED, numbers)
    pattern = residual_pattern(chosen, case.inner, rules=rules)
    if pattern > rules.correlated:
        return Reason(ReasonKind.CORRELATED_RESIDUALS, {"deviations": pattern})
    return None


def far_off(case: Case) -> Reason | None:
    """Doubt a formula whose held-out rows only the few inner ones excuse.

    Args:
        case: The formula and the rows.
    """
    if not case.chosen.is_contradicted(case.rules):
        return None
    rows = len(case.outer.y)
    numbers = {
        "rows": rows,
        "ratio": case.chosen.prediction_error,
        "inner": len(case.inner.y),
        "chance": _limit(case, rows),
    }
    return Reason(ReasonKind.HELD_OUT_ROWS_FAR, numbers)


def _limit(case: Case, rows: int) -> float:
    return largest_by_chance(
        rows, degrees=case.chosen.fit.degrees, among=case.among, rules=case.rules
    )


def _exception(case: Case) -> int | None:
    """Find the outer row but for which chance would explain the prediction errors."""
    squares: FloatArray = np.square(case.chosen.prediction_errors)
    if len(squares) == 1:
        return None
    worst = int(squares.argmax())
    rest = float(np.delete(squares, worst).mean())
    return worst if rest <= _limit(case, len(squares) - 1) else None
