"""All formats by name."""

from collections.abc import Mapping
from pathlib import Path

from nalm.errors import InvalidValueError
from nalm.reports.formats._csv import CSVFormat
from nalm.reports.formats._format import Format
from nalm.reports.formats._html import HTMLFormat
from nalm.reports.formats._image import PNGFormat, SVGFormat
from nalm.reports.formats._json import JSONFormat
from nalm.reports.formats._latex import LaTeXFormat
from nalm.reports.formats._markdown import MarkdownFormat
from nalm.reports.formats._terminal import TerminalFormat

_ALL: tuple[Format, ...] = (
    TerminalFormat(),
    CSVFormat(),
    JSONFormat(),
    MarkdownFormat(),
    LaTeXFormat(),
    HTMLFormat(),
    PNGFormat(),
    SVGFormat(),
)

FORMATS: Mapping[str, Format] = {**{each.name: each for each in _ALL}, "table": _ALL[0]}
"""Formats by the name on the command line; ``table`` is another word for ``terminal``."""


def find_format(name: str) -> Format:
    """Find a format by its name.

    Args:
        name: Such as ``csv``; case does not matter.

    Returns:
        The format.

    Raises:
        InvalidValueError: If there is none; the message lists all.

    Example:
        >>> find_format("LaTeX").suffix
        '.tex'
    """
    try:
        return FORMATS[name.casefold()]
    except KeyError:
        raise InvalidValueError(
            f"format: expected one of {', '.join(FORMATS)}; found {name!r}."
        ) from None


def format_of_path(path: str | Path) -> Format:
    """Choose the format that a file's name ends with.

    Args:
        path: Where the report will be written.

    Returns:
        The format with that suffix.

    Raises:
        InvalidValueError: If no format has it; the message lists all suffixes.

    Example:
        >>> format_of_path("fig3.png").name
        'png'
    """
    suffix = Path(path).suffix.casefold()
    for each in _ALL:
        if each.suffix == suffix:
            return each
    raise InvalidValueError(
        f"output: expected a name that ends with one of {', '.join(e.suffix for e in _ALL)}, "
        f"found {str(path)!r}; choose another name, or add --format."
    )
