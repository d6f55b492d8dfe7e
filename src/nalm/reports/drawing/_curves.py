"""The drawing of a computed curve: error against range, one panel per task."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import NullLocator

from nalm.reports.drawing._canvas import WIDTH, AnyAxes, subplots
from nalm.reports.drawing._legend import add_heading
from nalm.reports.drawing._style import FAINT, Look, looks
from nalm.reports.interface._frames import Frame, distinct, floats, where
from nalm.reports.interface._report import Report


def draw_curves(report: Report) -> Figure:
    """Draw one panel per task, both axes logarithmic, with the published points hollow.

    Args:
        report: A report on a frame with the columns ``task``, ``unit``, ``upper``, ``mse`` and
            ``published_mse``.

    Returns:
        The figure.

    Example:
        >>> from nalm.reports import CurveReport
        >>> import pandas as pd
        >>> row = {"task": "easy", "unit": "NRU", "upper": 1.0, "mse": 1.0, "published_mse": 1.0}
        >>> point = CurveReport(name="p/w", title="", source="", frame=pd.DataFrame([row]))
        >>> len(draw_curves(point).axes)
        1
    """
    frame = report.frame
    units = looks(distinct(frame, "unit"))
    tasks = distinct(frame, "task")
    figure, [axes] = subplots(1, len(tasks), size=(min(4.0 * len(tasks), WIDTH), 4.2), share=True)
    for task, ax in zip(tasks, axes, strict=True):
        _draw(ax, where(frame, task=task), units=units)
        ax.set_title(task)
    axes[0].set_ylabel("mean squared error, exact weights")
    add_heading(figure, report, handles=_handles(frame, units))
    return figure


def _draw(ax: AnyAxes, part: Frame, *, units: dict[str, Look]) -> None:
    ax.set_xscale("log")
    ax.set_yscale("log")
    for unit in distinct(part, "unit"):
        look, own = units[unit], where(part, unit=unit)
        order = np.argsort(floats(own, "upper"))
        upper, error = floats(own, "upper")[order], floats(own, "mse")[order]
        # An error of exactly zero has no place on a logarithmic axis.
        error[error <= 0] = np.nan
        ax.plot(upper, error, color=look.colour, marker=look.marker, markersize=4, linewidth=1.4)
        hollow = {"markerfacecolor": "none", "markeredgewidth": 1.0, "markersize": 9.0}
        published = floats(own, "published_mse")[order]
        ax.plot(upper, published, look.marker, color=look.colour, **hollow)
    ax.xaxis.set_minor_locator(NullLocator())
    ax.set_xlabel("inputs from [0, x)")


def _handles(frame: Frame, units: dict[str, Look]) -> list[Line2D]:
    handles = [
        Line2D([], [], color=look.colour, marker=look.marker, markersize=4, label=unit)
        for unit, look in units.items()
    ]
    if np.isfinite(floats(frame, "published_mse")).any():
        hollow = Line2D([], [], color=FAINT, marker="o", markersize=9, markerfacecolor="none")
        hollow.set(linestyle="", label="published (hollow)")
        handles.append(hollow)
    return handles
