"""How a text is laid out: what separates its columns, where names, units and data begin."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nalm.tables._numerals import is_missing, is_number
from nalm.tables._placing import LOOKED_AT, Place, is_value, place, spread, usual_width

SEPARATORS = (",", ";", "\t", "|", " ")
"""A space stands for any number of them."""
SAMPLE, ROWS = 1_000_000, 200
"""Characters and rows that are looked at."""
_COMMENT = ("#", "%", "//")
_MARK = re.compile(r"^\s*(#|%|//)+\s?")


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How a text is laid out.

    Attributes:
        separator: Between columns; a space stands for any number of them.
        names: The headers, one for each column; empty where there are none, fewer where nothing
            tells which column lacks one.
        units: The row of units below them; empty for none.
        start: Position of the first character of the data.
        width: Columns of the data.
        above: Lines above the header that are no comments.
        commented: Whether the header is a comment, as in files of NumPy.
        doubtful: Position of a header that may be the first row of data; None where it is none.
    """

    separator: str
    names: tuple[str, ...]
    units: tuple[str, ...]
    start: int
    width: int
    above: int = 0
    commented: bool = False
    doubtful: int | None = None


@dataclass(frozen=True, kw_only=True)
class Row:
    """The cells of a record, where it ends, a comment, and whether it begins with a quote."""

    cells: tuple[str, ...]
    end: int
    comment: str = ""
    quoted: bool = False


def find_layout(text: str) -> Layout | None:
    """Find out how a text is laid out.

    Args:
        text: Of a table.

    Returns:
        Its layout; None if all lines are blank or comments.
    """
    sample = text[:SAMPLE]
    best: tuple[float, int, Layout] | None = None
    for order, separator in enumerate(SEPARATORS):
        rows = list(rows_of(sample, separator))
        found = place([row.cells for row in rows])
        if found is None:
            continue
        key = (_regularity(rows, found), -order)
        if best is None or key > best[:2]:
            best = (*key, _layout(rows, found, separator))
    return None if best is None else best[2]


def rows_of(text: str, separator: str) -> Iterator[Row]:
    """Cut a text into rows; a line break in quotes is part of a cell.

    Args:
        text: Of a table; its first rows are enough.
        separator: Between its columns.
    """
    lines = list(io.StringIO(text, newline=""))  # `splitlines` knows more ends than tables do
    position, k, data, count = 0, 0, False, 0
    while k < len(lines) and count < 2 * ROWS:
        line = lines[k]
        if line.lstrip().startswith(_COMMENT) and not data:
            yield Row(cells=(), end=position + len(line), comment=line)
            position, k = position + len(line), k + 1
            continue
        cells, used = _record(lines[k : k + 20], separator)
        position, k = position + sum(map(len, lines[k : k + used])), k + used
        count += any(cells)
        data = data or any(map(is_value, spread(cells)))
        yield Row(cells=cells, end=position, quoted=line.lstrip().startswith('"'))


def _record(lines: Sequence[str], separator: str) -> tuple[tuple[str, ...], int]:
    source = lines
    if separator == " ":
        source = [" ".join(lines[0].split())]
    reader = csv.reader(iter(source), delimiter=separator, skipinitialspace=True)
    try:
        cells = next(reader)
    except (csv.Error, StopIteration):
        return (lines[0].strip(),), 1
    used = reader.line_num
    if used > 1 and used == len(source):  # a quote that never ends is a sign for inches
        cells, used = lines[0].rstrip("\r\n").split(separator), 1
    return tuple(cell.strip() for cell in cells), max(used, 1)


def _regularity(rows: Sequence[Row], found: Place) -> float:
    """Say how much of the text is rows of one length that hold values."""
    data = [row.cells for row in rows[found.data :] if any(row.cells)]
    if found.width < 2:
        return 0.0
    even = [cells for cells in data if len(cells) == usual_width(data)]
    most = max(1, LOOKED_AT * 20 // max(len(even), 1))
    cells = [cell for row in even for cell in spread(row, most)]
    values = sum(is_value(cell) or is_missing(cell) for cell in cells) / max(len(cells), 1)
    # Names hold no numbers, unless they are years.
    named = found.header is not None and not any(map(is_number, spread(rows[found.header].cells)))
    return (len(even) / max(len(data), 1)) * (0.1 + values) * (1.0 if named else 0.5)


def _layout(rows: Sequence[Row], found: Place, separator: str) -> Layout:
    data = [row.cells for row in rows[found.data :]]
    lengths = [len(cells) for cells in data if any(cells)]
    usual = usual_width(data)
    width = usual if lengths.count(usual) > lengths.count(found.width) else found.width
    start = rows[found.data - 1].end if found.data else 0
    above = rows[: found.data if found.header is None else found.header]
    numbered = _has_row_names(rows[found.data :], separator)
    names, units = (
        () if k is None else _padded(rows[k].cells, data, width, front=numbered)
        for k in (found.header, found.units)
    )
    before = rows[found.header - 1].end if found.header else 0
    layout = Layout(
        separator=separator,
        names=names,
        units=units,
        start=start,
        width=width,
        above=sum(any(row.cells) for row in above),
        doubtful=before if found.doubtful else None,
    )
    comments = [row.comment for row in above if row.comment]
    if found.header is not None or not comments:
        return layout
    names, _ = _record([_MARK.sub("", comments[-1])], separator)
    fits = len(names) == width and not any(is_value(name) for name in names)
    return replace(layout, names=names, commented=True) if fits else layout


def _padded(
    cells: Sequence[str], data: Sequence[Sequence[str]], width: int, *, front: bool
) -> tuple[str, ...]:
    """Add names for a column of row names in front, or for separators at the ends of rows."""
    lacking = width - len(cells)
    if lacking <= 0:
        return tuple(cells[:width])
    if all(not any(row[len(cells) :]) for row in data):
        return (*cells, *[""] * lacking)
    return ("", *cells) if front and lacking == 1 else tuple(cells)


def _has_row_names(data: Sequence[Row], separator: str) -> bool:
    """Tell whether rows surely begin with a name of their own, and not with a value."""
    if all(row.quoted for row in data):
        return True
    first = [row.cells[0] for row in data if any(row.cells)]
    if not any(map(is_value, first)):
        return True
    # A comma or a space may also be part of a number, such as 3,75 or 1 137.
    counted = {tuple(str(k + begin) for k in range(len(first))) for begin in (0, 1)}
    return separator not in (",", " ") and tuple(first) in counted
