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
