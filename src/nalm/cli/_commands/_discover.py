"""``nalm discover``: from a table or a time series to its equation."""

import json
import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nalm._interruption import Interruption
from nalm.cli._discovery._notes import notes
from nalm.cli._discovery._options import discovery_options
from nalm.cli._laboratory._workers import Workers
from nalm.errors import StoreError
from nalm.inquiry import Effort, Request, Wanted, command_line

if TYPE_CHECKING:
    from nalm.inquiry import Findings

WIDTH = 110
"""Columns of the table where the output is not a terminal."""


@click.command("discover", short_help="Find the equation behind a table or a time series.")
@discovery_options
def discover_command(*, request: Request, effort: Effort, wanted: Wanted, cluster: Workers) -> None:
    """Find the equation behind DATA: CSV, Excel or Parquet, with names above its columns.

    \b
    nalm discover planets.csv --target period --inputs distance
    nalm discover lynx.csv --time year --report lynx.html
    nalm discover enzymes.csv --target rate --group enzyme

    With --target, y = f(x); with --time, dx/dt = f(x) of every state. The outermost rows are held
    out to judge the equations: the answer says whether it is a law, an approximation or undecided.
    Ctrl-C ends the search with the best so far.
    """  # noqa: D301  (click's mark: a backspace keeps the lines of a paragraph)
    from nalm.inquiry import discover

    def find() -> "Findings":
        with _working(cluster):
            return discover(request, effort, quiet=is_quiet(wanted))

    answer(find, wanted, again=command_line(request, effort, report=wanted.report))


def is_quiet(wanted: Wanted) -> bool:
    """Say whether to show no progress.

    Args:
        wanted: What to show.
    """
    # Elsewhere than on a terminal, standard output holds the answer alone.
    return wanted.quiet or not sys.stdout.isatty()


def answer(find: Callable[[], "Findings"], wanted: Wanted, *, again: str) -> None:
    """Find an equation, show it, and write what was asked for.

    Args:
        find: The search.
        wanted: What to show and to write.
        again: The command line that asks the same.
    """
    # A file that cannot be written should be known before the search, not after it.
    for path in (wanted.save, wanted.report):
        if path is not None:
            _check_folder(path)
    interruption = Interruption()
    with interruption.noted(), notes():
        found = find()
    _show(found, wanted)
    if wanted.save is not None:
        found.save(wanted.save)
        click.echo(f"Wrote {wanted.save}", err=True)
    if wanted.report is not None:
        _write_page(found, wanted.report, command=again)
    if interruption.happened:
        from nalm.cli._laboratory._training import INTERRUPTED

        click.echo("Interrupted: this is the best of what was searched.", err=True)
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


def _show(found: "Findings", wanted: Wanted) -> None:
    from rich.console import Console

    from nalm.reports.discovery import as_object, discovery_view, grouping_view
    from nalm.symbolic import find_exporter

    if wanted.kind == "json":
        targets = [as_object(each) for each in found.findings]
        content: dict[str, object] = {
            "data": found.name,
            "rows_left_out": found.dropped,
            "targets": targets,
        }
        if found.grouping is not None:
            content["grouping"] = found.grouping.as_object()
        click.echo(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False))
        return
    if wanted.kind != "table":
        write = find_exporter(wanted.kind)
        for each in found.findings:
            click.echo(write(each.equation(each.chosen)))
        return
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDTH
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


def _check_folder(path: Path) -> None:
    folder = path.resolve().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise StoreError(
            f"{path}: expected a folder that exists and can be written, found none. "
            f"Make {folder} first, or choose another path."
        )
