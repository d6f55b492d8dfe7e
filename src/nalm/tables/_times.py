"""Dates and times of day as seconds."""

import datetime
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from nalm.tables._dates import CLOCK, ISO, is_date
from nalm.tables._numerals import is_missing

if TYPE_CHECKING:
    from nalm._typing import FloatArray


@dataclass(frozen=True, kw_only=True)
class Times:
    """A column of dates or times of day.

    Attributes:
        seconds: Since the first `(rows,)`; NaN where there is none.
        first: What the seconds are counted from.
    """

    seconds: "FloatArray"
    first: str


def date_like(column: Any) -> str:  # noqa: ANN401  (pandas has no types)
    """Return the first date or time of day of a column, or "" if it holds something else.

    Args:
        column: Of a data frame.
    """
    if column.dtype.kind in "iufbc":
        return ""
    known = column.dropna()
    if not len(known):
        return ""
    value = known.iloc[0]
    if isinstance(value, str):
        return value.strip() if is_date(value) else ""
    kinds = (datetime.date, datetime.time, datetime.timedelta)
    return str(value) if column.dtype.kind in "Mm" or isinstance(value, kinds) else ""


def read_times(column: Any) -> Times | None:  # noqa: ANN401
    """Read dates or times of day.

    Args:
        column: Of a data frame: dates of ISO 8601 such as 2020-01-31 or 2020-01-31T12:00:00Z,
            times of day such as 12:30:05, or what a workbook holds in their place.

    Returns:
        Seconds since the first; None if a cell is something else, such as 31/01/2020.
    """
    pandas: Any = import_module("pandas")
    present = column.notna().to_numpy() & ~np.array([_is_blank(each) for each in column])
    known = column[present]
    if column.dtype.kind in "iufbc" or not len(known):
        return None
    try:
        lapses = _lapses(pandas, known)
        moments = None if lapses is not None else _moments(pandas, known)
    except (ValueError, TypeError, OverflowError):
        return None
    found = moments if lapses is None else lapses
    if found is None:
        return None
    seconds = np.full(len(column), np.nan)
    first = found.min()
    seconds[present] = (found - first).dt.total_seconds().to_numpy()
    return Times(seconds=seconds, first=_said(first))


def _is_blank(value: Any) -> bool:  # noqa: ANN401
    return isinstance(value, str) and is_missing(value)


def _lapses(pandas: Any, known: Any) -> Any:  # noqa: ANN401
    if known.dtype.kind == "m" or all(isinstance(each, datetime.timedelta) for each in known):
        return pandas.to_timedelta(known)
    if all(isinstance(each, datetime.time) for each in known):
        known = known.map(datetime.time.isoformat)
    if not all(isinstance(each, str) and CLOCK.fullmatch(each.strip()) for each in known):
        return None
    return pandas.to_timedelta(known.map(_with_seconds))


def _moments(pandas: Any, known: Any) -> Any:  # noqa: ANN401
    if known.dtype.kind == "M" or all(isinstance(each, datetime.date) for each in known):
        return pandas.to_datetime(known, utc=True)
    if not all(isinstance(each, str) and ISO.fullmatch(each.strip()) for each in known):
        return None
    return pandas.to_datetime(known.map(_with_dashes), format="ISO8601", utc=True)


def _with_seconds(text: str) -> str:
    """Complete a time of day: of two numbers the first counts hours."""
    return text.strip() if text.count(":") > 1 else f"{text.strip()}:00"


def _with_dashes(text: str) -> str:
    return " ".join(text.split()).replace("/", "-")


def _said(first: Any) -> str:  # noqa: ANN401
    text = str(first).replace("+00:00", "").replace("0 days ", "")
    return text.removesuffix(" 00:00:00")
