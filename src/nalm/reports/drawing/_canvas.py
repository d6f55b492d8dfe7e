"""Matplotlib's objects, whose methods take untyped keywords, and figures without pyplot."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from matplotlib.figure import Figure

AnyFigure: TypeAlias = Any
"""A `matplotlib.figure.Figure`."""

AnyAxes: TypeAlias = Any
"""A `matplotlib.axes.Axes`."""

AnyArtist: TypeAlias = Any
"""Something drawn in axes."""

WIDTH = 10.5
"""Inches of a figure at most: its text is then as large as that of the page around it."""

ABREAST = 4
"""Panels beside each other at most, where rows have no meaning of their own."""


def abreast(panels: int, most: int = ABREAST) -> int:
    """Choose as many columns as fill the last row best.

    Args:
        panels: How many there are.
        most: Columns at most.

    Returns:
        The number of columns.

    Example:
        >>> abreast(3), abreast(4, most=3), abreast(14)
        (3, 2, 3)
    """
    if panels <= 3:
        return max(panels, 1)
    least = 2 if panels == 4 else 3
    return min(range(least, most + 1), key=lambda n: (-panels % n, -n))


def subplots(
    rows: int,
    columns: int,
    *,
    size: tuple[float, float],
    share: bool | Literal["row"] = False,
    widths: Sequence[float] | None = None,
) -> tuple[AnyFigure, list[list[AnyAxes]]]:
    """Make a figure with panels, independent of any global state.

    Args:
        rows: Rows of panels.
        columns: Panels in a row.
        size: Width and height, in inches.
        share: Whether all panels, or those of a row, share their vertical axis.
        widths: Relative widths of the columns; equal ones if None.

    Returns:
        The figure and its panels, row by row.

    Example:
        >>> figure, panels = subplots(1, 3, size=(12.0, 4.0))
        >>> len(panels[0])
        3
    """
    figure: AnyFigure = Figure(figsize=size, layout="constrained")
    panels: Any = figure.subplots(rows, columns, squeeze=False, sharey=share, width_ratios=widths)
    return figure, [list(line) for line in panels]
