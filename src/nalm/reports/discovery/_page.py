"""A discovery as one web page that needs nothing else."""

import re
from collections.abc import Sequence
from typing import TypedDict

from markupsafe import Markup, escape

from nalm.discovery import Candidate, Verdict
from nalm.reports.discovery._constants import shown_constants, written
from nalm.reports.discovery._finding import Finding
from nalm.reports.discovery._grouping import Grouping
from nalm.reports.discovery._mathml import mathml
from nalm.reports.discovery._motion import Motion
from nalm.reports.discovery._sections import Section, sections_of, sections_of_motion
from nalm.reports.discovery._words import (
    agreement,
    ended,
    equation,
    form_of,
    fraction_explained,
    headline,
    latex_equation,
    meaning,
    percent,
    reach,
    reason_of,
    root_error,
    rows_used,
)
from nalm.reports.html import HTMLTable, TableCell, TableLine, fill
from nalm.reports.interface._text import short
from nalm.symbolic import to_text

LONG = 90
"""Letters of an equation from which on it is set smaller, and in lines."""

_CLASSES = {Verdict.LAW: "agrees", Verdict.APPROXIMATION: "differs", Verdict.UNDECIDED: "unsure"}
_HEADER = ("Equation", "Complexity", "RMS error", "R²", "Outer error", "BIC", "Starts")


_OPTION = re.compile(r"--[a-z-]+")


class _Chapter(TypedDict):
    id: str
    target: str
    equation: Markup
    long: bool
    verdict: str
    kind: str
    meaning: str
    reason: str
    advice: list[Markup]
    facts: list[tuple[str, str]]
    constants: list[tuple[str, str]]
    table: HTMLTable
    sections: list[Section]
    sources: list[tuple[str, str]]


class _Grouping(TypedDict):
    equation: Markup
    verdict: str
    kind: str
    meaning: str
    reason: str
    headings: list[str]
    lines: list[tuple[str, list[str]]]
    sources: list[tuple[str, str]]


def discovery_page(
    findings: Sequence[Finding],
    *,
    title: str,
    motion: Motion | None = None,
    grouping: Grouping | None = None,
    command: str = "",
) -> bytes:
    """Write a page: equations, verdicts, constants, candidates and plots.

    Args:
        findings: What was found, one per target or group.
        title: Where the data are from.
        motion: The trajectories, if the data are a time series.
        grouping: The form of all groups, if the findings are theirs.
        command: The command line that makes the page again; may be empty.

    Returns:
        UTF-8 that ends with a newline; equal findings give equal bytes.
    """
    over_time = sections_of_motion(motion, prefix="motion") if motion else ()
    return fill(
        "discovery.html",
        title=title,
        chapters=[_chapter(each, place=k) for k, each in enumerate(findings)],
        motion=over_time,
        grouping=None if grouping is None else _grouping(grouping, findings[0]),
        svg=Markup,  # Matplotlib escapes what it writes
        single=True,
        command=command,
    )


def _grouping(grouping: Grouping, finding: Finding) -> _Grouping:
    equation, verdict = grouping.equation, finding.discovery.verdict
    return _Grouping(
        equation=Markup(mathml(equation.left, equation.formula, names=equation.names)),  # escapes
        verdict=headline(finding.discovery),
        kind=_CLASSES[verdict],
        meaning=meaning(finding.discovery),
        reason=str(finding.discovery.reason),
        headings=list(grouping.headings),
        lines=[(group, list(grouping.cells(k))) for k, group in enumerate(grouping.groups)],
        sources=[("Text", equation.text()), ("LaTeX", equation.latex())],
    )


def _chapter(finding: Finding, *, place: int) -> _Chapter:
    chosen, verdict = finding.chosen, finding.discovery.verdict
    text = equation(finding, chosen)
    long = len(text) > LONG
    drawn = mathml(finding.left, chosen.formula, names=finding.symbols, broken=long)
    return _Chapter(
        id=f"target-{place}",
        target=finding.left,
        equation=Markup(drawn),  # it escapes names
        long=long,
        verdict=headline(finding.discovery),
        kind=_CLASSES[verdict],
        meaning=meaning(finding.discovery),
        reason=reason_of(finding),
        advice=[_unbroken(str(hint)) for hint in finding.advice()],
        facts=_facts(finding),
        constants=[(each.name, written(each)) for each in shown_constants(finding, chosen)],
        table=_table(finding),
        sections=list(sections_of(finding, prefix=f"target-{place}")),
        sources=[("Text", text), ("LaTeX", latex_equation(finding, chosen))],
    )


def _unbroken(text: str) -> Markup:
    """Keep the options of the command line in one piece: a browser breaks lines at hyphens."""
    return Markup(_OPTION.sub(r'<span class="option">\g<0></span>', str(escape(text))))


def _facts(finding: Finding) -> list[tuple[str, str]]:
    ranges = [(f"{name} from", interval) for name, interval in reach(finding)]
    form = form_of(finding.chosen)
    given = [("Form", form)] if form else []
    return [*given, ("Data", rows_used(finding)), *ranges, ("Search", ended(finding))]


def _table(finding: Finding) -> HTMLTable:
    discovery = finding.discovery
    lines = [
        TableLine(cells=_cells(finding, candidate), pooled=k == discovery.chosen)
        for k, candidate in enumerate(discovery.candidates)
    ]
    return HTMLTable(header=_HEADER, lines=tuple(lines))


def _cells(finding: Finding, candidate: Candidate) -> tuple[TableCell, ...]:
    error, outer = root_error(candidate), candidate.extrapolation_error
    return (
        TableCell(text=to_text(candidate.formula, finding.symbols, digits=5)),
        TableCell(text=str(candidate.complexity), sort=candidate.complexity),
        TableCell(text=short(error), sort=error),
        TableCell(text=fraction_explained(candidate.r2), sort=candidate.r2),
        TableCell(text=percent(outer), sort=outer),
        TableCell(text=short(candidate.bic), sort=candidate.bic),
        TableCell(
            text=agreement(candidate),
            sort=candidate.hits / max(candidate.restarts, 1),
        ),
    )
