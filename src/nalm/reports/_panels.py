"""The drawing of a trained experiment: success, speed and sparsity by range."""

from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from nalm._typing import FloatArray
from nalm.reports._canvas import AnyAxes, subplots
from nalm.reports._frames import Frame, distinct, floats, records, where
from nalm.reports._legend import add_heading
from nalm.reports._names import ALL_RANGES
from nalm.reports._report import Report
from nalm.reports._style import BAND, FAINT, Look, looks
from nalm.reports._text import NEGLIGIBLE, scientific, steps

SPREAD = 0.8
"""Share of the distance between two ranges over which the units are spread."""


@dataclass(frozen=True, kw_only=True)
class _Panel:
    """What a panel shows: the estimate's column, its interval's columns, the paper's column."""

    title: str
    estimate: str
    low: str
    high: str
    published: str = ""


_SUCCESS = _Panel(
    title="Success rate",
    estimate="success_rate",
    low="success_low",
    high="success_high",
    published="published_success_rate",
)
_SPEED = _Panel(
    title="Solved at iteration",
    estimate="solved_at_mean",
    low="solved_at_low",
    high="solved_at_high",
)
_SPARSITY = _Panel(
    title="Sparsity error",
    estimate="sparsity_error",
    low="sparsity_low",
    high="sparsity_high",
)


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
        for panel, ax in zip((_SUCCESS, _SPEED, _SPARSITY), line, strict=True):
            _draw(ax, part, panel=panel, units=units)
            prefix = f"{task}: " if len(tasks) > 1 else ""
            ax.set_title(prefix + (panel.title.lower() if prefix else panel.title))
        _scale_success(line[0])
        _scale_speed(line[1], _extent(part, _SPEED))
        _scale_sparsity(line[2], _extent(part, _SPARSITY))
    add_heading(figure, report, handles=_handles(frame, units))
    return figure


def _draw(ax: AnyAxes, part: Frame, *, panel: _Panel, units: dict[str, Look]) -> None:
    ranges = [r for r in distinct(part, "interpolation") if r != ALL_RANGES]
    if panel is _SUCCESS and len(where(part, interpolation=ALL_RANGES)):
        ax.axvline(len(ranges) - 0.5, color="#CCCCCC", linewidth=0.8)
        ranges.append(ALL_RANGES)
    present = [unit for unit in units if len(where(part, unit=unit))]
    shifts = (np.arange(len(present)) - (len(present) - 1) / 2) * SPREAD / max(len(present), 2)
    for unit, shift in zip(present, shifts, strict=True):
        own = where(part, unit=unit)
        labels = [row["interpolation"] for row in records(own)]
        # The pooled line is beyond the axis where the panel has no place for it.
        places = np.array([ranges.index(r) + shift if r in ranges else np.nan for r in labels])
        _series(ax, own, places=places, panel=panel, look=units[unit])
    ax.set_xticks(range(len(ranges)), ranges, rotation=40, ha="right", rotation_mode="anchor")
    ax.set_xlim(-0.6, max(len(ranges), 1) - 0.4)
    ax.tick_params(axis="x", length=0)
    for k in range(0, len(ranges), 2):
        ax.axvspan(k - 0.5, k + 0.5, color=BAND, linewidth=0, zorder=0)


def _series(ax: AnyAxes, own: Frame, *, places: FloatArray, panel: _Panel, look: Look) -> None:
    middle = floats(own, panel.estimate)
    low, high = floats(own, panel.low), floats(own, panel.high)
    # A point without an interval is drawn as a point.
    below = np.nan_to_num(np.clip(middle - low, 0, None))
    above = np.nan_to_num(np.clip(high - middle, 0, None))
    ax.errorbar(
        places,
        middle,
        yerr=np.stack([below, above]),
        fmt=look.marker,
        color=look.colour,
        markersize=4.5,
        elinewidth=1.1,
        markeredgewidth=0,
        zorder=3,
    )
    if panel.published:
        hollow = {"markerfacecolor": "none", "markeredgewidth": 1.0, "markersize": 7.5}
        published = floats(own, panel.published)
        ax.plot(places, published, look.marker, color=look.colour, zorder=2, **hollow)


def _scale_success(ax: AnyAxes) -> None:
    ax.set_ylim(-0.04, 1.06)
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1.0])


def _scale_speed(ax: AnyAxes, values: FloatArray) -> None:
    positive = values[values > 0]
    if len(positive) and positive.max() > 12 * positive.min():
        ax.set_yscale("log")
        ax.set_ylim(positive.min() / 1.4, positive.max() * 1.4)
        ax.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        ax.yaxis.set_minor_locator(NullLocator())
    else:
        ax.set_ylim(0, (positive.max() if len(positive) else 1.0) * 1.25)
    ax.yaxis.set_major_formatter(FuncFormatter(_steps))


def _scale_sparsity(ax: AnyAxes, values: FloatArray) -> None:
    positive = values[values > NEGLIGIBLE]
    if not len(positive):
        ax.set_ylim(-0.02, 0.52)
        return
    if positive.max() <= 100 * positive.min():
        ax.set_ylim(-0.04 * positive.max(), positive.max() * 1.25)
        ax.yaxis.set_major_formatter(FuncFormatter(_short))
        return
    # Weights that were clamped onto an integer have an error of exactly zero: the lowest line.
    smallest = 10.0 ** np.floor(np.log10(positive.min()))
    largest = 10.0 ** np.ceil(np.log10(positive.max()))
    ax.set_yscale("symlog", linthresh=smallest, linscale=0.5)
    ax.set_ylim(-0.15 * smallest, largest * 1.5)
    decades = LogLocator(numticks=7).tick_values(smallest, largest)
    ax.set_yticks([0.0, *(t for t in decades if smallest <= t <= largest * 1.01)])
    ax.yaxis.set_minor_locator(NullLocator())
    ax.yaxis.set_major_formatter(FuncFormatter(_scientific))


def _steps(value: float, _place: int | None) -> str:
    return steps(max(value, 0.0))


def _scientific(value: float, _place: int | None) -> str:
    return scientific(value)


def _short(value: float, _place: int | None) -> str:
    return f"{value:.2g}" if abs(value) >= 1e-3 else scientific(value, digits=1)


def _extent(part: Frame, panel: _Panel) -> FloatArray:
    """Collect the estimates and their intervals that a panel has to show."""
    columns = (panel.estimate, panel.low, panel.high)
    values = np.concatenate([floats(part, column) for column in columns])
    return values[np.isfinite(values)]


def _handles(frame: Frame, units: dict[str, Look]) -> list[Line2D]:
    handles = [
        Line2D([], [], color=look.colour, marker=look.marker, linestyle="", label=unit)
        for unit, look in units.items()
    ]
    if np.isfinite(floats(frame, "published_success_rate")).any():
        hollow = Line2D([], [], color=FAINT, marker="o", markersize=9, markerfacecolor="none")
        hollow.set(linestyle="", label="published (hollow)")
        handles.append(hollow)
    return handles
