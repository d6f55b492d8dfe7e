"""The report of an experiment that was trained: units × ranges."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, final

from nalm.experiments import Chart, Parameter
from nalm.reports.interface._frames import Frame, Record, distinct, records, where
from nalm.reports.interface._grid import Cell, Grid, Listing
from nalm.reports.interface._report import Report
from nalm.reports.interface._text import MISSING, NEGLIGIBLE, rate, scientific, steps
from nalm.reports.model._overview import overview_grids, pooled
from nalm.reports.published._comparison import DIFFERS, paper_lines
from nalm.reports.published._names import ALL_RANGES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

UNITS_ABREAST = 4
"""Units in a grid at most, so that it fits into 100 columns."""

_CAPTION = (
    "Success rate (95 % interval). Of the solved runs: mean step at which they were solved, mean "
    "sparsity error."
)


@final
@dataclass(frozen=True, kw_only=True)
class TrainingReport(Report):
    """Hold the table of `nalm.reports.table`, and arrange it with one column per unit.

    Args:
        parameters: What a sweep varies, value by value; empty outside of sweeps.
        chart: How success over all ranges is drawn; None for panels by range or parameter.
    """

    parameters: tuple[Parameter, ...] = ()
    chart: Chart | None = None

    kind: ClassVar[str] = "settings"

    def grids(self) -> list[Grid]:
        """Arrange ranges below each other and units abreast, one grid per task.

        With a chart, units × tasks come first; the ranges follow where the units are few.
        """
        tasks = distinct(self.frame, "task")
        grids: list[Grid] = []
        if self.chart is not None:
            grids = overview_grids(pooled(self.frame), self.chart)
            if len(distinct(self.frame, "unit")) > UNITS_ABREAST:
                return grids
        for task in tasks:
            part = where(self.frame, task=task)
            units = distinct(part, "unit")
            for start in range(0, len(units), UNITS_ABREAST):
                title = f"task {task}" if len(tasks) > 1 and start == 0 else ""
                grids.append(_grid(title, part, units=units[start : start + UNITS_ABREAST]))
        if grids:
            grids[-1] = replace(grids[-1], caption=_CAPTION)
        return grids

    def listing(self) -> Listing:
        """List one line per unit, task and range."""
        names = {"Unit": "unit"}
        names |= {"Task": "task"} if len(distinct(self.frame, "task")) > 1 else {}
        names |= {"Range": "interpolation"}
        names |= {"Parameter": "parameter"} if self.parameters else {}
        return Listing(
            header=(
                *(*names, "Runs", "Success rate", "95 % interval"),
                *("Published", "Verdict", "Solved at step", "Sparsity error"),
            ),
            rows=tuple(
                (*(record[name] for name in names.values()), *_line(record))
                for record in records(self.frame)
            ),
        )

    def figure(self) -> "Figure":
        """Draw the chart, or success, speed and sparsity by range or parameter."""
        if self.chart is not None:
            from nalm.reports.drawing._charts import draw_chart

            return draw_chart(replace(self, frame=pooled(self.frame)), chart=self.chart)
        if self.parameters:
            from nalm.reports.drawing._sweeps import draw_sweeps

            return draw_sweeps(self, parameters=self.parameters)
        from nalm.reports.drawing._panels import draw_panels

        return draw_panels(self)


def _grid(title: str, part: Frame, *, units: list[str]) -> Grid:
    places, several = _places(part), len(distinct(part, "interpolation")) > 1
    lines = records(part)
    rows: list[tuple[Cell, ...]] = []
    for place in places:
        cells = [
            _cell([r for r in lines if (r["unit"], _place(r)) == (unit, place)]) for unit in units
        ]
        interval, parameter = place
        text = "all ranges" if interval == ALL_RANGES else interval
        label = (parameter, *((text,) if several else ())) if parameter else (text,)
        rows.append((Cell(lines=label), *cells))
    header = "parameter" if any(parameter for _, parameter in places) else "range"
    return Grid(title=title, header=(header, *units), rows=tuple(rows))


def _place(record: Record) -> tuple[str, str]:
    return record["interpolation"], record["parameter"]


def _places(part: Frame) -> list[tuple[str, str]]:
    """List the pairs of range and parameter, the ranges in the order in which any unit has them."""
    return list(dict.fromkeys(_place(record) for record in records(part)))


def _cell(lines: Sequence[Record]) -> Cell:
    alert = any(r["runs"] < r["expected_runs"] or r["verdict"] == DIFFERS for r in lines)
    return Cell(lines=tuple(text for r in lines for text in _cell_lines(r)), alert=alert)


def _cell_lines(record: Record) -> list[str]:
    digits = _digits(record)
    lines: list[str] = []
    if record["runs"]:
        lines.append(f"{rate(record['success_rate'], digits=digits)} {_interval(record)}")
    if not math.isnan(record["published_success_rate"]):
        published = rate(record["published_success_rate"], digits=digits)
        lines += paper_lines(published, record["verdict"])
    if not math.isnan(record["solved_at_mean"]):
        lines.append(
            f"{steps(record['solved_at_mean'])} steps, {_sparsity(record['sparsity_error'])}"
        )
    if record["runs"] < record["expected_runs"]:
        lines.append(f"{record['runs']} of {record['expected_runs']} runs")
    if record["diverged"]:
        lines.append(f"{record['diverged']} diverged")
    return lines


def _line(record: Record) -> tuple[str, ...]:
    runs, expected = record["runs"], record["expected_runs"]
    digits = _digits(record)
    return (
        str(runs) if runs == expected else f"{runs} of {expected}",
        rate(record["success_rate"], digits=digits),
        _interval(record) if runs else MISSING,
        rate(record["published_success_rate"], digits=digits),
        record["verdict"] or MISSING,
        steps(record["solved_at_mean"]),
        _sparsity(record["sparsity_error"]),
    )


def _sparsity(value: float) -> str:
    return "0" if value < NEGLIGIBLE else scientific(value, digits=1)


def _interval(record: Record) -> str:
    return f"({rate(record['success_low'])}–{rate(record['success_high'])})"


def _digits(record: Record) -> int:
    return 3 if record["interpolation"] == ALL_RANGES else 2  # the papers' means have three
