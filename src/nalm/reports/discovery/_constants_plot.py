"""The constants of the equation with their error bars."""

import math

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, ScalarFormatter

from nalm.discovery import Constant
from nalm.reports.discovery._constants import shown_constants, written
from nalm.reports.discovery._finding import Finding
from nalm.reports.discovery._plotting import EQUATION, shortened
from nalm.reports.drawing._canvas import AnyAxes, subplots
from nalm.reports.drawing._fonts import drawable

LETTERS = 34
"""Letters of a constant's name above its axis."""

ROWS = 12
"""Constants that are drawn, at most."""


def draw_constants(finding: Finding) -> Figure | None:
    """Draw every measured constant with one and two standard errors, each on its own axis.

    Args:
        finding: What was found.

    Returns:
        The figure; None where no constant has a finite error.
    """
    known = [
        each
        for each in shown_constants(finding, finding.chosen)
        if math.isfinite(each.stderr) and each.stderr > abs(each.value) * 1e-13
    ][:ROWS]
    if not known:
        return None
    figure, axes = subplots(len(known), 1, size=(5.4, 0.75 * len(known) + 0.35))
    for [ax], constant in zip(axes, known, strict=True):
        _draw(ax, constant)
    return figure


def _draw(ax: AnyAxes, constant: Constant) -> None:
    value, error = constant.value, constant.stderr
    ax.plot([value - 2 * error, value + 2 * error], [0, 0], color=EQUATION, linewidth=1.2)
    ax.plot([value - error, value + error], [0, 0], color=EQUATION, linewidth=4.0, alpha=0.55)
    ax.plot([value], [0], "o", color=EQUATION, markersize=6)
    ax.set(xlim=(value - 3.2 * error, value + 3.2 * error), ylim=(-1, 1))
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.grid(visible=True, axis="x")
    ax.set_title(
        drawable(f"{shortened(constant.name, LETTERS)}:  {written(constant)}"),
        fontsize=9,
        fontweight="normal",
        pad=3,
    )
    ax.xaxis.set_major_locator(MaxNLocator(5))
    ax.xaxis.set_major_formatter(ScalarFormatter(useOffset=False))
    ax.ticklabel_format(axis="x", style="sci", scilimits=(-4, 6), useOffset=False)
