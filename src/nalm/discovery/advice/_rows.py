"""What the rows lack: range, repetition, number; and one that is far off."""

import re

import numpy as np

from nalm.discovery.advice._hint import Hint, HintKind
from nalm.discovery.advice._view import View

FAR = 8.0
"""Robust standard deviations beyond which a row is far off."""

APART = 3.0
"""How much further than the next it has to be, so that a wide tail is none."""

NARROW = 2.0
"""Factor between the ends of a narrow range."""

ENOUGH = 30
"""Rows from which on there are no longer few."""

SERIES = 8
"""Least rows of a series in time."""

NEARLY_EXACT = 1e-6
"""Share of the variance that is left where noise is no question."""

# A single letter is time as a small t only: T is a temperature, S a substrate, h a height.
_TIME = re.compile(
    "t|(?i:times?|dates?|years?|yrs?|months?|weeks?|days?|hours?|hrs?|minutes?|seconds?|secs?|"
    "zeit|jahr|tag|temps)"
)


def outlier(view: View) -> Hint | None:
    """Find one row that is far from what the others follow.

    Args:
        view: The table.
    """
    residuals = view.residuals()
    sizes = np.abs(residuals - np.median(residuals))
    if not np.isfinite(sizes).all() or len(sizes) < SERIES:
        return None
    typical = 1.4826 * float(np.median(sizes))
    row = int(sizes.argmax())
    second = float(np.partition(sizes, -2)[-2])
    if not sizes[row] > max(FAR * typical, APART * second) or typical == 0:
        return None
    among = f"Row {row + 1} of the {len(sizes)} in use"
    facts = {
        "place": among if view.place is None else view.place(row),
        "row": str(row + 1),
        "rows": str(len(sizes)),
        "target": view.target,
        "value": f"{view.y[row]:.6g}",
        "times": f"{sizes[row] / typical:.0f}",
    }
    return Hint(kind=HintKind.OUTLIER, facts=facts)


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
