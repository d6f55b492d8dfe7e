"""Rows on which a form has no value, whatever its constants are."""

import numpy as np

from nalm.discovery.forms._asked import Asked, read_bounds, read_start
from nalm.discovery.forms._starts import draw_starts
from nalm.discovery.problem._problem import Problem
from nalm.errors import InvalidValueError
from nalm.symbolic import Form, FormulaOnRows

DRAWN = 384
"""Constants that are tried on rows without a value, at most."""


def check_values(form: Form, problem: Problem, *, rows: np.ndarray, asked: Asked) -> None:
    """Refuse a form that has no value on some row with any constants that were drawn.

    Args:
        form: With its constants.
        problem: The data.
        rows: Number, in the table, of each row of the problem.
        asked: Start and bounds.

    Raises:
        InvalidValueError: If a start or bound cannot work, or a row has no value.
    """
    without = _without(form, problem, asked=asked)
    if not len(without):
        return
    begin = f"form {form.text!r}: expected a finite value on every row, found none "
    if len(without) == len(rows):
        raise InvalidValueError(
            f"{begin}on any row for any of {DRAWN} starts. Check its divisions, roots, logarithms "
            "and powers, or give `start` values at which it has one."
        )
    first = without[0]
    inputs = zip(form.inputs, problem.x[first].tolist(), strict=True)
    where = ", ".join(f"{name} = {value:g}" for name, value in inputs if name in form.used)
    raise InvalidValueError(
        f"{begin}on {len(without)} of {len(rows)} rows for any of {DRAWN} starts, the first in row "
        f"{rows[first]} ({where}). Leave these rows out, or give `start` values at which it has "
        "one."
    )


@np.errstate(all="ignore")
def _without(form: Form, problem: Problem, *, asked: Asked) -> np.ndarray:
    """Return the rows of the problem that have no value with any of the constants."""
    bounds, start = read_bounds(form, asked.bounds), read_start(form, asked)
    random = np.random.default_rng(asked.seed)
    scales = form.scales(problem.x, problem.y)
    drawn = draw_starts(scales, bounds, count=DRAWN, random=random)
    left = np.arange(len(problem.y))
    for constants in np.where(np.isnan(start), drawn, start):
        values = FormulaOnRows(form.formula, problem.x[left]).values(form.values(constants))
        left = left[~np.isfinite(values)]
        if not len(left):
            break
    return left
