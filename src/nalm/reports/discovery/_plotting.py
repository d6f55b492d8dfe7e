"""What the plots of a discovery have in common: colours, axes, and how many points they draw."""

import numpy as np
from matplotlib.ticker import MaxNLocator

from nalm._typing import FloatArray
from nalm.reports.drawing._axis import Axis
from nalm.reports.drawing._canvas import AnyAxes
from nalm.reports.drawing._style import looks

_LOOKS = looks(["data", "equation", "third", "fourth", "outer", "sixth"])
DATA = _LOOKS["data"].colour
"""Colour of measured rows."""

EQUATION = _LOOKS["equation"].colour
"""Colour of what the equation says."""

OUTER = _LOOKS["outer"].colour
"""Colour of held-out outermost rows."""

MANY = 1000
"""Points of a plot at most: more would make the page slow and show nothing else."""

DECADES = 30.0
"""Ratio of the ends of positive values from which on their axis is logarithmic."""


def spans_decades(*values: FloatArray) -> bool:
    """Say whether values are better seen on a logarithmic axis.

    Args:
        *values: Values of one axis; NaN is ignored.

    Returns:
        True where all are positive and the largest is many times the smallest.

    Example:
        >>> spans_decades(np.array([1.0, 100.0])), spans_decades(np.array([0.0, 100.0]))
        (True, False)
    """
    known = np.concatenate(values)
    known = known[np.isfinite(known)]
    return bool(len(known) and (known > 0).all() and known.max() / known.min() > DECADES)


def dress(ax: AnyAxes, side: str, *, label: str, logarithmic: bool) -> None:
    """Give an axis its label, its scale and few ticks.

    Args:
        ax: A panel.
        side: ``x`` or ``y``.
        label: Text beside the axis.
        logarithmic: Whether equal steps are equal factors.
    """
    axis = Axis(column="", label=label, logarithmic=logarithmic)
    axis.dress(ax, "x" if side == "x" else "y")
    if not logarithmic:
        (ax.xaxis if side == "x" else ax.yaxis).set_major_locator(
            MaxNLocator(5, steps=[1, 2, 5, 10])
        )
    (ax.set_xlabel if side == "x" else ax.set_ylabel)(label)


def some(rows: int, keep: FloatArray | None = None) -> np.ndarray:
    """Choose the rows that are drawn: all, or evenly spaced ones where there are very many.

    Args:
        rows: How many there are.
        keep: 1 for rows that are chosen from apart from the others, so that a few are not lost.

    Returns:
        Indices, in order.

    Example:
        >>> some(3), len(some(10**6))
        (array([0, 1, 2]), 1000)
    """
    if rows <= MANY:
        return np.arange(rows)
    if keep is None or not keep.any() or keep.all():
        return np.linspace(0, rows - 1, MANY).astype(int)
    marked, others = np.flatnonzero(keep > 0), np.flatnonzero(keep == 0)
    parts = [part[some_of(len(part), MANY // 2)] for part in (marked, others)]
    return np.sort(np.concatenate(parts))


def some_of(rows: int, many: int) -> np.ndarray:
    """Choose at most so many indices, evenly spaced.

    Args:
        rows: How many there are.
        many: How many are wanted at most.

    Returns:
        Indices, in order.

    Example:
        >>> some_of(5, 3)
        array([0, 2, 4])
    """
    return np.arange(rows) if rows <= many else np.linspace(0, rows - 1, many).astype(int)


def draw_rows(ax: AnyAxes, x: FloatArray, *, y: FloatArray, outer: FloatArray) -> None:
    """Draw measured rows; those that were held out look different.

    Args:
        ax: A panel.
        x: Places `(rows,)`.
        y: Heights `(rows,)`.
        outer: 1 for rows that were held out `(rows,)`.
    """
    shown = some(len(x), outer)
    size = 5.5 if len(shown) <= 60 else 3.5
    for mark, colour, chosen, label in (
        ("o", DATA, outer[shown] == 0, "rows"),
        ("D", OUTER, outer[shown] > 0, "outermost rows, held out"),
    ):
        if chosen.any():
            own = shown[chosen]
            ax.plot(
                *(x[own], y[own], mark),
                color=colour,
                markersize=size,
                markeredgewidth=0,
                alpha=0.85,
                label=label,
            )


def widened(low: float, high: float, *, share: float) -> tuple[float, float]:
    """Widen an interval on both sides, also one without a length.

    Args:
        low: Its lower end.
        high: Its upper end.
        share: Of its length, to add on each side.

    Returns:
        The ends of the wider one.

    Example:
        >>> widened(0.0, 10.0, share=0.5)
        (-5.0, 15.0)
    """
    length = high - low if high > low else max(abs(high), 1e-300)
    return low - share * length, high + share * length
