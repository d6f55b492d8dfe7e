"""From curves to candidates: one search per right-hand side."""

from collections.abc import Sequence

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories, table
from nalm.discovery.problem._preparation import Prepared, prepare
from nalm.discovery.result._names import symbols
from nalm.discovery.strategy._outputs import Planned
from nalm.errors import InvalidValueError

LEAST_WEIGHT = 1e-3
"""Least weight of a slope, relative to the typical one."""
DECADES = 1e-5
"""Share of a state's largest value below which its slopes do not count for more: a search whose
residuals were all far below the largest slope would take any formula for exact."""
CLEAN = 1e-6
"""Typical error of slopes, relative to them, below which their errors are not noise."""
SPOILT = 1e-4
"""Error at which a slope of such a curve is left out, where enough others are left."""


def plan(
    data: SmoothedTrajectories, names: Sequence[str], *, states: Sequence[int], time: bool
) -> Planned:
    """Set up a problem for each state: its slopes as a function of all columns.

    Args:
        data: Curves and slopes.
        names: Of the states.
        states: Whose right-hand sides are searched.
        time: Whether time is an input.

    Raises:
        InvalidValueError: If a state never changes.
    """
    inputs = table(data, time=time)
    measured = data.measured
    constant = np.nanmax(measured, axis=0) == np.nanmin(measured, axis=0)
    if constant.any():
        name = names[int(np.argmax(constant))]
        raise InvalidValueError(
            f"state {name!r} must change, found {np.nanmax(measured[:, np.argmax(constant)]):g} "
            "in every row; leave it out of `states`, or give it as a control"
        )
    # A column that never changes cannot be told from a constant of the formula.
    columns = tuple(int(i) for i in np.flatnonzero(np.ptp(inputs, axis=0) > 0))
    # Every state may be an input of every right-hand side, so all curves have to be known.
    rows = data.trusted.all(axis=1) & _inside(data)
    shown = symbols([*names, *(["t"] if time else [])])
    return Planned(
        prepared=tuple(_problem(data, inputs[:, columns], state, rows) for state in states),
        columns=columns,
        targets=tuple(names[state] for state in states),
        # Controls and time have no names here; states and time alone are most systems.
        names=tuple(shown[i] for i in columns) if len(shown) == inputs.shape[1] else (),
    )


def _problem(data: SmoothedTrajectories, x: FloatArray, state: int, rows: "np.ndarray") -> Prepared:
    # Where the curve is known badly, at ends and gaps, its slope counts little.
    unit = _units(data, state)[rows]
    slopes: FloatArray = data.slopes[rows, state]
    errors: FloatArray = np.nan_to_num(data.slope_errors[rows, state]) / unit
    size = float(np.sqrt(np.mean((slopes / unit) ** 2))) or 1.0
    variance = (errors / size) ** 2
    typical = float(np.median(variance))
    if typical < CLEAN**2:
        # A curve through every value is wrong only where it had too few of them, at its ends.
        # Equal weights for all slopes that are known to 1e-9, falling as 1 / variance beyond.
        weight = 1e-18 / (variance + 1e-18)
        # Spoilt is what is beyond a hundred times the typical error; errors below 1e-7, and six
        # tenths of the rows, stay in any case.
        good = variance < max(
            SPOILT**2 * typical / CLEAN**2, 1e-14, float(np.quantile(variance, 0.6))
        )
        weight = np.where(good, np.maximum(weight, 1e-8), 0.0)
    else:
        # Inverse variances. The upper limit keeps a few lucky rows from deciding alone.
        weight = np.clip(typical / variance.clip(1e-300), LEAST_WEIGHT, 4.0)
    return prepare(x[rows], slopes, weight=weight / unit**2, dimensions=None)


def _units(data: SmoothedTrajectories, state: int) -> FloatArray:
    """Return in which units the slopes of a state are known equally well `(rows,)`.

    Noise in proportion to a state that falls over decades leaves its slopes as known, in proportion
    to it, where it is small as where it is large.
    """
    value: FloatArray = np.abs(data.states[:, state])
    largest = float(value.max())
    if not (data.relative and data.relative[state]) or not largest:
        return np.ones(len(value))
    return np.maximum(value / largest, DECADES)


def _inside(data: SmoothedTrajectories) -> "np.ndarray":
    """Leave out the few rows at which noise made a positive state negative.

    There its fractional powers have no value, though the law has them.
    """
    rows = np.ones(len(data.states), dtype=bool)
    for state in data.states.T:
        negative = state < 0
        if 0 < negative.mean() < 0.1 and -state.min() < 0.05 * state.max():
            rows &= ~negative
    return rows
