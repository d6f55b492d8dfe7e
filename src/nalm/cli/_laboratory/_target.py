"""Where a report goes, and in which format."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from nalm.reports.formats import Format


@dataclass(frozen=True, kw_only=True)
class Target:
    """Say where a report goes.

    Args:
        kind: Name of a format; None for that of the file, or the terminal's.
        output: File, ``-`` for standard output; None for standard output, or a name of its own.
    """

    kind: str | None = None
    output: Path | None = None

    def form(self) -> "Format":
        """Find the format.

        Raises:
            InvalidValueError: If there is none of this name or for this file.
        """
        from nalm.reports.formats import find_format, format_of_path

        if self.kind is None and self.output is not None and str(self.output) != "-":
            return format_of_path(self.output)
        return find_format(self.kind or "terminal")


def target_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options ``--format`` and ``--output``.

    Args:
        command: Takes them as the keyword ``target``.

    Returns:
        The command with its options.
    """

    @click.option(
        "--format",
        "kind",
        metavar="FORMAT",
        help="terminal, csv, json, markdown, latex, html, png or svg; by default what --output "
        "ends with, else terminal.",
    )
    @click.option(
        "--output",
        type=click.Path(path_type=Path, allow_dash=True),
        help="File; - for standard output.",
    )
    @functools.wraps(command)
    def with_target(*, kind: str | None, output: Path | None, **others: object) -> None:
        command(target=Target(kind=kind, output=output), **others)

    return with_target
