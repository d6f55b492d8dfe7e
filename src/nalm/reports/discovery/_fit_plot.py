"""Fit and extrapolation: the equation inside the data and beyond them."""

import numpy as np
from matplotlib.figure import Figure

from nalm._typing import FloatArray
from nalm.discovery import outerness
from nalm.reports.discovery._finding import NORMAL_95, Finding, standard_error
from nalm.reports.discovery._plotting import (
    DATA,
    EQUATION,
    OUTER,
    draw_rows,
    dress,
    spans_decades,
    widened,
)
from nalm.reports.drawing._canvas import AnyAxes, AnyFigure, subplots
from nalm.reports.drawing._style import BAND
from nalm.symbolic import evaluate

BEYOND = 0.5
"""Share of the range of the data over which the curve goes on beyond them, on each side."""

FACTOR = 4.0
"""The same on a logarithmic axis, as a factor; and how far the other axis follows a curve."""

POINTS = 400
"""Points of a curve."""

FLOOR = 1e-17
"""Where errors of exactly zero are drawn on a logarithmic axis."""


def draw_fit(finding: Finding) -> Figure:
    """Draw the curve beyond the data, or with several inputs the error against outerness.

    Args:
        finding: What was found.

    Returns:
        The figure.
    """
    figure, [[ax]] = subplots(1, 1, size=(5.4, 4.6))
    fit_panel(ax, finding)
    _add_legend(figure, ax)
    return figure


def fit_panel(ax: AnyAxes, finding: Finding) -> None:
    """Draw the fit on axes that are there.

    Args:
        ax: A panel.
        finding: What was found.
    """
    if len(finding.inputs) == 1:
        _draw_curve(ax, finding)
    else:
        _draw_errors(ax, finding)


def _draw_curve(ax: AnyAxes, finding: Finding) -> None:
    x, y = finding.x[:, 0], finding.y
    log_x, log_y = spans_decades(x), spans_decades(y)
    low, high = float(x.min()), float(x.max())
    grid = _grid(low, high, logarithmic=log_x)
    points = grid[:, None]
    curve = evaluate(finding.chosen.formula, points)
    margin = NORMAL_95 * standard_error(finding.chosen, points)
    dress(ax, "x", label=finding.labelled(finding.inputs[0]), logarithmic=log_x)
    dress(ax, "y", label=finding.label, logarithmic=log_y)
    for left, right in ((float(grid[0]), low), (high, float(grid[-1]))):
        ax.axvspan(left, right, color=BAND, linewidth=0, zorder=0)
    if np.isfinite(margin).any():
        ax.fill_between(
            grid, curve - margin, curve + margin, color=EQUATION, alpha=0.22, linewidth=0,
            label="95 % band of the equation",
        )  # fmt: skip
    ax.plot(grid, _broken(curve, y), color=EQUATION, linewidth=1.6, label="equation")
    draw_rows(ax, x, y=y, outer=finding.outer)
    ax.set_xlim(float(grid[0]), float(grid[-1]))
    _limit(ax, curve, y=y, logarithmic=log_y)


def _grid(low: float, high: float, *, logarithmic: bool) -> FloatArray:
    if logarithmic:
        return np.geomspace(low / FACTOR, high * FACTOR, POINTS)
    left, right = widened(low, high, share=BEYOND)
    # A column without a negative value, such as a time or a mass, has none beyond the data either;
    # and most laws of positive quantities end at zero.
    if low >= 0 > left or low > 0 >= left:
        left = low * 0.02
    if high <= 0 < right or high < 0 <= right:
        right = high * 0.02
    return np.linspace(left, right, POINTS)


def _limit(ax: AnyAxes, curve: FloatArray, *, y: FloatArray, logarithmic: bool) -> None:
    """Keep the data in sight where the curve runs away."""
    known = np.concatenate([curve[np.isfinite(curve)], y])
    if logarithmic:
        known = known[known > 0]
        low = max(float(known.min()), float(y.min()) / FACTOR)
        high = min(float(known.max()), float(y.max()) * FACTOR)
        ax.set_ylim(low / 1.3, high * 1.3)
        return
    least, most = widened(float(y.min()), float(y.max()), share=BEYOND)
    low, high = max(float(known.min()), least), min(float(known.max()), most)
    ax.set_ylim(*widened(low, high, share=0.05))


def _broken(curve: FloatArray, y: FloatArray) -> FloatArray:
    """Leave a gap at a pole, where the curve comes back from the other side of the panel."""
    least, most = widened(float(y.min()), float(y.max()), share=BEYOND)
    side = np.where(curve > most, 1, np.where(curve < least, -1, 0))
    broken = curve.copy()
    broken[1:][side[1:] * side[:-1] < 0] = np.nan
    return broken


def _draw_errors(ax: AnyAxes, finding: Finding) -> None:
    errors = np.maximum(finding.relative_errors(), FLOOR)
    dress(
        ax,
        "x",
        label="outerness: 0 in the middle of the data, 1 at their corners",
        logarithmic=False,
    )
    dress(ax, "y", label=f"relative error of {finding.left}", logarithmic=True)
    draw_rows(ax, outerness(finding.x), y=errors, outer=finding.outer)
    for mask, colour in ((finding.outer == 0, DATA), (finding.outer > 0, OUTER)):
        known = errors[mask & np.isfinite(errors)]
        if len(known) and finding.outer.any():
            ax.axhline(float(np.median(known)), color=colour, linewidth=0.9, linestyle=(0, (4, 3)))


def _add_legend(figure: AnyFigure, ax: AnyAxes) -> None:
    handles, _ = ax.get_legend_handles_labels()
    if handles:
        figure.legend(handles=handles, loc="outside lower center", ncols=2)
