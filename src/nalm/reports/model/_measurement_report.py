"""The report of what was measured on trained networks."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from nalm.experiments import Scale
from nalm.reports.interface._frames import Frame, Record, distinct, group, records
from nalm.reports.interface._grid import Cell, Grid, Listing
from nalm.reports.interface._report import Report
from nalm.reports.interface._text import MISSING, short
from nalm.reports.published._comparison import DIFFERS, paper_lines
from nalm.reports.published._names import place

if TYPE_CHECKING:
    from matplotlib.figure import Figure

UNITS_ABREAST = 3
"""Units in a grid at most, so that it fits into 100 columns."""

_PLACES = {"Task": "task", "Range": "interpolation", "Parameter": "parameter", "Metric": "metric"}
_CAPTION = "Mean over runs (95 % interval of the mean); median ± median absolute deviation."
_RATES = "Rate of success (95 % interval)."


@final
@dataclass(frozen=True, kw_only=True)
class MeasurementReport(Report):
    """Hold the table of `nalm.reports.measurement_table`.

    Args:
        measured: One row per run and value, for the figure.
    """

    measured: Frame

    kind: ClassVar[str] = "measurements"

    def grids(self) -> list[Grid]:
        """Arrange metrics below each other and units abreast, one grid per task."""
        units = distinct(self.frame, "unit")
        grids = [
            _grid(task, part, units=units[start : start + UNITS_ABREAST])
            for (task,), part in group(self.frame, ("task",))
            for start in range(0, len(units), UNITS_ABREAST)
        ]
        grids = [grid for grid in grids if grid.rows]
        if grids:
            grids[-1] = Grid(
                title=grids[-1].title,
                header=grids[-1].header,
                rows=grids[-1].rows,
                caption=_caption(self.frame),
            )
        return grids

    def listing(self) -> Listing:
        """List one line per setting and metric."""
        names = {name: column for name, column in _PLACES.items() if self._varies(column)}
        names = {"Unit": "unit", **names, "Metric": "metric"}
        return Listing(
            header=(
                *(*names, "Runs", "Mean", "95 % interval", "Median ± MAD"),
                *("Published", "Verdict"),
            ),
            rows=tuple(
                (*(record[name] for name in names.values()), *_line(record))
                for record in records(self.frame)
            ),
        )

    def figure(self) -> "Figure":
        """Draw the runs as dots with their mean, one panel per task and metric."""
        from nalm.reports.drawing._dots import draw_dots

        return draw_dots(self, measured=self.measured)

    def _varies(self, column: str) -> bool:
        values = distinct(self.frame, column)
        return any(values) if column == "parameter" else len(values) > 1


def _caption(part: Frame) -> str:
    scales = set(distinct(part, "scale"))
    texts = {_RATES if scale == Scale.SUCCESS.value else _CAPTION for scale in scales}
    return " ".join(sorted(texts))


def _grid(task: str, part: Frame, *, units: list[str]) -> Grid:
    own = [record for record in records(part) if record["unit"] in units]
    several = len(distinct(part, "interpolation")) > 1
    columns = (*(("interpolation",) if several else ()), "parameter")
    places = list(dict.fromkeys((r["metric"], place(r, columns=columns)) for r in own))
    rows: list[tuple[Cell, ...]] = []
    for metric, where in places:
        label = Cell(lines=tuple(filter(None, (metric, where))))
        alike = [r for r in own if (r["metric"], place(r, columns=columns)) == (metric, where)]
        rows.append((label, *(_cell([r for r in alike if r["unit"] == u]) for u in units)))
    units = [unit for unit in units if any(record["unit"] == unit for record in own)]
    rows = [(row[0], *row[1 : 1 + len(units)]) for row in rows] if units else []
    return Grid(title=f"task {task}", header=("metric", *units), rows=tuple(rows))


def _cell(lines: list[Record]) -> Cell:
    alert = any(r["runs"] < r["expected_runs"] or r["verdict"] == DIFFERS for r in lines)
    return Cell(lines=tuple(text for r in lines for text in _cell_lines(r)), alert=alert)


def _cell_lines(record: Record) -> list[str]:
    lines = [f"{short(record['mean'])} {_interval(record)}".rstrip()]
    if median := _median(record):
        lines.append(f"median {median}")
    if published := _published(record):
        lines += paper_lines(published, record["verdict"])
    if record["runs"] < record["expected_runs"]:
        lines.append(f"{record['runs']} of {record['expected_runs']} runs")
    if record["undefined"]:
        lines.append(f"{record['undefined']} not finite")
    return lines


def _line(record: Record) -> tuple[str, ...]:
    runs, expected = record["runs"], record["expected_runs"]
    known = str(runs) if runs == expected else f"{runs} of {expected}"
    return (
        known + (f" ({record['undefined']} not finite)" if record["undefined"] else ""),
        short(record["mean"]),
        _interval(record) or MISSING,
        _median(record) or MISSING,
        _published(record) or MISSING,
        record["verdict"] or MISSING,
    )


def _interval(record: Record) -> str:
    if math.isnan(record["mean_low"]):
        return ""
    return f"({short(record['mean_low'])} to {short(record['mean_high'])})"


def _median(record: Record) -> str:
    if math.isnan(record["median"]):
        return ""
    return f"{short(record['median'])} ± {short(record['mad'])}"


def _published(record: Record) -> str:
    texts: list[str] = []
    for value, ends, name in (
        ("published_mean", "published", ""),
        ("published_median", "published_median", "median "),
    ):
        if math.isnan(record[value]):
            continue
        low, high = record[f"{ends}_low"], record[f"{ends}_high"]
        spread = "" if math.isnan(low) else f" ({short(low)} to {short(high)})"
        texts.append(f"{name}{short(record[value])}{spread}")
    return ", ".join(texts)
