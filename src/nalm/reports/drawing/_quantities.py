"""The three quantities that describe trained runs: how each is drawn and scaled."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from nalm._typing import FloatArray
from nalm.reports.drawing._across import SERIES_COLUMN
from nalm.reports.drawing._axis import say_nothing
from nalm.reports.drawing._canvas import AnyAxes
from nalm.reports.drawing._legend import shown
from nalm.reports.drawing._style import FAINT, Look
from nalm.reports.interface._frames import Frame, floats
from nalm.reports.interface._text import NEGLIGIBLE, scientific, steps


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """Name the columns of what a panel shows.

    Args:
        title: Title of the panel.
        estimate: Column of the estimate.
        low, high: Columns of the ends of its interval.
        published: Column of the paper's number; may be empty.
        nothing: What an empty panel says.
    """

    title: str
    estimate: str
    low: str
    high: str
    published: str = ""
    nothing: str = "no run is solved"


SUCCESS = Quantity(
    title="Success rate",
    estimate="success_rate",
    low="success_low",
    high="success_high",
    published="published_success_rate",
    nothing="no run that counts as solved or not",
)
SPEED = Quantity(
    title="Solved at step",
    estimate="solved_at_mean",
    low="solved_at_low",
    high="solved_at_high",
)
SPARSITY = Quantity(
    title="Sparsity error",
    estimate="sparsity_error",
    low="sparsity_low",
    high="sparsity_high",
)
QUANTITIES = (SUCCESS, SPEED, SPARSITY)
_DRAWN = (*(each.estimate for each in QUANTITIES), SUCCESS.published)


def draw_series(
    ax: AnyAxes, own: Frame, *, places: FloatArray, quantity: Quantity, look: Look
) -> None:
    """Draw one unit's points with their intervals; the paper's are hollow.

    Args:
        ax: Where to draw.
        own: The unit's rows.
        places: Horizontal place of each row.
        quantity: What to draw.
        look: How the unit looks.
    """
    middle = floats(own, quantity.estimate)
    low, high = floats(own, quantity.low), floats(own, quantity.high)
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
    if quantity.published:
        hollow = {"markerfacecolor": "none", "markeredgewidth": 1.0, "markersize": 7.5}
        published = floats(own, quantity.published)
        ax.plot(places, published, look.marker, color=look.colour, zorder=2, **hollow)


def scale(ax: AnyAxes, part: Frame, *, quantity: Quantity) -> None:
    """Give a panel the limits and ticks of its quantity.

    Args:
        ax: The panel.
        part: All its rows.
        quantity: What it shows.
    """
    values = _extent(part, quantity)
    if quantity is SUCCESS:
        values = np.append(values, floats(part, SUCCESS.published))
    if not np.isfinite(values).any():
        say_nothing(ax, quantity.nothing)
    elif quantity is SUCCESS:
        _scale_success(ax)
    elif quantity is SPEED:
        _scale_speed(ax, values)
    else:
        _scale_sparsity(ax, values)


def series_handles(
    frame: Frame,
    series: Mapping[str, Look],
    *,
    column: str = SERIES_COLUMN,
    line: Literal["", "-"] = "",
) -> list[Line2D]:
    """Explain the series, and the hollow markers where there are published numbers.

    Args:
        frame: All rows.
        series: Look of each, which are units or ranges.
        column: Column of their names.
        line: Style of the line that joins the markers; empty for none.

    Returns:
        What the legend shows.
    """
    handles = [
        Line2D([], [], color=look.colour, marker=look.marker, linestyle=line, label=name)
        for name, look in shown(frame, column, looks=series, values=_DRAWN).items()
    ]
    if np.isfinite(floats(frame, "published_success_rate")).any():
        hollow = Line2D([], [], color=FAINT, marker="o", markersize=9, markerfacecolor="none")
        hollow.set(linestyle="", label="published (hollow)")
        handles.append(hollow)
    return handles


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
        ax.yaxis.set_major_locator(MaxNLocator(5, integer=True))
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


def _extent(part: Frame, quantity: Quantity) -> FloatArray:
    """Collect the estimates and their intervals that a panel has to show."""
    columns = (quantity.estimate, quantity.low, quantity.high)
    values = np.concatenate([floats(part, column) for column in columns])
    return values[np.isfinite(values)]
