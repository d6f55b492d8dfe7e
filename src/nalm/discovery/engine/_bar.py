"""What another structure has to come near to be worth rounding."""

import numpy as np

from nalm.discovery._problem import Problem
from nalm.discovery.engine._judge import Judged, description
from nalm.discovery.engine._round import FLOOR
from nalm.discovery.engine._rows import Rows
from nalm.symbolic import evaluate

MARGIN = 20.0
"""How much longer the description of a formula may be that reaches further."""


def bar(best: Judged, problem: Problem, *, rows: Rows) -> float:
    """Description length of the best formula so far on the rows that exponents are rounded on.

    Args:
        best: The formula.
        problem: The rows.
        rows: The same rows, prepared.
    """
    usable = (problem.x != 0).all(axis=1)
    values = evaluate(best.fit.formula, problem.x[usable])
    residual = (values - problem.y[usable]) / rows.scales.y
    lengths: list[float] = []
    for weight in (rows.constant().numpy(), rows.relative().numpy()):
        misfit = len(residual) * np.log(np.mean(np.square(weight * residual)) + FLOOR)
        lengths.append(float(misfit - 2 * np.log(weight).sum()))
    return min(lengths) + description(best.fit, len(residual)) + MARGIN
