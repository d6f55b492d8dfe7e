"""The terminal: compact grids."""

import io
from typing import final

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from nalm.reports.formats._format import Format
from nalm.reports.interface._grid import Cell, Grid
from nalm.reports.interface._report import Report

WIDTH = 100
"""Columns of a file that was written in this format."""


@final
class TerminalFormat(Format):
    """Write the grids as plain text."""

    name = "terminal"
    suffix = ".txt"

    def render(self, report: Report) -> bytes:
        """Return text without colours, at most 100 columns wide."""
        buffer = io.StringIO()
        console = Console(file=buffer, width=WIDTH, color_system=None, legacy_windows=False)
        console.print(terminal_view(report))
        lines = (line.rstrip() for line in buffer.getvalue().splitlines())
        return ("\n".join(lines) + "\n").encode()


def terminal_view(report: Report) -> RenderableType:
    """Arrange a report for a rich console.

    Args:
        report: What to show.

    Returns:
        Something that ``Console.print`` prints.

    Example:
        >>> from nalm.experiments import Experiment
        >>> from nalm.reports import report_training
        >>> entry = Experiment(name="paper/what", title="Title", source="Table 1", settings=())
        >>> Console().print(terminal_view(report_training(entry, [])))
        Title
        paper/what, Table 1
    """
    parts: list[RenderableType] = []
    if report.title:
        parts.append(Text(report.title, style="bold"))
    parts.append(Text(f"{report.name}, {report.source}", style="dim"))
    if report.warning:
        parts.append(Text(report.warning, style="bold yellow"))
    parts += _grids(report)
    for part in report.below:
        parts += [Text(""), Text(part.kind.capitalize(), style="bold"), *_grids(part)]
    if report.note:
        parts.append(Text(report.note, style="dim"))
    return Group(*parts)


def _grids(report: Report) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for grid in report.grids():
        parts.append(_table(grid))
        if grid.caption:
            parts.append(Text(grid.caption, style="dim"))
    return parts


def _table(grid: Grid) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_lines=_tall(grid), title_justify="left", pad_edge=False)
    table.title = Text(grid.title, style="bold") if grid.title else None
    for k, name in enumerate(grid.header):
        table.add_column(Text(name), no_wrap=k == 0, overflow="fold")
    for row in grid.rows:
        table.add_row(*(_text(cell, label=k == 0) for k, cell in enumerate(row)))
    return table


def _tall(grid: Grid) -> bool:
    return any(len(cell.lines) > 1 for row in grid.rows for cell in row)


def _text(cell: Cell, *, label: bool) -> Text:
    if not cell.lines:
        return Text("–", style="dim")
    first, *others = cell.lines
    text = Text(first, style="" if label else ("bold yellow" if cell.alert else "bold"))
    for line in others:
        text.append("\n" + line, style="not bold dim" if not cell.alert else "not bold")
    return text
