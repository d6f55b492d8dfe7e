"""The report of a computed curve: error against the upper end of the input range."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from nalm.reports.interface._frames import Frame, distinct, records, where, with_column
from nalm.reports.interface._grid import Cell, Grid, Listing
from nalm.reports.interface._report import Report
from nalm.reports.interface._text import scientific
from nalm.reports.published._published import published_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CURVE_COLUMNS = frozenset({"task", "unit", "upper", "mse"})
"""Columns that make a data frame a curve."""


@final
@dataclass(frozen=True, kw_only=True)
class CurveReport(Report):
    """Hold one error per task, unit and range, with the published one where there is one."""

    def grids(self) -> list[Grid]:
        """Arrange ranges below each other and units abreast, one grid per task."""
        tasks = distinct(self.frame, "task")
        return [_grid(task, where(self.frame, task=task)) for task in tasks]

    def listing(self) -> Listing:
        """List one line per task, unit and range."""
        rows = tuple(
            (
                str(row["task"]),
                str(row["unit"]),
                f"[0,{row['upper']:g})",
                scientific(row["mse"], digits=2),
                scientific(row["published_mse"], digits=2),
            )
            for row in records(self.frame)
        )
        return Listing(header=("Task", "Unit", "Range", "MSE", "Published"), rows=rows)

    def figure(self) -> "Figure":
        """Draw one panel per task, error against range, both logarithmic."""
        from nalm.reports.drawing._curves import draw_curves

        return draw_curves(self)


def with_published(experiment: str, frame: Frame) -> Frame:
    """Add the published error to every point of a curve.

    Args:
        experiment: Name of the experiment.
        frame: Columns `CURVE_COLUMNS`.

    Returns:
        A new frame with the column ``published_mse``; NaN where the paper has no number.

    Example:
        >>> import pandas as pd
        >>> point = pd.DataFrame([{"task": "easy", "unit": "NRU", "upper": 1.0, "mse": 1e-11}])
        >>> float(with_published("mistry2021division/fig5", point)["published_mse"].iloc[0])
        4.6e-11
    """
    values: list[float] = []
    for row in records(frame):
        interval = f"[0,{row['upper']:g})"
        names = {"unit": str(row["unit"]), "task": str(row["task"]), "interpolation": interval}
        number = published_number(experiment, "mse", **names)
        values.append(number.value if number else math.nan)
    return with_column(frame, "published_mse", values=values)


def _grid(task: str, part: Frame) -> Grid:
    units = distinct(part, "unit")
    points = {(row["upper"], row["unit"]): row for row in records(part)}
    rows: list[tuple[Cell, ...]] = []
    for upper in dict.fromkeys(upper for upper, _ in points):
        cells = [Cell(lines=(f"[0,{upper:g})",))]
        for unit in units:
            row = points.get((upper, unit), {"mse": math.nan, "published_mse": math.nan})
            lines = [scientific(row["mse"], digits=2)]
            if not math.isnan(row["published_mse"]):
                lines.append(f"paper {scientific(row['published_mse'], digits=2)}")
            cells.append(Cell(lines=tuple(lines)))
        rows.append(tuple(cells))
    title = f"{task}: mean squared error with exact weights"
    return Grid(title=title, header=("range", *units), rows=tuple(rows))
