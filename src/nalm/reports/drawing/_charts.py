"""The drawing of a chart: panels side by side or in a grid, with common axes and colours."""

import math
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import LogNorm, Normalize, to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from nalm.errors import InvalidValueError
from nalm.experiments import Chart, Mark
from nalm.reports.drawing._axis import Axis, read_axis
from nalm.reports.drawing._canvas import (
    WIDTH,
    AnyArtist,
    AnyAxes,
    AnyFigure,
    abreast,
    subplots,
)
from nalm.reports.drawing._chart_columns import ORIGIN, PUBLISHED, label
from nalm.reports.drawing._chart_marks import Scene, draw_bars, draw_lines, draw_map, draw_points
from nalm.reports.drawing._histogram import bar_edges
from nalm.reports.drawing._legend import add_heading, shown
from nalm.reports.drawing._style import FAINT, SERIES, Look, colour_label, looks
from nalm.reports.interface._frames import Frame, distinct, floats, group, is_numeric, where
from nalm.reports.interface._report import Report
from nalm.reports.interface._text import short

LEAST_WIDTH = 1.9
"""Inches of a panel at least, where rows have a meaning and many panels stand abreast."""

MANY_POINTS = 30
"""Points of a line from which on it has no markers."""


def draw_chart(report: Report, *, chart: Chart) -> Figure:
    """Draw one panel per value of the chart's columns `panel` and `row`.

    Args:
        report: A table with the columns of the chart.
        chart: How its rows are drawn.

    Returns:
        The figure.

    Raises:
        InvalidValueError: If there is nothing to draw.

    Example:
        >>> import pandas as pd
        >>> from nalm.reports import ChartReport
        >>> data = pd.DataFrame({"step": [0, 1], "error": [1.0, 0.1]})
        >>> chart = Chart(mark=Mark.LINE, x="step", y="error", log_y=True)
        >>> report = ChartReport(name="p/w", title="", source="", frame=data, chart=chart)
        >>> draw_chart(report, chart=chart).axes[0].get_yscale()
        'log'
    """
    if not len(report.frame):
        raise InvalidValueError(f"{report.name}: expected rows to draw, found none.")
    scene = _scene(report, chart)
    parts = _parts(report.frame, chart)
    flat = len(parts) == 1
    written = scene.written and flat  # a table has the width of the figure
    columns = 1 if written else abreast(len(parts[0])) if flat else len(parts[0])
    rows = math.ceil(len(parts[0]) / columns) if flat else len(parts)
    size = _size(scene, rows=rows, columns=columns)
    share = chart.mark is not Mark.HEATMAP and (True if flat else "row")
    figure, axes = subplots(rows, columns, size=size, share=share)
    cells = [ax for line in axes for ax in line]
    panels = [panel for line in parts for panel in line]
    drawn = [
        _panel(ax, part, scene=scene) if len(part) else None
        for ax, (_, part) in zip(cells, panels, strict=False)
    ]
    _write(axes, parts, scene=scene)
    _add_colour_bar(figure, cells[: len(panels)], meshes=drawn, scene=scene)
    add_heading(figure, report, handles=_handles(report.frame, scene))
    return figure


def _parts(frame: Frame, chart: Chart) -> list[list[tuple[str, Frame]]]:
    """Cut the table into rows of panels, each with its title."""
    rows = distinct(frame, chart.row) if chart.row else [""]
    panels = distinct(frame, chart.panel) if chart.panel else [""]
    lines: list[list[tuple[str, Frame]]] = []
    for row in rows:
        line = where(frame, **{chart.row: row}) if chart.row else frame
        lines.append(
            [(p, where(line, **{chart.panel: p}) if chart.panel else line) for p in panels]
        )
    return lines


def _size(scene: Scene, *, rows: int, columns: int) -> tuple[float, float]:
    chart = scene.chart
    if scene.written:
        wide, high = 1.6 + 0.72 * len(scene.x.words), 0.8 + 0.34 * len(scene.y.words)
        return 1.0 + wide * columns, 1.0 + high * rows
    wide, high = (3.1, 2.8) if chart.mark is Mark.HEATMAP else (4.2, 3.3)
    if columns == 1 and rows == 1:
        wide, high = (5.6, 4.6) if chart.mark is Mark.HEATMAP else (7.2, 4.2)
    room = max(WIDTH - 0.8, LEAST_WIDTH * columns)
    scale = min(1.0, room / (wide * columns))
    height = min(1.1 + high * max(scale, 0.6) * rows, 19.0)
    return max(wide * scale * columns + 0.8, 6.5), height


def _scene(report: Report, chart: Chart) -> Scene:
    frame = report.frame
    x = read_axis(frame, chart.x, label=label(chart, chart.x), logarithmic=chart.log_x)
    names = distinct(frame, chart.series) if chart.series else [""]
    crowded = len(names) > SERIES
    bars = chart.mark is Mark.HISTOGRAM
    if bars:
        text = label(chart, chart.y) if chart.y else "count"
        y = Axis(column=chart.y, label=text, logarithmic=chart.log_y)
    else:
        y = read_axis(frame, chart.y, label=label(chart, chart.y), logarithmic=chart.log_y)
    return Scene(
        chart=chart,
        x=x,
        y=y,
        looks=_ramp(names) if crowded else looks(names),
        crowded=crowded,
        marked=not crowded and not chart.line and _longest(frame, chart) <= MANY_POINTS,
        norm=_norm(report, chart) if chart.mark is Mark.HEATMAP else None,
        edges=bar_edges(frame, x, chart=chart) if bars and not x.words else None,
    )


def _longest(frame: Frame, chart: Chart) -> int:
    """Count the points of the longest line."""
    keys = [key for key in dict.fromkeys((chart.row, chart.panel, chart.series)) if key]
    return max((len(part) for _, part in group(frame, keys)), default=0) if keys else len(frame)


def _ramp(names: list[str]) -> dict[str, Look]:
    colours = colormaps["viridis"](np.linspace(0.0, 0.9, len(names)))
    return {n: Look(colour=to_hex(c), marker="o") for n, c in zip(names, colours, strict=True)}


def _norm(report: Report, chart: Chart) -> Normalize:
    values = floats(report.frame, chart.value)
    known = values[np.isfinite(values)]
    if chart.log_value:
        known = known[known > 0]
    if not len(known):
        raise InvalidValueError(
            f"{report.name}: expected finite values of {chart.value}, found none; nothing drawn."
        )
    low, high = chart.limits or (float(known.min()), float(known.max()))
    if chart.log_value:
        return LogNorm(vmin=low, vmax=max(high, low * 1.01))
    return Normalize(vmin=low, vmax=max(high, low + 1e-12))


def _panel(ax: AnyAxes, part: Frame, *, scene: Scene) -> AnyArtist:
    scene.x.dress(ax, "x")
    scene.y.dress(ax, "y")
    if scene.chart.mark is Mark.HEATMAP:
        return draw_map(ax, part, scene=scene)
    draw = {Mark.LINE: draw_lines, Mark.POINTS: draw_points, Mark.HISTOGRAM: draw_bars}
    draw[scene.chart.mark](ax, part, scene=scene)
    if scene.chart.limits:
        ax.set_ylim(*scene.chart.limits)
    return None


def _write(
    axes: list[list[AnyAxes]], parts: list[list[tuple[str, Frame]]], *, scene: Scene
) -> None:
    """Write titles and axis labels, and hide the panels that are left over."""
    chart, flat = scene.chart, len(parts) == 1
    cells = [ax for line in axes for ax in line]
    panels = [panel for line in parts for panel in line]
    columns = len(axes[0])
    for k, ax in enumerate(cells):
        if k >= len(panels) or not len(panels[k][1]):
            ax.set_visible(False)
            continue
        if flat or k < columns:
            ax.set_title(_value(chart, chart.panel, panels[k][0]) if chart.panel else "")
        if k + columns >= len(panels):
            ax.set_xlabel(scene.x.label)
        if k % columns == 0:
            ax.set_ylabel(scene.y.label)
    if chart.row:
        for line, panel in zip(axes, parts, strict=True):
            first = next(text for _, part in panel for text in distinct(part, chart.row))
            line[0].set_ylabel(f"{_value(chart, chart.row, first)}\n{scene.y.label}")


def _value(chart: Chart, column: str, text: str) -> str:
    """Write the value of a column as a title: a word unchanged, a number after what it counts."""
    try:
        return f"{label(chart, column)} {short(float(text))}"
    except ValueError:
        return text


def _add_colour_bar(
    figure: AnyFigure, axes: list[AnyAxes], *, meshes: list[AnyArtist], scene: Scene
) -> None:
    mesh = next((mesh for mesh in meshes if mesh is not None), None)
    if mesh is None:
        return
    high = any(np.ma.max(m.get_array()) > m.norm.vmax for m in meshes if m is not None)
    width, height = figure.get_size_inches()
    shape = max(20.0, 40 * height / width)
    bar = figure.colorbar(
        mesh, ax=axes, extend="max" if high else "neither", pad=0.015, aspect=shape
    )
    bar.set_label(colour_label(label(scene.chart, scene.chart.value), scene.chart.better))


def _handles(frame: Frame, scene: Scene) -> list[Line2D]:
    chart = scene.chart
    if chart.mark is Mark.HEATMAP or scene.crowded:
        return []
    line = "-" if chart.mark is Mark.LINE else ""
    style: Any = {"linestyle": line, "linewidth": scene.stroke, "markersize": 4 if line else 6}
    marks = {Mark.LINE: None if scene.marked else "", Mark.HISTOGRAM: "s"}
    mark = marks.get(chart.mark)
    handles: list[Line2D] = []
    drawn = scene.looks
    if chart.series and chart.y and is_numeric(frame, chart.y):
        drawn = shown(frame, chart.series, looks=scene.looks, values=[chart.y])
    for name, look in drawn.items():
        if name and not (chart.series == ORIGIN and name == PUBLISHED):
            marker = look.marker if mark is None else mark
            handles.append(Line2D([], [], color=look.colour, marker=marker, label=name, **style))
    if chart.series and is_numeric(frame, chart.series):
        for handle in handles:
            handle.set_label(_value(chart, chart.series, str(handle.get_label())))
    if ORIGIN in frame.columns and PUBLISHED in distinct(frame, ORIGIN):
        hollow = Line2D([], [], color=FAINT, marker="o", markersize=7.5, markerfacecolor="none")
        hollow.set(linestyle="", label="published (hollow)")
        handles.append(hollow)
    return handles
