"""The report of a table that says itself how it is drawn."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.experiments import Chart, Mark
from nalm.reports.drawing._chart_columns import ORIGIN, columns, label
from nalm.reports.interface._frames import Frame, distinct, floats, is_numeric, records, where
from nalm.reports.interface._grid import Cell, Grid, Listing
from nalm.reports.interface._report import Report
from nalm.reports.interface._text import MISSING, rate, short

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WHOLE = 60
"""Rows that a table shows one by one; more are summarised."""

PLACES = 5
"""Places of the horizontal axis at which a summary shows lines."""

SMALL = 0.1
"""Bound of the values whose share a summary tells."""


@final
@dataclass(frozen=True, kw_only=True)
class ChartReport(Report):
    """Hold any table with its chart; a long one is summarised panel by panel.

    Args:
        chart: How the rows are drawn.
    """

    chart: Chart

    def __post_init__(self) -> None:
        """Check that the table has the columns of the chart."""
        wanted = [name for name in columns(self.chart) if name not in self.frame.columns]
        if wanted:
            raise InvalidValueError(
                f"{self.name}: the chart needs the columns {wanted}, found "
                f"{list(self.frame.columns)}; name columns of the table in the chart."
            )

    def grids(self) -> list[Grid]:
        """Show what the listing shows."""
        listing = self.listing()
        rows = tuple(tuple(Cell(lines=(text,)) for text in row) for row in listing.rows)
        return [Grid(title="", header=listing.header, rows=rows)]

    def listing(self) -> Listing:
        """List every row of a short table, and one per panel, series and line of a long one."""
        if self.chart.mark is not Mark.HEATMAP and len(self.frame) <= WHOLE:
            header = tuple(label(self.chart, str(name)) for name in self.frame.columns)
            rows = tuple(tuple(map(short, row.values())) for row in records(self.frame))
            return Listing(header=header, rows=rows)
        return _summary(self.frame, self.chart)

    def figure(self) -> "Figure":
        """Draw the chart."""
        from nalm.reports.drawing._charts import draw_chart

        return draw_chart(self, chart=self.chart)


def _summary(frame: Frame, chart: Chart) -> Listing:
    names = (chart.row, chart.panel, chart.series, chart.line)
    keys = [key for key in dict.fromkeys(names) if key]
    keys += [ORIGIN] if ORIGIN in frame.columns and ORIGIN not in keys else []
    if chart.mark is Mark.LINE and is_numeric(frame, chart.x) and is_numeric(frame, chart.y):
        return _along(frame, chart, keys=keys)
    column = chart.value or chart.y or chart.x
    header = (*(label(chart, key) for key in keys), "Points", f"Least {label(chart, column)}")
    header = (*header, "Median", "Largest", f"Below {SMALL:g}")
    rows = tuple((*names, *_describe(part, column)) for names, part in _groups(frame, keys))
    return Listing(header=header, rows=rows)


def _along(frame: Frame, chart: Chart, *, keys: list[str]) -> Listing:
    """Show each line at a few places of the horizontal axis."""
    x = floats(frame, chart.x)
    low, high = float(x.min()), float(x.max())
    logarithmic = chart.log_x and low > 0
    even = np.geomspace(low, high, PLACES) if logarithmic else np.linspace(low, high, PLACES)
    # At values that there are: the last before each of an even division.
    places = [float(x[x <= at].max()) for at in even[:-1]]
    places = list(dict.fromkeys([*places, high]))
    rows = tuple((*names, *_values_at(part, chart, places)) for names, part in _groups(frame, keys))
    header = (label(chart, key) for key in keys)
    whole = (int(place) if place.is_integer() else place for place in places)
    at = (f"{label(chart, chart.x)} {short(place)}" for place in whole)
    return Listing(header=(*header, *at), rows=rows)


def _values_at(part: Frame, chart: Chart, places: list[float]) -> tuple[str, ...]:
    x, y = floats(part, chart.x), floats(part, chart.y)
    order = np.argsort(x, kind="stable")
    last = np.searchsorted(x[order], places, side="right") - 1
    inside = (k >= 0 and place <= x.max() for k, place in zip(last, places, strict=True))
    values = (short(float(y[order][k])) for k in last)
    return tuple(text if here else MISSING for text, here in zip(values, inside, strict=True))


def _groups(frame: Frame, keys: list[str]) -> list[tuple[tuple[str, ...], Frame]]:
    groups: list[tuple[tuple[str, ...], Frame]] = [((), frame)]
    for key in keys:
        groups = [
            ((*names, value), where(part, **{key: value}))
            for names, part in groups
            for value in distinct(part, key)
        ]
    return groups


def _describe(part: Frame, column: str) -> tuple[str, ...]:
    points = str(len(part))
    if not is_numeric(part, column):
        return (points, *[MISSING] * 4)
    values: FloatArray = floats(part, column)
    known = values[~np.isnan(values)]
    if not len(known):
        return (points, *[MISSING] * 4)
    ends = (float(known.min()), float(np.median(known)), float(known.max()))
    return (points, *map(short, ends), rate(float(np.mean(known < SMALL))))
