"""The drawing of measurements: every run a dot, with mean, median and published numbers."""

import math

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from nalm._typing import FloatArray
from nalm.reports.drawing._across import ACROSS, SERIES_COLUMN, Arrangement, arrange
from nalm.reports.drawing._axis import Axis, say_nothing
from nalm.reports.drawing._canvas import WIDTH, AnyAxes, subplots
from nalm.reports.drawing._legend import add_heading, shown
from nalm.reports.drawing._style import BAND, FAINT, Look
from nalm.reports.interface._frames import (
    Frame,
    Record,
    distinct,
    floats,
    group,
    is_numeric,
    records,
    select,
    texts,
    where,
)
from nalm.reports.interface._report import Report
from nalm.reports.published._names import place

WIDE = 100.0
"""Ratio of the largest to the smallest value from which on the axis is logarithmic."""

ABREAST = 3
"""Panels beside each other at most."""

SPREAD = 0.8
"""Share of the distance between two places over which the units are spread."""


def draw_dots(report: Report, *, measured: Frame) -> Figure:
    """Draw one panel per task and metric, with ranges and parameters on the horizontal axis.

    Args:
        report: A report on measurements, one row per setting and metric.
        measured: One row per run and value.

    Returns:
        The figure; hollow markers are the paper's.

    Example:
        >>> from nalm.reports import MeasurementReport, measurement_table
        >>> import pandas as pd
        >>> from nalm.experiments import MEASUREMENT_COLUMNS
        >>> none = pd.DataFrame(columns=MEASUREMENT_COLUMNS)
        >>> frame = measurement_table(none, expected_runs=1)
        >>> empty = MeasurementReport(name="p/w", title="", source="", frame=frame, measured=none)
        >>> len(draw_dots(empty, measured=none).axes)
        1
    """
    panels = group(report.frame, ("task", "metric"))
    count = max(len(panels), 1)
    columns = 2 if count == 4 else min(count, ABREAST)
    places = {
        task: list(dict.fromkeys(map(_place, records(part))))
        for (task,), part in group(report.frame, ("task",))
    }
    sides = arrange(distinct(report.frame, "unit"), places)
    size = (min(max(4.6 * columns, 7.0), WIDTH), 1.2 + 3.0 * math.ceil(count / columns))
    figure, lines = subplots(math.ceil(count / columns), columns, size=size)
    axes = [ax for line in lines for ax in line]
    several = len(distinct(report.frame, "task")) > 1
    for ((task, metric), part), ax in zip(panels, axes, strict=False):
        runs = where(measured, task=task, metric=metric)
        _draw(ax, part, runs, sides=sides)
        name = metric.replace("_", " ")
        ax.set_title(f"{task}: {name}" if several else name)
    for ax in axes[len(panels) :]:
        ax.set_visible(False)
    add_heading(figure, report, handles=_handles(sides.arranged(report.frame, _place), sides))
    return figure


def _draw(ax: AnyAxes, part: Frame, runs: Frame, *, sides: Arrangement) -> None:
    part, runs = sides.arranged(part, _place), sides.arranged(runs, _place)
    there = set(distinct(part, ACROSS))
    places = [word for word in sides.words if word in there]
    present = sides.present(part)
    for k in range(0, len(places) if len(places) > 1 else 0, 2):
        ax.axvspan(k - 0.5, k + 0.5, color=BAND, linewidth=0, zorder=0)
    _scale(ax, floats(runs, "value"))
    width = SPREAD / max(len(present), 2)
    for k, name in enumerate(present):
        shift, look = (k - (len(present) - 1) / 2) * width, sides.looks[name]
        own, dots = where(part, series=name), where(runs, series=name)
        x = np.array([places.index(each) for each in texts(own, ACROSS)]) + shift
        _draw_runs(ax, dots, places=places, shift=shift, width=width, look=look)
        _draw_summary(ax, own, x=x, look=look)
    Axis(column=ACROSS, label="", words=tuple(places)).dress(ax, "x")
    sides.caption(ax, part)
    if not np.isfinite(floats(part, "mean")).any():
        say_nothing(ax, "no finite value")


def _draw_runs(
    ax: AnyAxes, dots: Frame, *, places: list[str], shift: float, width: float, look: Look
) -> None:
    found = texts(dots, ACROSS)
    for k, each in enumerate(places):
        values = floats(select(dots, (text == each for text in found)), "value")
        # Side by side in the order of the seeds: the same figure every time.
        spread = np.linspace(-0.35, 0.35, len(values)) if len(values) > 1 else np.zeros(len(values))
        ax.plot(
            k + shift + spread * width,
            values,
            ".",
            color=look.colour,
            alpha=0.4,
            markersize=5,
            markeredgewidth=0,
        )


def _draw_summary(ax: AnyAxes, own: Frame, *, x: FloatArray, look: Look) -> None:
    mean = floats(own, "mean")
    bars = np.stack([mean - floats(own, "mean_low"), floats(own, "mean_high") - mean])
    bars = np.nan_to_num(np.clip(bars, 0, None))
    style = {"fmt": look.marker, "color": look.colour, "markersize": 5.0, "elinewidth": 1.2}
    ax.errorbar(x, mean, yerr=bars, markeredgewidth=0, zorder=4, **style)
    ax.plot(x, floats(own, "median"), "_", color=look.colour, markersize=11, zorder=4)
    hollow = {"markerfacecolor": "none", "markeredgewidth": 1.0, "color": look.colour}
    ax.plot(x, floats(own, "published_mean"), look.marker, markersize=9, zorder=5, **hollow)
    ax.plot(x, floats(own, "published_median"), "d", markersize=8, zorder=5, **hollow)


def _place(record: Record) -> str:
    """Write the range and the parameter of a row."""
    return place(record, columns=("interpolation", "parameter"))


def _scale(ax: AnyAxes, values: FloatArray) -> None:
    known = np.abs(values[np.isfinite(values)])
    known = known[known > 0]
    if not len(known) or known.max() <= WIDE * known.min():
        return
    if np.nanmin(values) > 0:
        ax.set_yscale("log")
    else:
        # Zero and negative numbers are within the linear part.
        ax.set_yscale("symlog", linthresh=float(max(known.min(), known.max() * 1e-12)))


def _handles(frame: Frame, sides: Arrangement) -> list[Line2D]:
    named = shown(frame, SERIES_COLUMN, looks=sides.legend, values=("mean", "published_mean"))
    handles = [
        Line2D([], [], color=look.colour, marker=look.marker, linestyle="", label=name)
        for name, look in named.items()
    ]
    dash = Line2D([], [], color=FAINT, marker="_", markersize=11, linestyle="", label="median")
    dot = Line2D([], [], color=FAINT, marker=".", alpha=0.6, linestyle="", label="single runs")
    mean = Line2D([], [], color=FAINT, marker="o", linestyle="", label="mean")
    handles += [*([] if named else [mean]), dash, dot]
    for column, marker in (("published_mean", "o"), ("published_median", "d")):
        if is_numeric(frame, column) and np.isfinite(floats(frame, column)).any():
            text = column.replace("_", " ").replace(" mean", "") + " (hollow)"
            hollow = Line2D([], [], color=FAINT, marker=marker, markersize=8, label=text)
            hollow.set(linestyle="", markerfacecolor="none")
            handles.append(hollow)
    return handles
