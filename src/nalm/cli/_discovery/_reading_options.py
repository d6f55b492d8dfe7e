"""Options that say how to read a file, and how options name columns."""

import csv
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeVar

import click

from nalm.tables import Reading

T = TypeVar("T")
R = TypeVar("R")
Command = TypeVar("Command", bound=Callable[..., object])
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
"""A file that exists."""


def checked(read: Callable[[T], R]) -> Callable[[click.Context, click.Parameter, T], R]:
    """Make a callback of an option.

    Args:
        read: What becomes of the option's text.
    """
    return lambda _context, _option, text: read(text)


def column_names(text: str) -> tuple[str, ...]:
    """Read names with commas between them; quotes keep a comma in a name, as in a CSV file.

    Args:
        text: Such as "a,b" or '"mass, dry",b'.

    Example:
        >>> column_names('"mass, dry", b')
        ('mass, dry', 'b')
    """
    reader = csv.reader([" ".join(text.split())], skipinitialspace=True)
    return tuple(name.strip() for cells in reader for name in cells if name.strip())


def column_name(text: str | None) -> str | None:
    """Read one name as `column_names` does, so that what a message suggests is right for both.

    Args:
        text: Such as "mass, dry", which needs no quotes here, or '"mass, dry"'.

    Example:
        >>> column_name('"mass, dry"'), column_name("mass, dry")
        ('mass, dry', 'mass, dry')
    """
    if text is None:
        return None
    plain = " ".join(text.split())
    names = column_names(plain) if plain.startswith('"') else ()
    return names[0] if len(names) == 1 else plain


def column_option(option: str, metavar: str, *, text: str) -> Callable[[Command], Command]:
    """Make an option that names one column.

    Args:
        option: Such as ``--time``.
        metavar: What stands for the column.
        text: Its help: what the column holds.
    """
    return click.option(option, metavar=metavar, callback=checked(column_name), help=text)


def unit_source(text: str | None) -> Path | Literal["auto"] | None:
    """Read where units come from.

    Args:
        text: A file, or "auto" for the header.

    Raises:
        click.BadParameter: If there is no such file.
    """
    return text if text is None or text == "auto" else FILE.convert(text, None, None)


READING_OPTIONS = (
    click.option(
        "--decimal", type=click.Choice([".", ","]), help="Decimal sign, where it is ambiguous."
    ),
    click.option("--sheet", metavar="NAME", help="Sheet of a workbook; by default the first."),
    click.option(
        "--names",
        metavar="A,B",
        default="",
        callback=checked(column_names),
        help="Names of the columns, for a file without a header.",
    ),
)
"""Options of every command that reads a table."""


def reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say how to read its table.

    Args:
        command: Takes them as the keyword ``reading``.

    Returns:
        The command with its options.
    """

    @functools.wraps(command)
    def with_options(
        *, decimal: str | None, sheet: str | None, names: tuple[str, ...], **others: object
    ) -> None:
        command(reading=Reading(decimal=decimal, sheet=sheet, names=names), **others)

    wrapped: Callable[..., None] = with_options
    for option in reversed(READING_OPTIONS):
        wrapped = option(wrapped)
    return wrapped
