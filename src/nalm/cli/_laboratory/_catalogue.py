"""The experiments as the commands see them: those of the papers, and those of the user."""

from collections.abc import Set
from typing import TYPE_CHECKING

import click

from nalm.cli._laboratory._listed import Listed, listed
from nalm.cli._laboratory._listing import read_listing
from nalm.cli._laboratory._own import installed_entries, is_own, own_entry
from nalm.errors import InvalidValueError

if TYPE_CHECKING:
    from nalm.experiments import Entry


def load_entries() -> "dict[str, Entry]":
    """Load all experiments and figures: of the catalogue, and of installed packages.

    Returns:
        Name → entry, in order of display; a line on standard error says what was left out.

    Example:
        >>> "mistry2021division/fig3" in load_entries()
        True
    """
    from nalm.experiments.catalogue import entries

    return entries() | _installed(besides=entries().keys())


def load_listing() -> dict[str, Listed]:
    """Load what a list says of all experiments and figures, without those of the catalogue.

    Returns:
        Name → what a list says; otherwise like `load_entries`.

    Example:
        >>> load_listing()["mistry2021division/fig3"].runs
        900
    """
    found = read_listing()
    installed = _installed(besides=found.keys())
    return found | {name: listed(entry) for name, entry in installed.items()}


def find_entry(name: str) -> "Entry":
    """Find an experiment or figure.

    Args:
        name: Of the catalogue, of an installed package, or ``my.py:variable``.

    Raises:
        InvalidTypeError, InvalidValueError: If the user's file cannot be used.
        UnknownNameError: If there is none of that name.
    """
    from nalm.experiments import lookup

    if not is_own(name):
        return lookup(name, load_entries())
    entry = own_entry(name)
    check_name(entry)
    return entry


def check_name(entry: "Entry") -> None:
    """Refuse an experiment of the user that is called like one of the catalogue, but is another.

    Raises:
        InvalidValueError: If it is: numbers of a paper would stand beside others than its own.
    """
    from nalm.reports import citations

    if entry.paper in citations():  # loading the catalogue takes a second
        other = load_entries().get(entry.name)
        if other is not None and other != entry:
            raise InvalidValueError(f"name {entry.name!r}: {_taken(entry.name)}")


def _installed(*, besides: Set[str]) -> "dict[str, Entry]":
    """Load the entries of installed packages whose names are not taken."""
    installed, problems = installed_entries()
    problems += [f"{name} is left out: {_taken(name)}" for name in besides & installed.keys()]
    for problem in problems:
        click.echo(problem, err=True)
    return {name: each for name, each in installed.items() if name not in besides}


def _taken(name: str) -> str:
    return (
        f"the catalogue has another experiment of this name, whose published numbers would stand "
        f"beside these. Give it a name of its own, such as mine/{name.rpartition('/')[2]}."
    )
