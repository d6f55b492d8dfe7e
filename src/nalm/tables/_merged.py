"""Merged cells of a sheet: the first alone holds the value, which stands for all of them."""

import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any

from nalm.errors import ReadingWarning

_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?\bref="([A-Z]+)(\d+):([A-Z]+)(\d+)"')
_PIECE = 1 << 20
_LONGEST = 200
"""Bytes of one mention of merged cells, which may be cut by the end of a piece."""


@dataclass(frozen=True)
class Same:
    """A cell below the first of merged ones: it counts as blank until it is filled.

    Attributes:
        value: What the first of them holds.
        first: Row of that one in its sheet, from 1.
    """

    value: Any
    first: int

    def __str__(self) -> str:
        """Write nothing, as a spreadsheet program stores it."""
        return ""


def merged_columns(sheet: IO[bytes]) -> dict[int, list[tuple[int, int]]]:
    """Find the cells of one column that are merged over several rows.

    Args:
        sheet: The XML of a sheet.

    Returns:
        First row of merged cells, from 1 → their columns, from 0, each with the last row. Cells
        that are merged over columns are titles, and none of these.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    piece = b""
    while more := sheet.read(_PIECE):
        piece += more
        end = 0
        for match in _MERGED.finditer(piece):
            left, first, right, last = match.groups()
            end = match.end()
            if left == right and first != last:
                found.setdefault(int(first), []).append((_column(left), int(last)))
        piece = piece[max(end, len(piece) - _LONGEST) :]
    return found


def marked(
    rows: Iterable[Sequence[Any]], merged: Mapping[int, Sequence[tuple[int, int]]]
) -> Iterator[list[Any]]:
    """Mark the cells below the first of merged ones.

    Args:
        rows: All of a sheet, from the first.
        merged: As of `merged_columns`.

    Yields:
        Each row, with a `Same` where the sheet stores nothing.
    """
    reaching: dict[int, tuple[Same, int]] = {}
    for number, cells in enumerate(rows, start=1):
        row = list(cells)
        reaching = {j: each for j, each in reaching.items() if number <= each[1]}
        for j, (same, _) in reaching.items():
            row += [None] * (j + 1 - len(row))
            row[j] = same
        for j, last in merged.get(number, ()):
            if j < len(row) and row[j] is not None:
                reaching[j] = Same(row[j], number), last
        yield row


def filled(rows: Sequence[Sequence[Any]], *, names: Sequence[str], first: int) -> list[list[Any]]:
    """Fill merged cells of the data with the value that they show.

    Args:
        rows: Of the data.
        names: Of the columns.
        first: Row of the sheet in which the data begin: what is merged with a header is no value.

    Returns:
        Rows without a `Same`. A warning says which columns were filled.
    """
    counts = Counter[str]()
    found: list[list[Any]] = []
    for row in rows:
        new = list(row)
        for j, cell in enumerate(row):
            if isinstance(cell, Same):
                new[j] = cell.value if cell.first >= first else None
                counts[names[j]] += cell.first >= first
        found.append(new)
    for name, count in counts.items():
        if count:
            warnings.warn(
                f"filled {count} merged {'cell' if count == 1 else 'cells'} of {name!r} with the "
                "value that they show.",
                ReadingWarning,
                stacklevel=3,
            )
    return found


def _column(letters: bytes) -> int:
    """Count columns from 0: A is the first, AA the one behind Z."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number - 1
