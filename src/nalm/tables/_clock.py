"""Times of day as a course of time, which may pass midnight."""

import datetime
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from nalm.errors import InvalidValueError, ReadingWarning
from nalm.tables._dates import CLOCK, HALF_DAY

DAY = 86_400.0
"""Seconds."""
SHOWN = 3
"""Rows that a note lists at most."""


def read_clock(values: Sequence[Any], *, name: str, rows: Sequence[int]) -> Any | None:  # noqa: ANN401
    """Read times of day.

    Args:
        values: Texts such as "12:30:05", "12:30" or "12:30 PM", or times of a workbook.
        name: Of their column.
        rows: Of the values in the column.

    Returns:
        Time deltas of pandas since midnight of the first day; None if most are something else.
        A time half a day or more before the last one is of the next day, and a warning says so.

    Raises:
        InvalidValueError: If a few values are something else, or if times pass midnight and go
            back otherwise, too.
    """
    pandas: Any = import_module("pandas")
    texts = [each.isoformat() if isinstance(each, datetime.time) else str(each) for each in values]
    for form, write in ((CLOCK, _with_seconds), (HALF_DAY, _of_24_hours)):
        fits = [form.fullmatch(each.strip()) is not None for each in texts]
        if 2 * sum(fits) > len(fits):
            check_cells(texts, fits, name=name, rows=rows)
            found = pandas.Series(pandas.to_timedelta([write(each.strip()) for each in texts]))
            days = _days(found.dt.total_seconds().to_numpy(), texts, name=name, rows=rows)
            return found + pandas.to_timedelta(days, unit="D")
    return None


def check_cells(
    texts: Sequence[str], fits: Sequence[bool], *, name: str, rows: Sequence[int]
) -> None:
    """Check that every cell is a time, as most are.

    Args:
        texts: The cells.
        fits: Which of them are times.
        name: Of their column.
        rows: Of the cells in the column.

    Raises:
        InvalidValueError: If one is none; the message names it.
    """
    if all(fits):
        return
    wrong = fits.index(False)
    raise InvalidValueError(
        f"column {name!r}: expected a time such as {texts[fits.index(True)]!r} in every row, found "
        f"{texts[wrong]!r} in row {rows[wrong] + 1}. Write a time that exists there."
    )


def _days(
    seconds: Any,  # noqa: ANN401
    texts: Sequence[str],
    *,
    name: str,
    rows: Sequence[int],
) -> Any:  # noqa: ANN401
    """Count the days since the first; more than 24 hours are no time of day."""
    steps = np.diff(seconds)
    # Some instruments write the last measurement first.
    short = steps[abs(steps) < DAY / 2]
    forward = -1 if (short < 0).sum() > (short > 0).sum() else 1
    passed = forward * steps <= -DAY / 2
    if not passed.any() or seconds.max() >= DAY:
        return np.zeros(len(seconds))
    days = forward * np.concatenate([[0], np.cumsum(passed)])
    back = np.flatnonzero(forward * np.diff(seconds + DAY * days) < 0)
    if back.size:
        k, midnight = int(back[0]), int(np.flatnonzero(passed)[0]) + 1
        raise InvalidValueError(
            f"column {name!r}: expected times of day in their order, found {texts[k + 1]!r} in row "
            f"{rows[k + 1] + 1} after {texts[k]!r}, and a new day in row {rows[midnight] + 1}. "
            "Write them with dates, such as 2020-12-31T23:59:59."
        )
    begins = [f"{rows[k + 1] + 1} ({texts[k + 1]})" for k in np.flatnonzero(passed).tolist()]
    more = f" and {len(begins) - SHOWN} more" if len(begins) > SHOWN else ""
    another = "a new day" if forward > 0 else "the day before"
    warnings.warn(
        f"took {name!r} past midnight: {another} begins in row {', '.join(begins[:SHOWN])}{more}. "
        "If that is wrong, write dates, such as 2020-12-31T23:59:59.",
        ReadingWarning,
        stacklevel=4,
    )
    return days - days.min()


def _with_seconds(text: str) -> str:
    """Complete a time of day: of two numbers the first counts hours."""
    return text.replace(",", ".") if text.count(":") > 1 else f"{text}:00"


def _of_24_hours(text: str) -> str:
    match = HALF_DAY.fullmatch(text)
    assert match is not None
    hour = int(match["hour"]) % 12 + (12 if match["half"] in "Pp" else 0)
    return _with_seconds(f"{hour}{match['rest']}")
