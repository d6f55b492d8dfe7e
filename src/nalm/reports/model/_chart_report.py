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
        """List every row of a short table, and one line per panel and series of a long one."""
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
    keys = [key for key in dict.fromkeys((chart.row, chart.panel, chart.series)) if key]
    keys += [ORIGIN] if ORIGIN in frame.columns and ORIGIN not in keys else []
    column = chart.value or chart.y or chart.x
    header = (*(label(chart, key) for key in keys), "Points", f"Least {label(chart, column)}")
    header = (*header, "Median", "Largest", f"Below {SMALL:g}")
    rows = tuple((*names, *_describe(part, column)) for names, part in _groups(frame, keys))
    return Listing(header=header, rows=rows)


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
