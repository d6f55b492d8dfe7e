"""A finding in the terminal."""

from collections.abc import Sequence
from typing import final

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from nalm.discovery import Candidate, Hint, Verdict
from nalm.reports.discovery._constants import shown_constants, written
from nalm.reports.discovery._finding import Finding
from nalm.reports.discovery._folded import Folded
from nalm.reports.discovery._grouping import Grouping
from nalm.reports.discovery._words import (
    agreement,
    ended,
    equation,
    form_of,
    fraction_explained,
    headline,
    meaning,
    percent,
    reach,
    reason_of,
    root_error,
    rows_used,
)
from nalm.reports.interface._text import short
from nalm.symbolic import to_text

MOST = 12
"""Candidates in the table at most; the simplest, and the pick."""

ROOMY = 72
"""Letters of a line from which on the table has all its columns."""

COLOURS = {Verdict.LAW: "green", Verdict.APPROXIMATION: "yellow", Verdict.UNDECIDED: "yellow"}


def grouping_view(grouping: Grouping, findings: Sequence[Finding]) -> RenderableType:
    """Arrange the form of several groups for a rich console: the pick, verdict, constants.

    Args:
        grouping: The form.
        findings: One per group.

    Returns:
        Something that ``Console.print`` prints.
    """
    first = findings[0]
    rows = sum(len(each.y) for each in findings)
    outer = sum(len(each.discovery.outer_rows) for each in findings)
    about = f": {rows:,} rows of {len(findings)} groups, the {outer:,} outermost held out; "
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("group")
    for heading in grouping.headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for k, group in enumerate(grouping.groups):
        table.add_row(Text(group), *map(Text, grouping.cells(k)))
    return Group(
        Text.assemble((grouping.equation.left, "bold"), about, ended(first)),
        _Candidates(first),
        Text(f"Candidates have the numbers of group {grouping.groups[0]}."),
        Padding(Text(grouping.equation.text(), style="bold"), (1, 0, 1, 2)),
        *_judgement(first),
        table,
    )


def discovery_view(finding: Finding) -> RenderableType:
    """Arrange a finding for a rich console: candidates, the pick, verdict, constants, reach.

    Args:
        finding: What was found.

    Returns:
        Something that ``Console.print`` prints.
    """
    return Group(
        Text.assemble((finding.left, "bold"), f": {rows_used(finding)}; {ended(finding)}"),
        _Candidates(finding),
        Padding(Folded(equation(finding, finding.chosen), style="bold"), (0, 0, 1, 2)),
        *_judgement(finding),
        *_hints(finding),
        Text(""),
        _facts(finding),
    )


def _judgement(finding: Finding) -> list[Text]:
    """Return the verdict and its reason, if it has one."""
    discovery = finding.discovery
    colour = COLOURS[discovery.verdict]
    verdict = Text.assemble((headline(discovery), f"bold {colour}"), f". {meaning(discovery)}")
    reason = reason_of(finding)
    return [verdict, Text(reason)] if reason else [verdict]


def _hints(finding: Finding) -> list[RenderableType]:
    """Return what may help, if no law was found."""
    hints = finding.advice()
    return [Text("\nWhat may help", style="bold"), _listed(hints)] if hints else []


@final
class _Candidates:
    """The table of candidates, with fewer columns where there is little room."""

    def __init__(self, finding: Finding) -> None:
        self._finding = finding

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield _table(self._finding, narrow=options.max_width < ROOMY)


def _table(finding: Finding, *, narrow: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True)
    shown = finding.shown(MOST)
    columns = _columns([finding.discovery.candidates[k] for k in shown], narrow=narrow)
    table.add_column("", width=1)
    for heading in columns:
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("equation", ratio=1)
    for place, k in enumerate(shown):
        chosen, candidate = k == finding.discovery.chosen, finding.discovery.candidates[k]
        table.add_row(
            "▸" if chosen else "",
            *(Text(cells[place]) for cells in columns.values()),
            Folded(to_text(candidate.formula, finding.symbols, digits=4)),
            style="bold" if chosen else "",
        )
    hidden = len(finding.discovery.candidates) - MOST
    if hidden > 0:
        table.caption = f"{hidden} more in --format json and in the page"
    return table


def _columns(candidates: Sequence[Candidate], *, narrow: bool) -> dict[str, list[str]]:
    columns = {
        "complexity": [str(each.complexity) for each in candidates],
        "rms\nerror": [short(root_error(each)) for each in candidates],
        "R²": [fraction_explained(each.r2) for each in candidates],
        "outer\nerror": [percent(each.extrapolation_error) for each in candidates],
        "starts": [agreement(each) for each in candidates],
    }
    if narrow:
        return {heading: columns[heading] for heading in ("complexity", "R²")}
    # Where no candidate needed random starts, their column would be one of dashes.
    if not any(each.restarts for each in candidates):
        del columns["starts"]
    return columns


def _listed(hints: Sequence[Hint]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for hint in hints:
        table.add_row("-", Text(str(hint)))
    return table


def _facts(finding: Finding) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    if form := form_of(finding.chosen):
        table.add_row("form", Text(form))
    constants = shown_constants(finding, finding.chosen)
    for k, each in enumerate(constants):
        label = "constants" if k == 0 else ""
        table.add_row(label, Folded(each.name), Text(written(each)))
    for k, (name, interval) in enumerate(reach(finding)):
        table.add_row("data from" if k == 0 else "", Text(name), Text(interval))
    return table
