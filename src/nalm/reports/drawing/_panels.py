"""The drawing of a trained experiment: success, speed and sparsity by range."""

import numpy as np
from matplotlib.figure import Figure

from nalm.reports.drawing._across import ACROSS, Arrangement, arrange
from nalm.reports.drawing._axis import step_of_words
from nalm.reports.drawing._canvas import WIDTH, AnyAxes, subplots
from nalm.reports.drawing._legend import add_heading
from nalm.reports.drawing._quantities import (
    QUANTITIES,
    SUCCESS,
    Quantity,
    draw_series,
    scale,
    series_handles,
)
from nalm.reports.drawing._style import BAND
from nalm.reports.interface._frames import Frame, Record, distinct, texts, where
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
    sides = arrange(distinct(frame, "unit"), {task: _ranges(frame, task) for task in tasks})
    arranged = sides.arranged(frame, _range)
    size = (WIDTH, 1.1 + 3.0 * len(tasks))
    figure, axes = subplots(len(tasks), 3, size=size, widths=(1.4, 1, 1))
    for task, line in zip(tasks, axes, strict=True):
        part = where(arranged, task=task)
        for quantity, ax in zip(QUANTITIES, line, strict=True):
            _draw(ax, part, quantity=quantity, sides=sides)
            prefix = f"{task}: " if len(tasks) > 1 else ""
            ax.set_title(prefix + (quantity.title.lower() if prefix else quantity.title))
            scale(ax, part, quantity=quantity)
    add_heading(figure, report, handles=series_handles(arranged, sides.legend))
    return figure


def _range(record: Record) -> str:
    return str(record["interpolation"])


def _ranges(frame: Frame, task: str) -> list[str]:
    found = distinct(where(frame, task=task), "interpolation")
    return sorted(found, key=lambda each: each == ALL_RANGES)  # that which pools them comes last


def _draw(ax: AnyAxes, part: Frame, *, quantity: Quantity, sides: Arrangement) -> None:
    there = set(distinct(part, ACROSS))
    words = [each for each in sides.words if each in there]
    # The line that pools all ranges has a rate, and neither speed nor sparsity.
    if ALL_RANGES in words and quantity is SUCCESS:
        ax.axvline(len(words) - 1.5, color="#CCCCCC", linewidth=0.8)
    elif ALL_RANGES in words:
        words.remove(ALL_RANGES)
    present = sides.present(part)
    shifts = (np.arange(len(present)) - (len(present) - 1) / 2) * SPREAD / max(len(present), 2)
    for name, shift in zip(present, shifts, strict=True):
        own = where(part, series=name)
        # The pooled line is beyond the axis where the panel has no place for it.
        places = [words.index(w) + shift if w in words else np.nan for w in texts(own, ACROSS)]
        look = sides.looks[name]
        draw_series(ax, own, places=np.array(places), quantity=quantity, look=look)
    every = step_of_words(ax, words)
    style = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"}
    ax.set_xticks(range(len(words))[::every], words[::every], **style)
    ax.set_xlim(-0.6, max(len(words), 1) - 0.4)
    ax.tick_params(axis="x", length=0)
    sides.caption(ax, part)
    for k in range(0, len(words), 2):
        ax.axvspan(k - 0.5, k + 0.5, color=BAND, linewidth=0, zorder=0)
