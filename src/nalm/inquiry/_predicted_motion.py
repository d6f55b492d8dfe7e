"""What equations of motion say of later times."""

from typing import TYPE_CHECKING

import numpy as np

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.inquiry._columns import find_columns
from nalm.inquiry._fitted_table import FittedTable
from nalm.inquiry._predicted_columns import (
    OUTSIDE,
    Predicted,
    about_outside,
    beside,
    numbers_in,
    outside,
    times_in,
)
from nalm.inquiry._usable_rows import labels_of
from nalm.tables import Frame

if TYPE_CHECKING:
    from nalm.discovery import DynamicsRegressor


def predict_motion(
    model: "DynamicsRegressor",
    frame: Frame,
    *,
    time: str,
    trajectory: str | None,
    level: float,
    fitted: FittedTable | None = None,
) -> Predicted:
    """Solve the equations from the states in the first row of each trajectory.

    Args:
        model: A fitted estimator.
        frame: Times and, in the first row of each trajectory, states; controls in all rows.
        time: Column of times; rows may be in any order.
        trajectory: Column that tells trajectories apart; None for one.
        level: Of the bounds of the solution.
        fitted: What is known of the table of the fit.

    Returns:
        The table with columns ``x_predicted``, ``x_lower``, ``x_upper`` for each state x, and
        ``outside``: the states whose solution lies outside the ranges of the fit.

    Raises:
        UnknownNameError: If the table lacks a column.
        InvalidValueError: If times repeat or are missing, a unit is another than in the fit, or
            there is no initial value.
    """
    states, controls = list(model.state_names_), list(model.control_names_)
    fitted = fitted or FittedTable()
    [time] = find_columns(frame, [time], option="--time")
    find_columns(frame, [*states, *controls], option="The model's states and controls")
    if trajectory is not None:
        [trajectory] = find_columns(frame, [trajectory], option="--trajectory")
    same = {name: name for name in (*states, *controls)}
    fitted.check_units(frame, {fitted.time: time, **same})
    times = times_in(frame, time, first=fitted.first)
    first, known = numbers_in(frame, states), numbers_in(frame, controls)
    solved = np.full((3, len(times), len(states)), np.nan)
    for rows in _trajectories(frame, times, trajectory):
        _check_start(first[rows[0]], states)
        solved[:, rows] = _solved(model, times[rows], first[rows[0]], known[rows], level)
    columns: dict[str, object] = {}
    for k, state in enumerate(states):
        for ending, values in zip(("predicted", "lower", "upper"), solved, strict=True):
            columns[f"{state}_{ending}"] = values[:, k]
    equations = [model.equation_] if isinstance(model.equation_, str) else model.equation_
    remarks = list(equations)
    if model.ranges_ is not None:
        x = np.column_stack([solved[0], known, *([times] if model.time else [])])
        names = [*states, *controls, *([time] if model.time else [])]
        columns[OUTSIDE] = marks = outside(x, model.ranges_, names=names)
        remarks += about_outside(marks, model.ranges_, names=names)
    return Predicted(frame=beside(frame, columns), remarks=tuple(remarks))


def _trajectories(frame: Frame, times: FloatArray, trajectory: str | None) -> list[np.ndarray]:
    """Return the rows of each trajectory, in the order of their times."""
    if not np.isfinite(times).all():
        count = int((~np.isfinite(times)).sum())
        raise InvalidValueError(f"--time: expected a time in every row, found {count} without.")
    if trajectory is None:
        groups = [np.arange(len(times))]
    else:
        indices = frame.groupby(labels_of(frame, trajectory), sort=False).indices
        groups = [np.asarray(rows) for rows in indices.values()]
    sorted_rows = [rows[np.argsort(times[rows], kind="stable")] for rows in groups]
    for rows in sorted_rows:
        if (np.diff(times[rows]) == 0).any():
            raise InvalidValueError(
                "--time: expected different times within a trajectory, found one twice. Tell "
                "trajectories apart with --trajectory ID."
            )
    return sorted_rows


def _check_start(start: FloatArray, states: list[str]) -> None:
    missing = [name for name, value in zip(states, start, strict=True) if not np.isfinite(value)]
    if missing:
        raise InvalidValueError(
            f"expected the value of every state in the first row of a trajectory, found none of "
            f"{', '.join(missing)}. Fill it in: the equations are solved from there."
        )


def _solved(
    model: "DynamicsRegressor",
    times: FloatArray,
    start: FloatArray,
    controls: FloatArray,
    level: float,
) -> FloatArray:
    """Return the solution and its bounds `(3, rows, states)`; NaN where they are not known."""
    known = controls if controls.shape[1] else None
    middle = model.simulate(times, start, controls=known)
    try:
        low, high = model.simulate_interval(times, start, level=level, controls=known)
    except InvalidValueError:  # the fit was stopped before there was a covariance
        low = high = np.full_like(middle, np.nan)
    return np.stack([middle, low, high])
