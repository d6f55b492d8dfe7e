"""From a table to trajectories."""

import warnings
from collections.abc import Sequence
from typing import Any

from nalm.errors import InputWarning, InvalidValueError
from nalm.inquiry._columns import numeric
from nalm.inquiry._request import Request
from nalm.inquiry._usable_rows import labels_of
from nalm.tables import Frame

FEWEST = 6
"""Values of a state that a trajectory needs, as `DynamicsRegressor` does."""


def cut_trajectories(
    frame: Frame, request: Request, *, states: list[str]
) -> list[tuple[str, Frame]]:
    """Cut a table into trajectories, each in the order of its times.

    Args:
        frame: The table.
        request: Its time, and the column that tells trajectories apart.
        states: The columns of states.

    Returns:
        The name and the numbers of each.

    Raises:
        InvalidValueError: If a time is missing or comes twice, or a column holds no numbers.
    """
    time = str(request.time)
    roles = {column: option for option, column in request.named.items()}
    numbers: Any = numeric(frame, [time, *states], roles=roles, drop=None)
    if numbers[time].isna().any():
        count = int(numbers[time].isna().sum())
        raise InvalidValueError(
            f"--time: expected a time in every row, found {count} rows without one in {time!r}. "
            "Fill them, or delete these rows."
        )
    if request.trajectory is None:
        parts = [("", numbers.sort_values(time, kind="stable"))]
    else:
        groups: Any = numbers.groupby(labels_of(frame, request.trajectory), sort=False)
        parts = [(str(name), part.sort_values(time, kind="stable")) for name, part in groups]
        _say_unnamed(len(frame) - sum(len(part) for _, part in parts), request)
    for name, part in parts:
        _check_times(part, name, request)
    return long_enough(parts, states)


def long_enough(
    parts: Sequence[tuple[str, Frame]], states: Sequence[str]
) -> list[tuple[str, Frame]]:
    """Leave out trajectories that are too short to tell a slope; a warning names them.

    Args:
        parts: Names and tables.
        states: Their states.

    Returns:
        Those with at least 6 values of every state; all, if there are none.
    """
    long = [(name, part) for name, part in parts if part[states].notna().sum().min() >= FEWEST]
    short = [name for name, part in parts if part[states].notna().sum().min() < FEWEST]
    if not long or not short:
        return list(parts)
    which = ", ".join(map(repr, short[:5])) + (f" and {len(short) - 5} more" * (len(short) > 5))
    warnings.warn(
        f"left out {len(short)} of {len(parts)} trajectories, which have fewer than {FEWEST} "
        f"values of a state: {which}.",
        InputWarning,
        stacklevel=2,
    )
    return long


def _check_times(part: Frame, name: str, request: Request) -> None:
    times = part[str(request.time)]
    if not times.duplicated().any():
        return
    where = f" of trajectory {name!r}" if name else ""
    what = (
        "Average these rows" if name else "Name the column that tells them apart: --trajectory ID"
    )
    raise InvalidValueError(
        f"--time: expected each time{where} once, found "
        f"{times[times.duplicated()].iloc[0]:g} more than once in {request.time!r}. {what}, or "
        "leave some out."
    )


def _say_unnamed(count: int, request: Request) -> None:
    if count:
        warnings.warn(
            f"left out {count} {'row' if count == 1 else 'rows'} without a value in "
            f"{request.trajectory!r}.",
            InputWarning,
            stacklevel=3,
        )
