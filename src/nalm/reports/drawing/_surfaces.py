"""The drawing of a computed surface: a map of the error over two weights, one per unit."""

import math

import numpy as np
from matplotlib.colors import LogNorm, Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from nalm.errors import InvalidValueError
from nalm.reports.drawing._canvas import WIDTH, AnyArtist, AnyAxes, abreast, subplots
from nalm.reports.drawing._legend import add_heading
from nalm.reports.drawing._style import colour_label, colour_map
from nalm.reports.interface._frames import Frame, distinct, floats, where
from nalm.reports.interface._report import Report

STEEP = 50.0
"""Ratio of the largest to the median error from which on colours are logarithmic."""

_BETTER = "low"

SPAN = 30.0
"""How far logarithmic colours reach, as a multiple and a fraction of the median error."""


def draw_surfaces(report: Report, *, logarithmic: bool | None = None) -> Figure:
    """Draw one map per unit with one colour scale.

    Args:
        report: A report on a frame with the columns ``unit``, ``w1``, ``w2`` and ``error``.
        logarithmic: Whether the colours are; None decides by the data.

    Returns:
        The figure.

    Raises:
        InvalidValueError: If the data have no finite error.

    Example:
        >>> import pandas as pd
        >>> from nalm.reports import SurfaceReport
        >>> data = pd.DataFrame({"unit": "NMRU", "w1": [0, 1], "w2": [0, 1], "error": [13.2, 0]})
        >>> report = SurfaceReport(name="p/w", title="", source="", frame=data)
        >>> len(draw_surfaces(report).axes)  # the map and its colour bar
        2
    """
    frame = report.frame
    norm = _norm(report, logarithmic)
    units = distinct(frame, "unit")
    columns = abreast(len(units), most=3)
    rows = math.ceil(len(units) / columns)
    size = (min(3.6 * columns, WIDTH - 0.8) + 0.8, 1.0 + 2.9 * rows)
    figure, lines = subplots(rows, columns, size=size)
    axes = [ax for line in lines for ax in line]
    meshes = [
        _draw(ax, where(frame, unit=unit), norm=norm) for unit, ax in zip(units, axes, strict=False)
    ]
    for unit, ax in zip(units, axes, strict=False):
        ax.set_title(unit)
    for ax in axes[len(units) :]:
        ax.set_visible(False)
    for line in lines:
        line[0].set_ylabel("$w_2$")
    bar = figure.colorbar(meshes[0], ax=axes, extend="both", pad=0.015)
    bar.set_label(colour_label(r"$|t - y|$", _BETTER))
    add_heading(figure, report, handles=[])
    return figure


def _norm(report: Report, logarithmic: bool | None) -> Normalize:
    errors = floats(report.frame, "error")
    finite = errors[np.isfinite(errors)]
    if not len(finite):
        raise InvalidValueError(
            f"{report.name}: expected finite errors, found none; nothing drawn."
        )
    low, middle, high = (float(np.quantile(finite, q)) for q in (0, 0.5, 1))
    wanted = high > STEEP * middle if logarithmic is None else logarithmic
    if wanted and middle > 0:
        # The few points beside a singularity must not take the whole colour scale.
        return LogNorm(vmin=max(low, middle / SPAN), vmax=max(min(high, middle * SPAN), middle))
    return Normalize(vmin=low, vmax=max(high, low + 1e-12))


def _draw(ax: AnyAxes, part: Frame, *, norm: Normalize) -> AnyArtist:
    w1, column = np.unique(floats(part, "w1"), return_inverse=True)
    w2, line = np.unique(floats(part, "w2"), return_inverse=True)
    values = np.full((len(w2), len(w1)), np.nan)
    # An infinite error is beyond the scale; only what is not a number has no colour.
    values[line, column] = np.clip(floats(part, "error"), norm.vmin, 2 * (norm.vmax or 1.0))
    mesh = ax.pcolormesh(
        w1,
        w2,
        np.ma.masked_invalid(values),
        norm=norm,
        cmap=colour_map(_BETTER),
        shading="nearest",
        rasterized=True,
    )
    ax.set_facecolor("#DDDDDD")
    ax.grid(visible=False)
    ax.xaxis.set_major_locator(MaxNLocator(5))
    ax.yaxis.set_major_locator(MaxNLocator(5))
    ax.set_xlabel("$w_1$")
    return mesh
