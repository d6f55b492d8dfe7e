"""Two laws from published measurements: the part of the demo that discovers."""

import sys
from dataclasses import dataclass
from importlib.resources import as_file, files

import click

SECONDS = 20.0
"""Longest search."""


@dataclass(frozen=True, kw_only=True)
class Demonstration:
    """A table of this package, and what is asked of it.

    Attributes:
        title: What it is; `{rows}` stands for how many rows there are.
        table: Name of the file.
        target: Column to explain.
        inputs: Columns that explain it.
    """

    title: str
    table: str
    target: str
    inputs: tuple[str, ...]


LAWS = (
    Demonstration(
        title="Kepler's third law, from the orbits of {rows} planets:",
        table="planets.csv",
        target="period_years",
        inputs=("semi_major_axis_au",),
    ),
    Demonstration(
        title="A law of decay, from {rows} readings of thorium's emanation (Rutherford, 1904):",
        table="thorium.csv",
        target="current",
        inputs=("hours",),
    ),
)


def discover_law(law: Demonstration) -> None:
    """Print the equation of a table, its verdict and how long it took to find.

    Args:
        law: Of which table.
    """
    from nalm.inquiry import Effort, Request, discover
    from nalm.reports.discovery import equation, headline, meaning

    with as_file(files("nalm.discovery") / "data" / law.table) as path:
        request = Request(data=path, target=law.target, inputs=law.inputs)
        [finding] = discover(
            request, Effort(max_time=SECONDS), quiet=not sys.stdout.isatty()
        ).findings
    found = finding.discovery
    click.echo(f"\n{law.title.format(rows=len(finding.y))}")
    click.echo(f"  {equation(finding, finding.chosen, digits=5)}")
    click.echo(f"{headline(found)}. {meaning(found)} {found.reason}".rstrip())
    click.echo(f"Found in {found.seconds:.1f} s.")
