"""``nalm list``: what the catalogue has, what it costs and what is stored."""

import json
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from nalm.cli._laboratory import _catalogue
from nalm.cli._laboratory._list_layout import Line, in_columns, on_terminal
from nalm.cli._laboratory._listed import Listed, chosen, listed
from nalm.cli._laboratory._own import own_entries
from nalm.cli._laboratory._selection import store_option
from nalm.errors import InvalidValueError, UnknownNameError


@click.command("list", short_help="List experiments with cost and state.")
@click.argument("choice", required=False, metavar="[FILTER|FILE.py|MODULE]")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="For people, or for programs.",
)
@store_option
def list_command(*, choice: str | None, kind: str, store: Path) -> None:
    """List experiments: runs, steps of all runs, rough time on two cores, runs in the store.

    Without an argument: those of the papers and of installed packages. With FILTER: those with
    that text in their name, title or source, or whose name is like a pattern with `*` and `?`. With
    a file or module: your own.

    \b
    nalm list fig3
    nalm list "madsen2020/*"
    nalm list division --format json
    nalm list my.py

    A terminal shows a title below each name. Into a file or a pipe goes one line per experiment.
    JSON is a list of objects with name, title, source, kind (experiment, view or computed), runs,
    run_steps, seconds, and stored: how many of the runs the store has.
    """  # noqa: D301  (click's mark: a backspace keeps the lines of a paragraph)
    keys = _stored(store)
    lines = [_line(name, entry, keys) for name, entry in _entries(choice).items()]
    if kind == "json":
        click.echo(json.dumps([each.record() for each in lines], indent=2, ensure_ascii=False))
        return
    heading = f"in {store.name}" if keys else ""
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        texts = on_terminal(lines, stored=heading, width=width)
    else:
        texts = in_columns(lines, stored=heading)
    for text in texts:
        click.echo(text)


def _stored(store: Path) -> set[str]:
    from nalm.results import Store

    if not store.exists():
        return set()
    with Store(store, read_only=True) as opened:
        return opened.keys()


def _entries(choice: str | None) -> Mapping[str, Listed]:
    if choice is not None and choice.endswith(".py"):
        return _own(choice)
    entries = _catalogue.load_listing()
    found = entries if choice is None else chosen(entries, choice)
    if found or choice is None:
        return found
    try:
        return _own(choice)
    except InvalidValueError as error:
        if all(part.isidentifier() for part in choice.split(".")) and "." in choice:
            raise  # what was meant can only be a module
        raise UnknownNameError(
            f"list: expected a text in the name, title or source of an experiment, a file that "
            f"ends in .py, or a module; found {choice!r}. `nalm list` shows all names."
        ) from error


def _own(place: str) -> dict[str, Listed]:
    return {name: listed(entry) for name, entry in own_entries(place).items()}


def _line(name: str, entry: Listed, keys: set[str]) -> Line:
    own = entry.keys() if keys else set[str]()
    return Line(name=name, entry=entry, wanted=len(own), stored=len(own & keys))
