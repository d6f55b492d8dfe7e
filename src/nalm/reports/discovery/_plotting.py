"""What the plots of a discovery have in common: colours, axes, and how many points they draw."""

from textwrap import wrap
from unicodedata import east_asian_width

import numpy as np
from matplotlib.ticker import MaxNLocator

from nalm._typing import FloatArray
from nalm.reports.drawing._axis import Axis
from nalm.reports.drawing._canvas import AnyAxes
from nalm.reports.drawing._fonts import drawable, families
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

LETTERS = 117.0
"""Letters in an inch of text, times their size in points."""

LINES = 2
"""Of the label of an axis, at most."""

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
    name_axis(ax, side, label=label)


def name_axis(ax: AnyAxes, side: str, *, label: str) -> None:
    """Write the label of an axis, in as many lines as it has room for, as text.

    Args:
        ax: A panel.
        side: ``x`` or ``y``.
        label: Text beside the axis; its middle is left out if it is very long.
    """
    axis = ax.xaxis if side == "x" else ax.yaxis
    extent = ax.get_window_extent()
    inches = (extent.width if side == "x" else extent.height) / ax.figure.dpi
    wide = sum(east_asian_width(each) in "WF" for each in label) / max(len(label), 1)
    letters = max(int(inches * LETTERS / axis.label.get_size() / (1 + wide)), 8)
    # Axes that were given may be older than our settings, and keep their font for what it has.
    fonts = list(dict.fromkeys([*axis.label.get_fontfamily(), *families()]))
    axis.label.set(text=in_lines(drawable(label), letters), parse_math=False, fontfamily=fonts)


def in_lines(text: str, letters: int) -> str:
    r"""Break a text into at most two lines.

    Args:
        text: Any.
        letters: Of a line, at most.

    Returns:
        The lines; words that are longer than one are broken.

    Example:
        >>> in_lines("root mean squared error of y", 18)
        'root mean squared\nerror of y'
    """
    for room in range(LINES * letters, 0, -1):
        lines = wrap(shortened(text, room), letters)
        if len(lines) <= LINES:
            return "\n".join(lines)
    return ""


def shortened(text: str, letters: int) -> str:
    """Leave out the middle of a text that is too long; the end often tells columns apart.

    Args:
        text: Any.
        letters: How many there may be.

    Returns:
        The text, with an ellipsis if it was shortened.

    Example:
        >>> shortened("temperature of the room", 13)
        'temper…e room'
    """
    if len(text) <= letters:
        return text
    end = (letters - 1) // 2
    return f"{text[: letters - 1 - end]}…{text[len(text) - end :]}"


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
