"""``nalm list``: what the catalogue has, what it costs and what is stored."""

from pathlib import Path

import click

from nalm.cli._laboratory import _catalogue
from nalm.cli._laboratory._listed import Listed, listed
from nalm.cli._laboratory._own import own_entries
from nalm.cli._laboratory._selection import store_option
from nalm.cli._progress._duration import duration

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
    for name, entry in _entries(place).items():
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


def _entries(place: str | None) -> dict[str, Listed]:
    if place is None:
        return _catalogue.load_listing()
    return {name: listed(entry) for name, entry in own_entries(place).items()}


def _cells(name: str, entry: Listed, keys: set[str]) -> list[str]:
    from rich.markup import escape

    texts = [f"{escape(name)}\n[dim]{escape(entry.title)}[/dim]", escape(entry.source)]
    if entry.kind:
        cost = [entry.kind, "", ""]
    else:
        million = entry.run_steps / 1e6
        cost = [f"{entry.runs:,}", f"{million:,.1f} M", duration(entry.seconds)]
    return [*texts, *cost, _state(entry, keys)] if keys else [*texts, *cost]


def _state(entry: Listed, keys: set[str]) -> str:
    own = entry.keys()
    present = len(own & keys)
    if present and present == len(own):
        return "complete"
    return f"{present:,} of {len(own):,}" if present else ""
