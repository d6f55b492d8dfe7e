"""Parity and residuals: what the equation leaves unexplained."""

import math

import numpy as np
from matplotlib.figure import Figure

from nalm._typing import FloatArray
from nalm.reports.discovery._finding import Finding
from nalm.reports.discovery._plotting import draw_rows, dress, name_axis, spans_decades, widened
from nalm.reports.drawing._canvas import AnyAxes, subplots
from nalm.reports.drawing._style import BAND, FAINT

PANELS = 11
"""Inputs that get a panel of residuals, at most."""

ABREAST = (4, 3)
"""Panels beside each other, where there are more than the first number."""


def draw_parity(finding: Finding) -> Figure:
    """Draw what the equation gives against what was measured.

    Args:
        finding: What was found.

    Returns:
        The figure; rows on the line are explained exactly.
    """
    figure, [[ax]] = subplots(1, 1, size=(5.4, 4.6))
    parity_panel(ax, finding)
    return figure


def parity_panel(ax: AnyAxes, finding: Finding) -> None:
    """Draw what the equation gives against what was measured, on axes that are there.

    Args:
        ax: A panel.
        finding: What was found.
    """
    fitted = finding.fitted()
    logarithmic = spans_decades(finding.y, fitted)
    known = np.concatenate([finding.y, fitted[np.isfinite(fitted)]])
    low, high = float(known.min()), float(known.max())
    ends = (low / 1.3, high * 1.3) if logarithmic else widened(low, high, share=0.05)
    unit = finding.label
    dress(ax, "x", label=f"measured {unit}", logarithmic=logarithmic)
    dress(ax, "y", label=f"equation's {unit}", logarithmic=logarithmic)
    ax.plot(ends, ends, color=FAINT, linewidth=1.0, zorder=1)
    draw_rows(ax, finding.y, y=fitted, outer=finding.outer)
    ax.set(xlim=ends, ylim=ends, aspect="equal")


def draw_residuals(finding: Finding) -> Figure:
    """Draw what is left against the fit and against each input.

    Args:
        finding: What was found.

    Returns:
        The figure; the band holds 95 % of the noise that was estimated.
    """
    inputs = list(zip(finding.inputs, finding.x.T, strict=True))[:PANELS]
    panels = [(f"equation's {finding.left}", finding.fitted())]
    panels += [(finding.labelled(name), values) for name, values in inputs]
    columns = min(ABREAST, key=lambda n: -len(panels) % n) if len(panels) > 4 else len(panels)
    rows = math.ceil(len(panels) / columns)
    size = (max((3.4 if columns < 4 else 2.7) * columns + 0.6, 6.5), 2.8 * rows + 0.3)
    figure, axes = subplots(rows, columns, size=size, share=True)
    cells = [ax for line in axes for ax in line]
    for ax, (label, values) in zip(cells, panels, strict=False):
        _draw_panel(ax, finding, label=label, values=values)
    for ax in cells[len(panels) :]:
        ax.set_visible(False)
    for line in axes:
        name_axis(line[0], "y", label=finding.chosen.noise.label(finding.label))
    return figure


def residual_panel(ax: AnyAxes, finding: Finding) -> None:
    """Draw what is left against the fit, on axes that are there.

    Args:
        ax: A panel.
        finding: What was found.
    """
    _draw_panel(ax, finding, label=f"equation's {finding.left}", values=finding.fitted())
    name_axis(ax, "y", label=finding.chosen.noise.label(finding.label))


def _draw_panel(ax: AnyAxes, finding: Finding, *, label: str, values: FloatArray) -> None:
    sigma = finding.chosen.sigma
    dress(ax, "x", label=label, logarithmic=spans_decades(values))
    ax.axhspan(-1.96 * sigma, 1.96 * sigma, color=BAND, linewidth=0, zorder=0)
    ax.axhline(0.0, color=FAINT, linewidth=1.0, zorder=1)
    draw_rows(ax, values, y=finding.residuals(), outer=finding.outer)
