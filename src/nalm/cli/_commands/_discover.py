"""``nalm discover``: from a table or a time series to its equation."""

import json
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nalm._interruption import Interruption
from nalm.cli._discovery._notes import notes
from nalm.cli._discovery._options import discovery_options
from nalm.cli._discovery._places import places_of
from nalm.cli._laboratory._workers import Workers
from nalm.inquiry import Effort, Request, Wanted, command_line

if TYPE_CHECKING:
    from nalm.inquiry import Findings

WIDTH = 110
"""Columns of the table where the output is not a terminal."""


@click.command("discover", short_help="Find the equation behind a table or a time series.")
@discovery_options
def discover_command(
    *, requests: Sequence[Request], effort: Effort, wanted: Wanted, cluster: Workers
) -> None:
    """Find the equation behind DATA: CSV, Excel or Parquet, with names above its columns.

    \b
    nalm discover planets.csv --target period --inputs distance
    nalm discover lynx.csv --time year --report lynx.html
    nalm discover enzymes.csv --target rate --group enzyme
    nalm discover monday.csv tuesday.csv --target y --save models --workers 2

    With --target, y = f(x); with --time, dx/dt = f(x) of every state. The outermost rows are held
    out to judge the equations: the answer says whether it is a law, an approximation or undecided.
    Ctrl-C ends the search with the best so far. Of several tables each has its own equation.
    """  # noqa: D301  (click's mark: a backspace keeps the lines of a paragraph)
    from nalm.inquiry import discover_each

    def find() -> "Generator[Findings]":
        with _working(cluster):
            yield from discover_each(requests, effort, quiet=is_quiet(wanted))

    units = {request.units for request in requests if isinstance(request.units, Path)}
    places = places_of([request.data for request in requests], wanted, others=[*units])
    asked = zip(requests, places, strict=True)
    again = [command_line(one, effort, report=each.report) for one, each in asked]
    answer(find, places, again=again)


def is_quiet(wanted: Wanted) -> bool:
    """Say whether to show no progress.

    Args:
        wanted: What to show.
    """
    # Elsewhere than on a terminal, standard output holds the answer alone.
    return wanted.quiet or not sys.stdout.isatty()


def answer(
    find: Callable[[], "Generator[Findings]"], wanted: Sequence[Wanted], *, again: Sequence[str]
) -> None:
    """Find equations, show them as they are found, and write what was asked for.

    Args:
        find: The search, of each table.
        wanted: What to show and to write of each.
        again: The command line of each that asks the same.
    """
    interruption = Interruption()
    objects: list[dict[str, object]] = []
    left = len(wanted)
    with closing(find()) as found:  # which ends its workers
        for each, line in zip(wanted, again, strict=True):
            with interruption.noted(), notes():
                one = next(found)
            if each.kind == "json":
                objects.append(_as_object(one))
            else:
                _show(one, each, headed=len(wanted) > 1)
            if each.save is not None:
                one.save(each.save)
                click.echo(f"Wrote {each.save}", err=True)
            if each.report is not None:
                _write_page(one, each.report, command=line)
            left -= 1
            if interruption.happened:
                break
    if objects:
        written = objects if len(wanted) > 1 else objects[0]
        click.echo(json.dumps(written, indent=2, ensure_ascii=False, allow_nan=False))
    if interruption.happened:
        _end(left=left)


def _end(*, left: int) -> None:
    from nalm.cli._laboratory._training import INTERRUPTED

    others = f" {left} more {'table was' if left == 1 else 'tables were'} not." if left else ""
    click.echo(f"Interrupted: this is the best of what was searched.{others}", err=True)
    raise click.exceptions.Exit(INTERRUPTED)


@contextmanager
def _working(cluster: Workers) -> Generator[None]:
    """Let the workers of a Dask cluster search, if one was named."""
    if not cluster.are_others:
        yield
        return
    from joblib import parallel_config  # pyright: ignore[reportMissingTypeStubs]

    with cluster.open(), parallel_config("dask", n_jobs=-1):
        yield


def _as_object(found: "Findings") -> dict[str, object]:
    from nalm.reports.discovery import as_object

    content: dict[str, object] = {
        "data": found.name,
        "rows_left_out": found.dropped,
        "targets": [as_object(each) for each in found.findings],
    }
    if found.grouping is not None:
        content["grouping"] = found.grouping.as_object()
    return content


def _show(found: "Findings", wanted: Wanted, *, headed: bool) -> None:
    from rich.console import Console

    from nalm.reports.discovery import discovery_view, grouping_view
    from nalm.symbolic import find_exporter

    if wanted.kind != "table":
        write = find_exporter(wanted.kind)
        for each in found.findings:
            click.echo(write(each.equation(each.chosen)))
        return
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDTH
    if headed:
        console.rule(found.name, align="left")
    if found.dropped:
        rows = "row" if found.dropped == 1 else "rows"
        console.print(f"{found.dropped} {rows} with missing values left out.")
    if found.grouping is not None:
        console.print(grouping_view(found.grouping, found.findings))
        return
    for k, each in enumerate(found.findings):
        console.print(*([""] if k else []), discovery_view(each), sep="\n")


def _write_page(found: "Findings", path: Path, *, command: str) -> None:
    from nalm.reports import write_atomically
    from nalm.reports.discovery import discovery_page

    page = discovery_page(
        found.findings,
        title=found.name,
        motion=found.motion,
        grouping=found.grouping,
        command=command,
    )
    write_atomically(path, page)
    click.echo(f"Wrote {path} ({len(page) / 1e6:.1f} MB)", err=True)
