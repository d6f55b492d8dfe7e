"""Time series as they were measured: checked, named, with gaps."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Any

import numpy as np

from nalm._typing import Array, FloatArray
from nalm.errors import InputWarning, InvalidTypeError, InvalidValueError

FEWEST_ROWS = 6
"""Least rows of one state in one trajectory: fewer do not determine a curve and its noise."""


NAMED = 5
"""Trajectories that a warning names."""


@dataclass(frozen=True, kw_only=True)
class Trajectory:
    """One trajectory of the states.

    Attributes:
        t: Increasing times `(rows,)`.
        states: Measured states `(rows, states)`; `nan` where a value is missing.
        controls: Known inputs at the same times `(rows, controls)`, without gaps.
        held: Which controls keep each value until the next sample; the others go there in straight
            lines. None if empty.
        kinks: Times at which slopes of the states may jump, since a control does.
        index: Its number among those that were given.
    """

    t: FloatArray
    states: FloatArray
    controls: FloatArray
    held: tuple[bool, ...] = ()
    kinks: tuple[float, ...] = ()
    index: int = 0


def read(
    t: Array, states: Array, *, controls: Array = None
) -> tuple[tuple[Trajectory, ...], list[str]]:
    """Check what the user gave and return trajectories and the names of states, then controls.

    Args:
        t: Times `(rows,)`, or a list of them.
        states: An array or DataFrame `(rows, states)`, or a list of them.
        controls: Nothing, or as `states`.

    Raises:
        InvalidTypeError: If something is not numbers.
        InvalidValueError: If shapes, names or times do not fit, or no trajectory has enough values.
    """
    # A list of tables is several trajectories; a list of rows is one table.
    several = isinstance(states, (list, tuple)) and np.ndim(_first(states)) == 2
    tables: list[Any] = list(states) if several else [states]
    times: list[Any] = list(t) if several else [t]
    inputs: list[Any] = [None] * len(tables) if controls is None else _listed(controls, several)
    for name, found in (("t", times), ("controls", inputs)):
        if len(found) != len(tables):
            raise InvalidValueError(
                f"`{name}` must have one entry per trajectory: expected {len(tables)}, found "
                f"{len(found)}; give lists of equal length"
            )
    names = _same_names(tables, "states", "x")
    if controls is not None:
        names += _same_names(inputs, "controls", "u")
    if len(set(names)) < len(names):
        raise InvalidValueError(f"names of columns must differ, found {names}; rename one")
    trajectories = tuple(
        _trajectory(*each, index=index)
        for index, each in enumerate(zip(times, tables, inputs, strict=True))
    )
    return _with_enough_values(trajectories, names), names


def _first(values: Sequence[Any]) -> Array:
    return values[0] if len(values) else None


def _listed(controls: Array, several: bool) -> list[Any]:
    return list(controls) if several else [controls]


def _same_names(tables: list[Any], parameter: str, letter: str) -> list[str]:
    """Name the columns: as a DataFrame does, else by a letter and a number."""
    found: list[list[str]] = []
    for table in tables:
        array = np.asarray(table)
        if array.ndim not in (1, 2) or (array.ndim == 1 and parameter == "states"):
            raise InvalidValueError(
                f"`{parameter}` must have shape (rows, columns), found {array.shape}; "
                "use `values.reshape(-1, 1)` for one column"
            )
        width = array.shape[1] if array.ndim == 2 else 1
        own = getattr(table, "columns", None)
        found.append([f"{letter}{i}" for i in range(width)] if own is None else list(map(str, own)))
    for index, names in enumerate(found):
        if names != found[0]:
            raise InvalidValueError(
                f"`{parameter}` must have the same columns in every trajectory: trajectory 0 has "
                f"{found[0]}, trajectory {index} has {names}"
            )
    return found[0]


def numbers_of(values: Array, parameter: str) -> FloatArray:
    """Copy what a user gave as numbers.

    Args:
        values: Of a series or a table.
        parameter: Its name, for a message.

    Raises:
        InvalidTypeError: If something is no number.
    """
    try:
        return np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidTypeError(
            f"`{parameter}` must hold numbers; found something else ({error}). Leave it out, or "
            "convert it with pandas.to_numeric."
        ) from None


def _no_dates(t: Array, where: str) -> None:
    """Refuse dates: as numbers they would be in units that nobody chose."""
    kind = np.asarray(t).dtype.kind
    first = next(iter(t), None) if kind == "O" else None
    if kind in "Mm" or isinstance(first, date | time | timedelta):
        raise InvalidTypeError(
            f"`t` {where} must be numbers, found dates or durations: give the seconds since the "
            "first, as (t - t[0]) / np.timedelta64(1, 's'), or another unit"
        )


def _trajectory(t: Array, states: Array, controls: Array, *, index: int) -> Trajectory:
    _no_dates(t, f"of trajectory {index}")
    times, table = numbers_of(t, "t"), numbers_of(states, "states")
    where = f"of trajectory {index}"
    if times.ndim != 1 or len(times) != len(table):
        raise InvalidValueError(
            f"`t` {where} must have one time per row of `states`: expected shape "
            f"({len(table)},), found {times.shape}"
        )
    _check_times(times, where)
    if np.isinf(table).any():
        raise InvalidValueError(f"`states` {where} must not be infinite; use nan for missing")
    known = np.empty((len(times), 0)) if controls is None else numbers_of(controls, "controls")
    # One control may be given as a vector.
    known = known.reshape(len(known), -1)
    if len(known) != len(times) or not np.isfinite(known).all():
        raise InvalidValueError(
            f"`controls` {where} must be finite with one row per time: expected {len(times)} "
            f"rows, found {len(known)}"
        )
    return Trajectory(t=times, states=table, controls=known, index=index)


def _check_times(times: FloatArray, where: str) -> None:
    if not np.isfinite(times).all():
        row = int(np.flatnonzero(~np.isfinite(times))[0])
        raise InvalidValueError(
            f"`t` {where} must be finite; found {times[row]:g} in row {row}. Leave the row out."
        )
    steps = np.diff(times)
    if (steps == 0).any():
        row = int(np.flatnonzero(steps == 0)[0])
        raise InvalidValueError(
            f"`t` {where} must not repeat: rows {row} and {row + 1} are both {times[row]:g}; "
            "average them, or give repeated experiments as separate trajectories"
        )
    if (steps < 0).any():
        row = int(np.flatnonzero(steps < 0)[0])
        raise InvalidValueError(
            f"`t` {where} must increase: row {row} is {times[row]:g}, row {row + 1} is "
            f"{times[row + 1]:g}; sort the rows by time"
        )


def _with_enough_values(
    trajectories: tuple[Trajectory, ...], names: list[str]
) -> tuple[Trajectory, ...]:
    """Leave out, with a warning, the trajectories in which a state has too few values."""
    short: dict[int, str] = {}
    for index, each in enumerate(trajectories):
        observed = np.isfinite(each.states).sum(axis=0)
        for name, count in zip(names, observed, strict=False):
            if count < FEWEST_ROWS and index not in short:
                kind = "is all missing" if count == 0 else f"has {count} values"
                short[index] = f"state {name!r} {kind} in trajectory {index}"
    if len(short) == len(trajectories):
        raise InvalidValueError(
            f"{next(iter(short.values()))}: expected at least {FEWEST_ROWS} rows with a value; "
            "drop the column or the trajectory"
        )
    if short:
        warnings.warn(
            f"{len(short)} of {len(trajectories)} trajectories were left out, since at least "
            f"{FEWEST_ROWS} values of every state are needed: {_listing(list(short.values()))}",
            InputWarning,
            stacklevel=4,
        )
    return tuple(each for index, each in enumerate(trajectories) if index not in short)


def _listing(words: list[str]) -> str:
    more = len(words) - NAMED
    return "; ".join(words[:NAMED]) + (f"; and {more} more" if more > 0 else "")
