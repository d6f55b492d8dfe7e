"""How a table of numbers is drawn, as data."""

from dataclasses import dataclass
from enum import Enum
from typing import Literal


class Mark(Enum):
    """What stands for a row of the table."""

    LINE = "line"
    POINTS = "points"
    HEATMAP = "heatmap"
    HISTOGRAM = "histogram"


@dataclass(frozen=True, kw_only=True)
class Chart:
    """Describe a figure whose data lie in the columns of a table.

    Args:
        mark: What is drawn.
        x: Column of the horizontal axis.
        y: Column of the vertical axis; for a histogram the column of the counts of the bars around
            each x, or empty to count rows.
        value: Column of the colour of a heatmap; empty for the others.
        series: Column that tells the lines, points or stacked bars of a panel apart; may be empty.
        line: Column that tells the lines of a series apart, such as runs; may be empty.
        panel: Column with one panel per value; may be empty.
        row: Column with one row of panels per value; may be empty.
        low, high: Columns of the ends of an error band or bar; may be empty. A heatmap with them
            is a table: value and ends are written in its cells.
        log_x, log_y, log_value: Whether an axis, or the colour, is logarithmic.
        better: Which values of a heatmap are good and bright, ``high`` or ``low``; empty where
            neither is, as for weights.
        limits: Ends of the colour bar, or of the vertical axis; None lets the data decide.
        labels: Text for a column's axis or colour bar: ``(("w1", "w₁"),)``.
    """

    mark: Mark
    x: str
    y: str = ""
    value: str = ""
    series: str = ""
    line: str = ""
    panel: str = ""
    row: str = ""
    low: str = ""
    high: str = ""
    log_x: bool = False
    log_y: bool = False
    log_value: bool = False
    better: Literal["high", "low", ""] = ""
    limits: tuple[float, float] | None = None
    labels: tuple[tuple[str, str], ...] = ()
