"""Why this equation: the front of error against complexity, and the agreement over starts."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from nalm._typing import FloatArray
from nalm.reports.discovery._finding import Finding
from nalm.reports.discovery._plotting import DATA, EQUATION, OUTER, dress, shortened
from nalm.reports.discovery._words import agreement, root_error
from nalm.reports.drawing._canvas import AnyAxes, subplots
from nalm.reports.drawing._fonts import drawable
from nalm.reports.drawing._style import FAINT, INK

BARS = 14
"""Candidates that have a bar, at most."""

LETTERS = 30
"""Letters of an equation beside a bar."""


def draw_front(finding: Finding) -> Figure:
    """Draw error against complexity, inside the data and on the held-out outermost rows.

    Args:
        finding: What was found.

    Returns:
        The figure, with a ring around the pick.
    """
    figure, panels = subplots(1, 2, size=(9.6, 3.7))
    outer = np.array([each.extrapolation_error for each in finding.discovery.candidates])
    front_panel(panels[0][0], finding)
    label = "median relative error, outermost rows"
    _draw_front(panels[0][1], finding, errors=outer, colour=OUTER, label=label)
    if not np.isfinite(outer).any():
        panels[0][1].text(
            *(0.5, 0.5, "too few rows to hold any out"),
            transform=panels[0][1].transAxes,
            ha="center",
            color=FAINT,
        )
    return figure


def front_panel(ax: AnyAxes, finding: Finding) -> None:
    """Draw error against complexity on axes that are there.

    Args:
        ax: A panel.
        finding: What was found.
    """
    errors = np.array([root_error(each) for each in finding.discovery.candidates])
    label = f"root mean squared error of {finding.label}"
    _draw_front(ax, finding, errors=errors, colour=DATA, label=label)


def draw_agreement(finding: Finding) -> Figure:
    """Draw how many of the starts of each candidate's structure ended in it.

    Args:
        finding: What was found.

    Returns:
        The figure; one bar per candidate, the pick's in another colour.
    """
    from nalm.symbolic import to_text

    shown = finding.shown(BARS)
    candidates = [finding.discovery.candidates[k] for k in shown]
    figure, [[ax]] = subplots(1, 1, size=(5.4, 0.9 + 0.34 * max(len(candidates), 2)))
    shares = [100 * each.hits / max(each.restarts, 1) for each in candidates]
    places = range(len(candidates))
    colours = [EQUATION if k == finding.discovery.chosen else DATA for k in shown]
    ax.barh(places, shares, color=colours, height=0.62)
    written = (to_text(each.formula, finding.symbols, digits=3) for each in candidates)
    texts = [drawable(shortened(text, LETTERS)) for text in written]
    ax.set_yticks(places, texts)
    ax.invert_yaxis()
    for place, share, each in zip(places, shares, candidates, strict=True):
        ax.text(share + 1.2, place, agreement(each), va="center", fontsize=8.5)
    ax.set(xlim=(0, 117), xlabel="starts that ended in this form (%)")
    ax.set_xticks([0, 25, 50, 75, 100])
    ax.grid(visible=True, axis="x")
    ax.grid(visible=False, axis="y")
    return figure


def _draw_front(
    ax: AnyAxes, finding: Finding, *, errors: FloatArray, colour: str, label: str
) -> None:
    complexity = np.array([float(each.complexity) for each in finding.discovery.candidates])
    heights, chosen = _above_zero(errors), finding.discovery.chosen
    dress(ax, "y", label=label, logarithmic=True)
    dress(ax, "x", label="complexity", logarithmic=False)
    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    ax.set_xlim(complexity.min() - 1, complexity.max() + 1)
    _draw_steps(ax, complexity, errors=heights, colour=colour)
    ax.plot(
        *([complexity[chosen]], [heights[chosen]], "o"),
        markersize=13,
        markerfacecolor="none",
        markeredgecolor=INK,
        markeredgewidth=1.4,
    )


def _draw_steps(ax: AnyAxes, x: FloatArray, *, errors: FloatArray, colour: str) -> None:
    """Draw all points, and a line through those that no simpler one is better than."""
    known = np.isfinite(errors)
    places, heights = x[known], errors[known]
    order = np.lexsort((heights, places))
    # Sorted by complexity, then error: the front is where the running minimum falls.
    best = np.minimum.accumulate(heights[order]) if len(order) else heights
    first = np.concatenate([[True], best[1:] < best[:-1]])[: len(order)]
    front = order[first]
    ax.plot(places[front], heights[front], color=colour, linewidth=1.0, alpha=0.5)
    ax.plot(places, heights, "o", color=colour, markersize=6)


def _above_zero(errors: FloatArray) -> FloatArray:
    """Lift errors of exactly zero, which have no place on a logarithmic axis."""
    known = errors[np.isfinite(errors) & (errors > 0)]
    floor = float(known.min()) * 0.1 if len(known) else 1e-17
    return np.where(errors == 0, floor, errors)
