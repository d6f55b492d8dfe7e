"""The drawing of a trained experiment: success, speed and sparsity by range."""

import numpy as np
from matplotlib.figure import Figure

from nalm.reports.drawing._canvas import AnyAxes, subplots
from nalm.reports.drawing._legend import add_heading
from nalm.reports.drawing._quantities import (
    QUANTITIES,
    SUCCESS,
    Quantity,
    draw_series,
    scale,
    unit_handles,
)
from nalm.reports.drawing._style import BAND, Look, looks
from nalm.reports.interface._frames import Frame, distinct, records, where
from nalm.reports.interface._report import Report
from nalm.reports.published._names import ALL_RANGES

SPREAD = 0.8
"""Share of the distance between two ranges over which the units are spread."""


def draw_panels(report: Report) -> Figure:
    """Draw three panels per task, with the ranges on the horizontal axis.

    Args:
        report: A report on a frame from `nalm.reports.table`.

    Returns:
        The figure; filled markers are ours, hollow ones the paper's.

    Example:
        >>> from nalm.reports import TrainingReport, table
        >>> empty = TrainingReport(name="p/w", title="", source="", frame=table([]))
        >>> len(draw_panels(empty).axes)
        3
    """
    frame = report.frame
    tasks = distinct(frame, "task") or [""]
    units = looks(distinct(frame, "unit"))
    figure, axes = subplots(len(tasks), 3, size=(13.0, 1.1 + 3.3 * len(tasks)), widths=(1.4, 1, 1))
    for task, line in zip(tasks, axes, strict=True):
        part = where(frame, task=task)
        for quantity, ax in zip(QUANTITIES, line, strict=True):
            _draw(ax, part, quantity=quantity, units=units)
            prefix = f"{task}: " if len(tasks) > 1 else ""
            ax.set_title(prefix + (quantity.title.lower() if prefix else quantity.title))
            scale(ax, part, quantity=quantity)
    add_heading(figure, report, handles=unit_handles(frame, units))
    return figure


def _draw(ax: AnyAxes, part: Frame, *, quantity: Quantity, units: dict[str, Look]) -> None:
    ranges = [r for r in distinct(part, "interpolation") if r != ALL_RANGES]
    if quantity is SUCCESS and len(where(part, interpolation=ALL_RANGES)):
        ax.axvline(len(ranges) - 0.5, color="#CCCCCC", linewidth=0.8)
        ranges.append(ALL_RANGES)
    present = [unit for unit in units if len(where(part, unit=unit))]
    shifts = (np.arange(len(present)) - (len(present) - 1) / 2) * SPREAD / max(len(present), 2)
    for unit, shift in zip(present, shifts, strict=True):
        own = where(part, unit=unit)
        labels = [row["interpolation"] for row in records(own)]
        # The pooled line is beyond the axis where the panel has no place for it.
        places = np.array([ranges.index(r) + shift if r in ranges else np.nan for r in labels])
        draw_series(ax, own, places=places, quantity=quantity, look=units[unit])
    ax.set_xticks(range(len(ranges)), ranges, rotation=40, ha="right", rotation_mode="anchor")
    ax.set_xlim(-0.6, max(len(ranges), 1) - 0.4)
    ax.tick_params(axis="x", length=0)
    for k in range(0, len(ranges), 2):
        ax.axvspan(k - 0.5, k + 0.5, color=BAND, linewidth=0, zorder=0)
