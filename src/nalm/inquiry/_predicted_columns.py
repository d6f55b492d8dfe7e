"""Columns of predictions beside those of a table."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError, ReadingWarning
from nalm.inquiry._column_problems import cell_problem, date_problem, message
from nalm.inquiry._columns import cells_of, say_guesses
from nalm.tables import Frame, date_like, read_times

OUTSIDE = "outside"
"""The column that marks rows outside the ranges of the fit."""


@dataclass(frozen=True, kw_only=True)
class Predicted:
    """Hold a table with its predictions.

    Args:
        frame: The table, with columns beside it.
        remarks: Lines about it.
    """

    frame: Frame
    remarks: tuple[str, ...]


def numbers_in(frame: Frame, names: Sequence[str]) -> FloatArray:
    """Take columns as numbers; what is missing becomes NaN.

    Args:
        frame: The table.
        names: Of columns that exist.

    Returns:
        Values `(rows, columns)`.

    Raises:
        InvalidValueError: If a column holds something else; the message names column and cell.
    """
    columns = {name: cells_of(frame, name) for name in names}
    for name, cells in columns.items():
        problem = cell_problem(name, cells, droppable=False)
        found = "dates" if date_like(frame[name]) else problem.found if problem else ""
        if found:
            remedy = problem.remedy if problem else ""
            raise InvalidValueError(
                f"{name!r} should hold numbers, as in the table of the fit; found {found}. "
                f"{remedy or 'Mend the column, or leave its cells empty.'}"
            )
    say_guesses(columns)
    none = np.empty((len(frame), 0))
    return np.column_stack([none, *(cells.numbers for cells in columns.values())])


def times_in(frame: Frame, name: str, *, first: str) -> FloatArray:
    """Take a column of times: numbers, or dates as seconds since the one that the fit began with.

    Args:
        frame: The table.
        name: Of the column.
        first: What the fit counted from; "" where that is not known, and the first row counts.

    Returns:
        Values `(rows,)`; what is missing is NaN. What was counted from is said by a warning.

    Raises:
        InvalidValueError: If it holds neither numbers nor dates that can be read.
    """
    date = date_like(frame[name])
    if not date:
        return numbers_in(frame, [name])[:, 0]
    times = read_times(frame[name])
    if times is None:
        problem = date_problem(name, date, option="--time")
        raise InvalidValueError(message([problem], roles={name: "--time"}, usable=()))
    pandas: Any = import_module("pandas")
    both = read_times(pandas.Series([first, times.first])) if first else None
    since = times.first if both is None else f"{first}, as in the fit"
    apart = f"; those of the fit are since {first}" if first and both is None else ""
    warnings.warn(f"took {name!r} as seconds since {since}{apart}.", ReadingWarning, stacklevel=3)
    return times.seconds + (0.0 if both is None else both.seconds[1] - both.seconds[0])


def beside(frame: Frame, columns: Mapping[str, object]) -> Frame:
    """Put columns beside those of a table.

    Args:
        frame: The table.
        columns: Of as many rows.

    Returns:
        A new frame.

    Raises:
        InvalidValueError: If the table has a column of such a name.
    """
    taken = [name for name in columns if name in frame.columns]
    if taken:
        raise InvalidValueError(
            f"the table should have no column {taken[0]!r}, which predictions are written to; "
            "found one. Rename it, or leave it out."
        )
    return frame.assign(**columns)


def outside(x: FloatArray, ranges: FloatArray, *, names: Sequence[str]) -> list[str]:
    """Name the columns of each row that lie outside the ranges of the fit.

    Args:
        x: `(rows, columns)`.
        ranges: Least and largest value `(2, columns)`.
        names: Of the columns.

    Returns:
        One text for each row; empty where all lie inside.

    Example:
        >>> outside(np.array([[1.0, 9.0], [5.0, 0.0]]), np.array([[0.0, 1.0], [3.0, 9.0]]),
        ...         names=["a", "b"])
        ['', 'a; b']
    """
    far = (x < ranges[0]) | (x > ranges[1])
    return ["; ".join(n for n, is_far in zip(names, row, strict=True) if is_far) for row in far]


def about_outside(marks: Sequence[str], ranges: FloatArray, *, names: Sequence[str]) -> list[str]:
    """Say how many rows lie outside, and of which ranges.

    Args:
        marks: Of each row, as of `outside`.
        ranges: As there.
        names: As there.

    Returns:
        One line, or none where all rows lie inside.
    """
    count = sum(map(bool, marks))
    if not count:
        return []
    far = {name for mark in marks for name in mark.split("; ") if name}
    ends = zip(names, ranges[0], ranges[1], strict=True)
    shown = ", ".join(f"{name} {low:.4g} to {high:.4g}" for name, low, high in ends if name in far)
    verb = "lies" if count == 1 else "lie"
    return [
        f"{count} of {len(marks)} rows {verb} outside the ranges of the fit ({shown}): there the "
        f"formula extrapolates. The column {OUTSIDE!r} says which."
    ]
