"""``nalm list``: what the catalogue has, what it costs and what is stored."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nalm.cli._laboratory import _catalogue
from nalm.cli._laboratory._own import own_entries
from nalm.cli._laboratory._selection import store_option
from nalm.cli._progress._duration import duration

if TYPE_CHECKING:
    from nalm.experiments import Entry, Experiment

WIDTH = 110
"""Columns of the table where the output is not a terminal."""


@click.command("list", short_help="List experiments with cost and state.")
@click.argument("place", required=False, metavar="[FILE.py|MODULE]")
@store_option
def list_command(*, place: str | None, store: Path) -> None:
    """List experiments: source, runs, run-steps, rough time on two cores, runs in the store.

    Without an argument: those of the papers and of installed packages; with one, your own.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table

    keys = _stored(store)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True)
    table.add_column("name and title", ratio=1)
    table.add_column("source", max_width=20)
    for heading in ("runs", "run-steps", "time"):
        table.add_column(heading, justify="right", no_wrap=True)
    if keys:
        table.add_column(f"in {store.name}", justify="right", no_wrap=True)
    entries = _catalogue.load_entries() if place is None else own_entries(place)
    for name, entry in entries.items():
        table.add_row(*_cells(name, entry, keys))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDTH
    console.print(table)


def _stored(store: Path) -> set[str]:
    from nalm.results import Store

    if not store.exists():
        return set()
    with Store(store, read_only=True) as opened:
        return opened.keys()


def _cells(name: str, entry: "Entry", keys: set[str]) -> list[str]:
    from rich.markup import escape

    texts = [f"{escape(name)}\n[dim]{escape(entry.title)}[/dim]", escape(entry.source)]
    cost = entry.either(experiment=_cost, figure=lambda figure: [figure.kind, "", ""])
    if not keys:
        return [*texts, *cost]
    return [*texts, *cost, entry.either(experiment=partial(_state, keys=keys), figure=lambda _: "")]


def _cost(experiment: "Experiment") -> list[str]:
    from nalm.cli._progress._cost import estimate_seconds

    runs, steps = experiment.seeds * len(experiment.settings), experiment.run_steps()
    return [f"{runs:,}", f"{steps / 1e6:,.1f} M", duration(estimate_seconds(experiment))]


def _state(experiment: "Experiment", *, keys: set[str]) -> str:
    own = {run.key for run in experiment.runs()}
    present = len(own & keys)
    if present == len(own):
        return "complete"
    return f"{present:,} of {len(own):,}" if present else ""
