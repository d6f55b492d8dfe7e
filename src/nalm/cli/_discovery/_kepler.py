"""Kepler's third law from the planets' orbits: the part of the demo that discovers."""

import sys
from importlib.resources import as_file, files

import click

SECONDS = 20.0
"""Longest search."""


def discover_kepler() -> None:
    """Print the law that the eight planets obey, its verdict and how long it took to find."""
    from nalm.inquiry import Effort, Request, discover
    from nalm.reports.discovery import equation, headline, meaning

    with as_file(files("nalm.discovery") / "data" / "planets.csv") as path:
        request = Request(data=path, target="period_years", inputs=("semi_major_axis_au",))
        [finding] = discover(
            request, Effort(max_time=SECONDS), quiet=not sys.stdout.isatty()
        ).findings
    found = finding.discovery
    click.echo(f"\nKepler's third law, from the orbits of {len(finding.y)} planets:")
    click.echo(f"  {equation(finding, finding.chosen, digits=5)}")
    click.echo(f"{headline(found)}. {meaning(found)} {found.reason}".rstrip())
    click.echo(f"Found in {found.seconds:.1f} s.")
