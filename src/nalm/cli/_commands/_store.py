"""``nalm store``: what a results file holds, and how to make it smaller."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nalm.cli._laboratory import _catalogue
from nalm.cli._laboratory._selection import store_option

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from nalm.results import UnfinishedCohort

TIMEOUT = 1.0
"""Seconds that another process may take to store something: longer, and it is at work."""

OTHER = "other"
DIGITS = 12
"""Of the name of a cohort, which is a hash."""


@click.command("store", short_help="Say what a results file holds, or make it smaller.")
@store_option
@click.option(
    "--info", "action", flag_value="info", default=True, help="Say what it holds (the default)."
)
@click.option(
    "--prune",
    "action",
    flag_value="prune",
    help="Remove checkpoints whose runs are all stored, and give unused space back. Not while "
    "something trains into the file.",
)
def store_command(*, store: Path, action: str) -> None:
    """Say what a results file holds: its runs, by experiment, and its unfinished cohorts.

    A run that several experiments share counts in each of them. Those that belong to none, such as
    runs with --quick and of experiments of your own, count as other. Runs are never removed.
    """
    if action == "prune":
        _prune(store)
    else:
        _show(store)


def _prune(store: Path) -> None:
    from rich.filesize import decimal

    from nalm.results import Store

    Store(store, read_only=True).close()  # a writer would create a file that is missing
    with Store(store, timeout=TIMEOUT) as opened:
        pruned = opened.prune()
    click.echo(
        f"Orphaned checkpoints removed from {store}: {pruned.checkpoints:,}. "
        f"Space freed: {decimal(pruned.size)}."
    )


def _show(store: Path) -> None:
    from rich.console import Console
    from rich.filesize import decimal

    from nalm.results import Store

    with Store(store, read_only=True) as opened:
        keys, size, cohorts = opened.keys(), opened.size, opened.unfinished()
    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(f"{store}: {decimal(size)}, {len(keys):,} runs")
    if keys:
        table = _table("experiment", "runs")
        for name, text in _by_experiment(keys):
            table.add_row(name, text)
        console.print(table)
    _show_unfinished(cohorts, console)


def _by_experiment(keys: set[str]) -> Iterator[tuple[str, str]]:
    other = set(keys)
    for name, entry in _catalogue.load_listing().items():
        own = entry.keys()
        if present := len(own & keys):
            yield name, f"{present:,} of {len(own):,}"
            other -= own
    if other:
        yield OTHER, f"{len(other):,}"


def _show_unfinished(cohorts: "Sequence[UnfinishedCohort]", console: "Console") -> None:
    from rich.filesize import decimal

    if not cohorts:
        console.print("No unfinished cohorts.")
        return
    size = decimal(sum(each.size for each in cohorts))
    console.print(f"Unfinished cohorts: {len(cohorts):,}, {size}")
    table = _table("cohort", "step", "runs", "missing", "size")
    for each in cohorts:
        numbers = [f"{number:,}" for number in (each.step, len(each.members), each.missing)]
        table.add_row(each.cohort[:DIGITS], *numbers, decimal(each.size))
    console.print(table)
    if any(each.is_orphaned for each in cohorts):
        console.print("`nalm store --prune` removes those of which no run is missing.")


def _table(first: str, *numbers: str) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first)
    for heading in numbers:
        table.add_column(heading, justify="right", no_wrap=True)
    return table
