"""Dates and times of day as seconds."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from nalm.errors import InvalidValueError
from nalm.tables._clock import check_cells, read_clock
from nalm.tables._dates import ISO, has_zone, is_date
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
    value = next((each for each in column.dropna() if not _is_blank(each)), None)
    if isinstance(value, str):
        return value.strip() if is_date(value) else ""
    kinds = (datetime.date, datetime.time, datetime.timedelta)
    return str(value) if column.dtype.kind in "Mm" or isinstance(value, kinds) else ""


def read_times(column: Any) -> Times | None:  # noqa: ANN401
    """Read dates or times of day.

    Args:
        column: Of a data frame: dates of ISO 8601 such as 2020-01-31 or 2020-01-31T12:00:00Z,
            times of day such as 12:30:05 or 12:30 PM, or what a workbook holds in their place.

    Returns:
        Seconds since the first; None if most cells are something else, such as 31/01/2020.

    Raises:
        InvalidValueError: If a few cells are something else, if only some times name their zone,
            or if times of day are in no order; the message names the cell.
    """
    present = column.notna().to_numpy() & ~np.array([_is_blank(each) for each in column])
    known = column[present]
    if column.dtype.kind in "iufbc" or not len(known):
        return None
    try:
        found = _lapses(known)
        if found is None:
            found = _clock_or_moments(known, name=str(column.name), rows=np.flatnonzero(present))
    except (ValueError, TypeError, OverflowError) as error:
        if isinstance(error, InvalidValueError):
            raise
        return None
    if found is None:
        return None
    seconds = np.full(len(column), np.nan)
    first = found.min()
    seconds[present] = (found - first).dt.total_seconds().to_numpy()
    return Times(seconds=seconds, first=_said(first))


def _is_blank(value: Any) -> bool:  # noqa: ANN401
    return isinstance(value, str) and is_missing(value)


def _lapses(known: Any) -> Any:  # noqa: ANN401
    pandas: Any = import_module("pandas")
    lapses = known.dtype.kind == "m" or all(isinstance(each, datetime.timedelta) for each in known)
    return pandas.to_timedelta(known) if lapses else None


def _clock_or_moments(known: Any, *, name: str, rows: Any) -> Any:  # noqa: ANN401
    pandas: Any = import_module("pandas")
    if known.dtype.kind == "M":
        return pandas.to_datetime(known, utc=True)
    found = read_clock(list(known), name=name, rows=rows)
    return _moments(pandas, list(known), name=name, rows=rows) if found is None else found


def _moments(pandas: Any, values: Sequence[Any], *, name: str, rows: Any) -> Any:  # noqa: ANN401
    texts = [each.isoformat() if isinstance(each, datetime.date) else str(each) for each in values]
    forms = [_plain(each) if ISO.fullmatch(each.strip()) else "" for each in texts]
    found = pandas.to_datetime(pandas.Series(forms), format="ISO8601", utc=True, errors="coerce")
    fits: list[bool] = found.notna().tolist()
    if 2 * sum(fits) <= len(fits):
        return None
    check_cells(texts, fits, name=name, rows=rows)
    _check_zones(texts, name=name, rows=rows)
    return found


def _check_zones(texts: Sequence[str], *, name: str, rows: Any) -> None:  # noqa: ANN401
    first: dict[bool, int] = {}
    for k, text in enumerate(texts):
        zone = has_zone(text.strip())
        if zone is not None:
            first.setdefault(zone, k)
    if len(first) > 1:
        with_zone, without = first[True], first[False]
        raise InvalidValueError(
            f"column {name!r}: expected a time zone in every row or in none, found "
            f"{texts[without]!r} in row {rows[without] + 1} and {texts[with_zone]!r} in row "
            f"{rows[with_zone] + 1}. Write a zone, such as Z or +02:00, behind every time."
        )


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("/", "-").replace(",", ".")


def _said(first: Any) -> str:  # noqa: ANN401
    text = str(first).replace("+00:00", "").replace("0 days ", "")
    return text.removesuffix(" 00:00:00")
