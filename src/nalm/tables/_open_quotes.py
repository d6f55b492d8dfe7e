"""Quotes that hold more than one line: cells with line breaks, or rows that got lost in a cell."""

import re
import warnings
from pathlib import Path

from nalm.errors import DataError, ReadingWarning


def check_quotes(path: Path, text: str, *, start: int, separator: str) -> None:
    """Check that no quote swallows rows.

    Args:
        path: The file, for messages.
        text: Of a table.
        start: Position of the first character of its data.
        separator: Between its columns.

    Raises:
        DataError: If a quote ends inside a cell of another line, so that it can hardly be meant.
            Where lines with a separator became one cell, a warning says so.
    """
    between = r"\s" if separator == " " else re.escape(separator)
    quoted = re.compile(rf'(?:^|{between})[ ]*"((?:[^"]|"")*)"(.?)', re.MULTILINE)
    text = f"{text[:start]}\0{text[start:]}".replace("\r\n", "\n").replace("\r", "\n")
    above, _, data = text.partition("\0")
    for match in quoted.finditer(data):
        breaks = match[1].count("\n")
        if not breaks:
            continue
        first = 1 + above.count("\n") + data.count("\n", 0, match.start(1))
        if match[2].strip() and match[2] != separator:
            raise DataError(
                f"{path}: expected quotes around a whole cell, found one that begins in line "
                f"{first} and ends inside a cell of line {first + breaks}. Remove it."
            )
        if separator in match[1]:
            warnings.warn(
                f"read lines {first} to {first + breaks} of {path.name} as one cell, since it is "
                "in quotes. If they are rows, remove the quotes.",
                ReadingWarning,
                stacklevel=4,
            )
