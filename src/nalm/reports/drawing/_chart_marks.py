"""The marks of a chart: lines, points, maps and bars in one panel."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.colors import Normalize

from nalm._typing import FloatArray
from nalm.experiments import Chart, Mark
from nalm.reports.drawing._axis import Axis
from nalm.reports.drawing._canvas import AnyArtist, AnyAxes
from nalm.reports.drawing._chart_columns import ORIGIN, PUBLISHED
from nalm.reports.drawing._style import FAINT, Look, colour_map
from nalm.reports.interface._frames import Frame, distinct, floats, group, select, texts, where
from nalm.reports.interface._text import MISSING, rate

INK, PAPER = "#111111", "#fefefe"
"""Writing on bright and on dark cells, which no theme of a page may change."""

BRIGHT = 0.55
"""Share of the colour scale from which on its colours are bright."""

SPREAD = 0.6
"""Share of the distance between two words over which the series are spread."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """What all panels of a figure have in common.

    Args:
        chart: What is drawn.
        x: The horizontal axis.
        y: The vertical axis; of no use to a histogram.
        looks: Look per series.
        crowded: Whether there are too many series for markers and a legend.
        marked: Whether the points of lines have markers: all in the figure, or none.
        norm: Colour scale of the maps.
        edges: Ends of the bars of a histogram; empty for words.
    """

    chart: Chart
    x: Axis
    y: Axis
    looks: Mapping[str, Look]
    crowded: bool = False
    marked: bool = True
    norm: Normalize | None = None
    edges: FloatArray | None = None

    @property
    def written(self) -> bool:
        """Whether it is a heatmap that shows its numbers too."""
        return self.chart.mark is Mark.HEATMAP and bool(self.chart.low)

    @property
    def stroke(self) -> float:
        """Width of a line."""
        return 0.8 if self.crowded or self.chart.line else 1.4

    def split(self, part: Frame) -> list[tuple[Look, Frame]]:
        """Cut a panel's rows by series."""
        if not self.chart.series:
            return [(self.looks[""], part)]
        present = distinct(part, self.chart.series)
        return [(self.looks[s], where(part, **{self.chart.series: s})) for s in present]


def draw_lines(ax: AnyAxes, part: Frame, *, scene: Scene) -> None:
    """Draw the lines of each series with their error bands; the paper's points are hollow.

    Args:
        ax: Where to draw.
        part: The panel's rows.
        scene: What all panels share.
    """
    for look, own in scene.split(part):
        ours, theirs = _by_origin(own)
        for line in _lines(ours, scene):
            x, y, low, high = _sorted(line, scene)
            if scene.chart.low:
                ax.fill_between(x, low, high, color=look.colour, alpha=0.18, linewidth=0)
            marker = look.marker if scene.marked else ""
            ax.plot(x, y, color=look.colour, marker=marker, markersize=4, linewidth=scene.stroke)
        _hollow(ax, theirs, scene, look)


def draw_points(ax: AnyAxes, part: Frame, *, scene: Scene) -> None:
    """Draw one marker per row with its error bar; the paper's are hollow.

    Args:
        ax: Where to draw.
        part: The panel's rows.
        scene: What all panels share.
    """
    series = scene.split(part)
    shifts = np.zeros(len(series))
    if scene.x.words:
        shifts = (np.arange(len(series)) - (len(series) - 1) / 2) * SPREAD / max(len(series), 2)
    size = 4.5 if len(part) <= 200 else 2.5
    for shift, (look, own) in zip(shifts, series, strict=True):
        ours, theirs = _by_origin(own)
        x, y, low, high = _sorted(ours, scene)
        if scene.chart.low:
            bars = np.nan_to_num(np.clip(np.stack([y - low, high - y]), 0, None))
            plain = {"fmt": "none", "ecolor": look.colour, "elinewidth": 1.1}
            ax.errorbar(x + shift, y, yerr=bars, **plain)
        ax.plot(x + shift, y, look.marker, color=look.colour, markersize=size, markeredgewidth=0)
        _hollow(ax, theirs, scene, look, shift=float(shift))


def draw_map(ax: AnyAxes, part: Frame, *, scene: Scene) -> AnyArtist:
    """Draw a colour per pair of places; where there is no number, the panel is grey.

    Args:
        ax: Where to draw.
        part: The panel's rows.
        scene: What all panels share.

    Returns:
        What a colour bar explains.
    """
    across, column = np.unique(scene.x.places(part), return_inverse=True)
    up, line = np.unique(scene.y.places(part), return_inverse=True)
    values = np.full((len(up), len(across)), np.nan)
    found = floats(part, scene.chart.value)
    norm = scene.norm or Normalize()
    # What is infinite is beyond the scale; only what is not a number has no colour.
    values[line, column] = np.clip(found, norm.vmin, np.inf)
    values[np.isposinf(values)] = 2 * abs(norm.vmax or 1.0)
    colours = np.ma.masked_invalid(values)
    colours_of = colour_map(scene.chart.better)
    options: Any = {"norm": norm, "cmap": colours_of, "rasterized": True}
    mesh = ax.pcolormesh(cell_edges(across), cell_edges(up), colours, **options)
    ax.set_facecolor("#DDDDDD")
    ax.grid(visible=False)
    if scene.written:
        ax.invert_yaxis()  # a table is read from the top
        ax.set_xlim(-0.5, len(scene.x.words) - 0.5)
        _write_values(ax, part, scene=scene)
    return mesh


def cell_edges(centres: FloatArray) -> FloatArray:
    """Return the ends of cells: half way between their centres; a single one has a width of 1.

    Args:
        centres: Different, in order.

    Returns:
        One more than the centres.

    Example:
        >>> cell_edges(np.array([0.0, 1.0, 3.0])), cell_edges(np.array([2.0]))
        (array([-0.5,  0.5,  2. ,  4. ]), array([1.5, 2.5]))
    """
    if len(centres) == 1:
        return np.array([centres[0] - 0.5, centres[0] + 0.5])
    middles = (centres[:-1] + centres[1:]) / 2
    return np.array([2 * centres[0] - middles[0], *middles, 2 * centres[-1] - middles[-1]])


def _write_values(ax: AnyAxes, part: Frame, *, scene: Scene) -> None:
    names = (scene.chart.value, scene.chart.low, scene.chart.high)
    columns = (scene.x.places(part), scene.y.places(part), *(floats(part, n) for n in names))
    norm: Any = scene.norm or Normalize()
    for x, y, value, low, high in zip(*columns, strict=True):
        brightness = 1 - norm(value) if scene.chart.better == "low" else norm(value)
        colour = INK if np.isnan(value) or brightness > BRIGHT else PAPER
        text = MISSING if np.isnan(value) else f"{rate(value)}\n{rate(low)}–{rate(high)}"
        ax.text(x, y, text, color=colour, ha="center", va="center", fontsize=7)


def draw_bars(ax: AnyAxes, part: Frame, *, scene: Scene) -> None:
    """Draw a histogram whose series are stacked.

    Args:
        ax: Where to draw.
        part: The panel's rows.
        scene: What all panels share.
    """
    edges = np.arange(len(scene.x.words) + 1) - 0.5 if scene.edges is None else scene.edges
    below = np.zeros(len(edges) - 1)
    share = 0.8 if scene.x.words else 1.0
    for look, own in scene.split(part):
        weights = floats(own, scene.chart.y) if scene.chart.y else None
        heights, _ = np.histogram(scene.x.places(own), bins=edges, weights=weights)
        middle, width = (edges[:-1] + edges[1:]) / 2, np.diff(edges) * share
        line = {"edgecolor": "white", "linewidth": 0.4}
        ax.bar(middle, heights, width=width, bottom=below, color=look.colour, **line)
        below = below + heights


def _lines(own: Frame, scene: Scene) -> list[Frame]:
    if not scene.chart.line:
        return [own]
    return [line for _, line in group(own, [scene.chart.line])]


def _by_origin(own: Frame) -> tuple[Frame, Frame]:
    theirs = [False] * len(own)
    if ORIGIN in own.columns:
        theirs = [text == PUBLISHED for text in texts(own, ORIGIN)]
    return select(own, (not each for each in theirs)), select(own, theirs)


def _sorted(own: Frame, scene: Scene) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    x, y = scene.x.places(own), scene.y.places(own)
    order = np.argsort(x, kind="stable")
    ends = [floats(own, name) if name else y for name in (scene.chart.low, scene.chart.high)]
    if scene.y.logarithmic and len(y) and np.isfinite(y).any():
        # An error bar that reaches zero ends where the panel does.
        ends = [np.maximum(end, np.nanmin(y) / 10) for end in ends]
    return x[order], y[order], ends[0][order], ends[1][order]


def _hollow(ax: AnyAxes, theirs: Frame, scene: Scene, look: Look, *, shift: float = 0.0) -> None:
    if not len(theirs):
        return
    x, y, low, high = _sorted(theirs, scene)
    hollow = {"markerfacecolor": "none", "markeredgewidth": 1.0, "markersize": 7.5}
    if scene.chart.low:
        bars = np.nan_to_num(np.clip(np.stack([y - low, high - y]), 0, None))
        ax.errorbar(x + shift, y, yerr=bars, fmt="none", ecolor=FAINT, elinewidth=0.8, zorder=1)
    colour = look.colour if scene.chart.series != ORIGIN else FAINT
    ax.plot(x + shift, y, look.marker, color=colour, **hollow)
