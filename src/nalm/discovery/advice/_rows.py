"""What the rows lack: range, repetition, number; and those that are far off."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.advice._hint import Hint, HintKind
from nalm.discovery.advice._view import View

FAR = 8.0
"""Robust standard deviations beyond which a row is far off."""

APART = 3.0
"""How much further than the next it has to be, so that a wide tail is none."""

FEW = 3
"""Rows that are named at most: more that are far off together are another curve."""

NARROW = 2.0
"""Factor between the ends of a narrow range."""

ENOUGH = 30
"""Rows from which on there are no longer few."""

SERIES = 8
"""Least rows of a series in time."""

NEARLY_EXACT = 1e-6
"""Share of the variance that is left where noise is no question."""

_ONE: Mapping[str, str] = MappingProxyType(
    {"lie": "lies", "what": "Check that measurement, or leave the row out."}
)
_SEVERAL: Mapping[str, str] = MappingProxyType(
    {"lie": "lie at least", "what": "Check these measurements, or leave the rows out."}
)

# A single letter is time as a small t only: T is a temperature, S a substrate, h a height.
_TIME = re.compile(
    "t|(?i:times?|dates?|years?|yrs?|months?|weeks?|days?|hours?|hrs?|minutes?|seconds?|secs?|"
    "zeit|jahr|tag|temps)"
)


def outlier(view: View) -> Hint | None:
    """Find a row, or a few, far from what the others follow.

    Args:
        view: The table.
    """
    residuals = view.residuals()
    sizes = np.abs(residuals - np.median(residuals))
    if not np.isfinite(sizes).all() or len(sizes) < SERIES:
        return None
    typical = 1.4826 * float(np.median(sizes))
    rows = _far(sizes, typical)
    if not rows or typical == 0:
        return None
    least = min(sizes[row] for row in rows) / typical
    facts = {
        "places": _places(view, rows),
        "row": ", ".join(str(row + 1) for row in rows),
        "rows": str(len(sizes)),
        "target": view.target,
        "value": ", ".join(f"{view.y[row]:.6g}" for row in rows),
        "times": f"{least:.0f}",
    }
    words = _ONE if len(rows) == 1 else _SEVERAL
    return Hint(kind=HintKind.OUTLIER, facts={**facts, **words})


def _far(sizes: FloatArray, typical: float) -> list[int]:
    """Return the rows that are far off, in their order: as many as stand apart together."""
    order = np.argsort(-sizes)
    for count in range(min(FEW, len(sizes) // SERIES), 0, -1):
        last, next_one = sizes[order[count - 1]], sizes[order[count]]
        if last > max(FAR * typical, APART * next_one):
            return sorted(int(row) for row in order[:count])
    return []


def _places(view: View, rows: Sequence[int]) -> str:
    """Write rows and their values, as "Row 7 (y = 1) and row 9 (y = 2) of the 40 in use"."""
    among = "" if view.place else f" of the {len(view.y)} in use"
    where = [view.place(row) if view.place else f"Row {row + 1}" for row in rows]
    if len(rows) == 1:
        return f"{where[0]}{among} ({view.target} = {view.y[rows[0]]:.6g})"
    said = [
        f"{place} ({view.target} = {view.y[row]:.6g})"
        for place, row in zip([where[0], *map(_within, where[1:])], rows, strict=True)
    ]
    return f"{', '.join(said[:-1])} and {said[-1]}{among}"


def _within(place: str) -> str:
    """Write a place inside a sentence."""
    return place[0].lower() + place[1:]


def time(view: View) -> Hint | None:
    """Find a column that is called like time, and has no value twice.

    Args:
        view: The table.
    """
    for name, column in zip(view.names, view.x.T, strict=True):
        first = re.split(r"[\W_\d]+", name)[0]
        once = len(np.unique(column)) == len(column) >= SERIES
        if _TIME.fullmatch(first) and once:
            return Hint(kind=HintKind.TIME, column=name, facts={"target": view.target})
    return None


def narrow(view: View) -> Hint | None:
    """Find the input with the narrowest range, if that is narrow.

    Args:
        view: The table.
    """
    found: list[tuple[float, str, str, str]] = []
    for name, column in zip(view.names, view.x.T, strict=True):
        low, high = float(column.min()), float(column.max())
        if low * high > 0 and low < high:  # from 0 on every range is wide
            factor = max(high / low, low / high)
            found.append((factor, name, f"{low:.4g}", f"{high:.4g}"))
    factor, name, low, high = min(found, default=(np.inf, "", "", ""))
    if factor >= NARROW:
        return None
    facts = {"low": low, "high": high, "factor": f"{factor:.3g}"}
    return Hint(kind=HintKind.NARROW, column=name, facts=facts)


def no_replicates(view: View) -> Hint | None:
    """Say that no row was repeated, where the size of the noise is a question.

    Args:
        view: The table.
    """
    repeated = len(np.unique(view.x, axis=0)) < len(view.x)
    if repeated or not view.chosen.r2 < 1 - NEARLY_EXACT:
        return None
    return Hint(kind=HintKind.NO_REPLICATES, facts={})


def few_rows(view: View) -> Hint | None:
    """Say that there are few rows.

    Args:
        view: The table.
    """
    if len(view.y) >= ENOUGH:
        return None
    return Hint(kind=HintKind.FEW_ROWS, facts={"rows": str(len(view.y)), "enough": str(ENOUGH)})
