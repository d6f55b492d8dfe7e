"""Where in rows of cells the header, a row of units and the data begin."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from nalm.tables._dates import is_date
from nalm.tables._headers import is_bracketed, looks_like_unit
from nalm.tables._numerals import LONGEST, affixes, is_beyond, is_missing, is_number

FULL = 0.75
"""Part of a table's columns that a row has to fill to be its header: a title fills one or two."""

LOOKED_AT = 200
"""Cells of a row that are looked at: tables of 20,000 columns take seconds otherwise."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where the parts of a table are, as positions of rows.

    Attributes:
        header: Of the names; None if there are none.
        units: Of the units; None if there are none.
        data: Of the first row of data.
        width: Number of columns.
        doubtful: Whether the header may be the first row of data: it has values where they have.
    """

    header: int | None
    units: int | None
    data: int
    width: int
    doubtful: bool = False


def place(rows: Sequence[Sequence[str]]) -> Place | None:
    """Find header, units and data.

    Args:
        rows: The cells of the first rows; without cells for a line to skip.

    Returns:
        Their positions; None where every row is blank. What stands above a blank row, such as an
        instrument's settings, is no part of a larger table below it that has a header of its own.
    """
    for start in _starts(rows):
        found = _place(rows[start:])
        if start == 0 or found is None:
            return found
        if found.header is None or found.doubtful or rows[start + found.header] in rows[:start]:
            continue
        return Place(
            header=start + found.header,
            units=None if found.units is None else start + found.units,
            data=start + found.data,
            width=found.width,
        )
    return None


def _place(rows: Sequence[Sequence[str]]) -> Place | None:
    filled = [sum(bool(cell.strip()) for cell in row) for row in rows]
    if not any(filled):
        return None
    width = _table_width(rows)
    # One column may lack a name: it numbers the rows.
    enough = max(FULL * (width - 1), min(width, 2))
    full = [k for k, row in enumerate(rows) if filled[k] >= enough and _fits(row, width)]
    if not full:
        full = [filled.index(max(filled))]
    header = _header(rows, full)
    if header is None:
        above = [k for k in range(full[0]) if filled[k]][-1:]
        if above and len(rows[above[0]]) == width - 1 > 0 and _is_header(rows, *above, first=True):
            # Rows begin with a name of their own, or end in a separator.
            return Place(header=above[0], units=None, data=full[0], width=width)
        if all(is_value(cell) or is_missing(cell) for cell in spread(rows[full[0]])):
            return Place(header=None, units=None, data=full[0], width=width)
        header = full[0]  # years as names, say
    units = header + 1 if _is_unit_row(rows, header + 1, filled) else None
    data = (header if units is None else units) + 1
    doubtful = units is None and _holds_values(rows, header)
    return Place(header=header, units=units, data=data, width=width, doubtful=doubtful)


def usual_width(rows: Sequence[Sequence[str]]) -> int:
    """Return how many cells most rows have.

    Args:
        rows: Cells.
    """
    counts = Counter(len(row) for row in rows if any(cell.strip() for cell in row))
    return max(counts, key=lambda width: (counts[width], width)) if counts else 0


def is_value(cell: str) -> bool:
    """Tell whether a cell is a number, a date, or something in the place of a number.

    Args:
        cell: The cell; a blank one is none.
    """
    if len(cell) > LONGEST:
        return False
    return is_number(cell) or is_beyond(cell) or is_date(cell) or affixes([cell]) is not None


def spread(cells: Sequence[str], most: int = LOOKED_AT) -> Sequence[str]:
    """Return cells from all over a row.

    Args:
        cells: Of the row.
        most: How many at most.
    """
    return cells[:: max(1, -(-len(cells) // most))]


def _fits(row: Sequence[str], width: int) -> bool:
    return len(row) >= width and not any(row[width:])


def _starts(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return where the table may start: above its largest part between blank rows, or higher."""
    blank = [not any(cell.strip() for cell in row) for row in rows]
    starts = [k for k in range(len(rows)) if not blank[k] and (k == 0 or blank[k - 1])]
    ends = [*starts[1:], len(rows)][: len(starts)]
    sizes = [_size(rows[start:end]) for start, end in zip(starts, ends, strict=True)]
    largest = sizes.index(max(sizes)) if len(starts) > 1 else 0
    return [*starts[largest:0:-1], 0]


def _table_width(rows: Sequence[Sequence[str]]) -> int:
    """Return how many cells most rows of values have; of equals, how many most rows have."""
    widths = {len(row) for row in rows if any(cell.strip() for cell in row)}
    usual = usual_width(rows)
    counts = {width: _count([row for row in rows if len(row) == width]) for width in widths}
    return max(counts, key=lambda width: (counts[width], width == usual))


def _count(rows: Sequence[Sequence[str]]) -> int:
    """Return about how many rows hold at least as many values as other cells."""
    step = -(-len(rows) // 40)
    cells = [[cell for cell in spread(row, 20) if cell.strip()] for row in rows[::step]]
    return step * sum(2 * sum(map(is_value, row)) >= len(row) > 0 for row in cells)


def _size(rows: Sequence[Sequence[str]]) -> float:
    """Return about how many values rows have; beside labels, as in settings, they count less."""
    step = -(-len(rows) // 40)
    cells = [cell for row in rows[::step] for cell in spread(row, 20) if cell.strip()]
    values = sum(map(is_value, cells))
    return step * values * (values / max(len(cells), 1)) ** 2


def _header(rows: Sequence[Sequence[str]], full: Sequence[int]) -> int | None:
    """Find the names among full rows: the first that may hold them, or those below settings."""
    first = full[0] if _is_header(rows, full[0], first=True) else None
    if first is not None and _stands_above_values(rows, first):
        return first
    later = (k for k in full[1:20] if _is_header(rows, k, first=False))
    found = next(later, None)
    if first is None:
        return found
    if found is None:
        return first
    between = [cell for row in rows[first + 1 : found] for cell in spread(row)]
    return found if any(map(is_value, between)) else first


def _is_header(rows: Sequence[Sequence[str]], k: int, *, first: bool) -> bool:
    """Tell whether a row holds no values, and a row of values stands soon below it."""
    cells = [cell for cell in spread(rows[k]) if cell.strip()]
    if any(is_number(cell) or is_date(cell) for cell in cells):
        return False
    if first:
        below = [row for row in rows[k + 1 : k + 6] if any(cell.strip() for cell in row)]
        return not below or any(is_value(cell) for row in below[:2] for cell in spread(row))
    # Below a title that looks like data, names stand above values alone.
    return not any(map(is_missing, rows[k])) and _stands_above_values(rows, k)


def _stands_above_values(rows: Sequence[Sequence[str]], k: int) -> bool:
    """Tell whether most columns that hold something soon below a row hold values there."""
    below = rows[k + 1 : k + 6]
    filled = [j for j in _columns(rows[k]) if any(j < len(r) and r[j].strip() for r in below)]
    return len(_numbered(rows, k)) >= FULL * max(len(filled), 1)


def _holds_values(rows: Sequence[Sequence[str]], k: int) -> bool:
    """Tell whether a row has values wherever the rows soon below it have."""
    cells = [rows[k][j] for j in _numbered(rows, k)]
    return bool(cells) and all(is_value(cell) or is_missing(cell) for cell in cells)


def _is_unit_row(rows: Sequence[Sequence[str]], k: int, filled: Sequence[int]) -> bool:
    """Tell whether a row holds words where the rows below it hold values."""
    if k >= len(rows) or not filled[k]:
        return False
    cells = [rows[k][j].strip() for j in _numbered(rows, k)]
    words = [cell for cell in cells if not is_missing(cell) or cell in ("-", "–", "—")]
    if not words or any(map(is_value, words)):
        return False
    return len(words) > 1 or looks_like_unit(words[0]) or is_bracketed(words[0])


def _numbered(rows: Sequence[Sequence[str]], k: int) -> list[int]:
    """Return which of the columns looked at have a value in the rows soon below a row."""
    below = [row for row in rows[k + 1 : k + 6] if any(cell.strip() for cell in row)]
    return [j for j in _columns(rows[k]) if any(j < len(r) and is_value(r[j]) for r in below)]


def _columns(row: Sequence[str]) -> range:
    """Return the columns of a row that are looked at."""
    return range(0, len(row), max(1, -(-len(row) // LOOKED_AT)))
