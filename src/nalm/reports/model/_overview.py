"""Units × tasks: what an experiment came to over all ranges, row by row of a heatmap."""

from dataclasses import replace

from nalm.experiments import Chart
from nalm.reports.interface._frames import (
    Frame,
    Record,
    distinct,
    floats,
    group,
    known_median,
    records,
    select,
    where,
)
from nalm.reports.interface._grid import Cell, Grid
from nalm.reports.interface._text import MISSING, rate, short
from nalm.reports.published._names import ALL_RANGES

ABREAST = 4
"""Columns of rates in a grid at most, so that it fits into 100 columns."""

_CAPTION = "Success rate over all ranges (95 % interval)."
_TIMES = "ms for 1000 steps"
_SHARE = "Of a run: its share of the time of its cohort."


def pooled(frame: Frame) -> Frame:
    """Select the rows about all ranges of a unit, a task and a parameter.

    Args:
        frame: From `nalm.reports.table`.

    Returns:
        The pool of each, or its only row where it has one range.

    Example:
        >>> from nalm.reports import table
        >>> len(pooled(table([])))
        0
    """
    sizes = {key: len(part) for key, part in group(frame, ("unit", "task", "parameter"))}
    return select(frame, (_is_pool(record, sizes) for record in records(frame)))


def overview_grids(frame: Frame, chart: Chart) -> list[Grid]:
    """Arrange rates as the chart does: its rows, its columns, a table for each panel.

    Args:
        frame: From `pooled`.
        chart: A heatmap of it.

    Returns:
        Grids of at most four columns of rates, and one of times.
    """
    if not len(frame):
        return []
    panels = {name: where(frame, **{chart.panel: name}) for name in distinct(frame, chart.panel)}
    grids: list[Grid] = []
    for panel, part in panels.items():
        across = distinct(part, chart.x)
        for start in range(0, len(across), ABREAST):
            chosen = across[start : start + ABREAST]
            rows = tuple(_rates(line, chart, across=chosen) for line in _lines(part, chart))
            grids.append(Grid(title=panel, header=(chart.y, *chosen), rows=rows))
    grids[-1] = replace(grids[-1], caption=_CAPTION)
    times = tuple(_times(name, chart, panels=panels) for name in distinct(frame, chart.y))
    header = (chart.y, *panels)
    return [*grids, Grid(title=_TIMES, header=header, rows=times, caption=_SHARE)]


def _is_pool(record: Record, sizes: dict[tuple[str, ...], int]) -> bool:
    alone = sizes[record["unit"], record["task"], record["parameter"]] == 1
    return alone or record["interpolation"] == ALL_RANGES


def _lines(part: Frame, chart: Chart) -> list[list[Record]]:
    return [records(where(part, **{chart.y: name})) for name in distinct(part, chart.y)]


def _rates(line: list[Record], chart: Chart, *, across: list[str]) -> tuple[Cell, ...]:
    cells = {record[chart.x]: _cell(record, chart) for record in line}
    absent = Cell(lines=(MISSING,))
    return (Cell(lines=(line[0][chart.y],)), *(cells.get(each, absent) for each in across))


def _times(name: str, chart: Chart, *, panels: dict[str, Frame]) -> tuple[Cell, ...]:
    found = (floats(where(part, **{chart.y: name}), "milliseconds") for part in panels.values())
    # Not their mean: the first cohort of a program waits for the compiler.
    return (Cell(lines=(name,)), *(Cell(lines=(short(known_median(each)),)) for each in found))


def _cell(record: Record, chart: Chart) -> Cell:
    value, low, high = (record[column] for column in (chart.value, chart.low, chart.high))
    runs, expected = record["runs"], record["expected_runs"]
    lines = (f"{rate(value)} ({rate(low)}–{rate(high)})",) if runs else (MISSING,)
    if runs < expected:
        lines = (*lines, f"{runs} of {expected} runs")
    return Cell(lines=lines, alert=runs < expected)
