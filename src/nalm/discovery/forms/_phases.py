"""Phases of a fitted form: a whole turn changes nothing, so that the smallest is meant."""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.forms._minimum import Bounds
from nalm.discovery.problem._problem import Problem
from nalm.symbolic import Form, FormulaOnRows

TURN = 2 * np.pi
SAME = 1e-9
"""Difference, in units of the largest value, that is rounding of a turned phase."""


def with_small_phases(
    form: Form, problem: Problem, *, values: FloatArray, bounds: Bounds, start: FloatArray
) -> FloatArray:
    """Move each constant to (-π, π] that a whole turn more does not change the form by.

    Args:
        form: With its constants.
        problem: The data.
        values: That fit best `(constants,)`.
        bounds: Of the constants; one that would leave them stays.
        start: Where the user let them begin, who means the value near it; NaN where not.
    """
    on_rows = FormulaOnRows(form.formula, problem.x)
    here = on_rows.values(form.values(values))
    for place in np.flatnonzero((np.abs(values) > np.pi) & np.isnan(start)):
        turned, small = values.copy(), values.copy()
        turned[place] += TURN
        small[place] -= TURN * np.ceil(values[place] / TURN - 0.5)
        inside = np.array_equal(bounds.inside(small), small)
        if inside and all(_same(on_rows.values(form.values(v)), here) for v in (turned, small)):
            values = small
    return values


def _same(there: FloatArray, here: FloatArray) -> bool:
    return bool(np.abs(there - here).max(initial=0.0) <= SAME * np.abs(here).max(initial=0.0))
