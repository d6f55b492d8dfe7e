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
TAIL = 20_000
"""Characters at the end in which remarks are looked for."""
_COMMENT = ("#", "%", "//")
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
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


def data_alone(text: str, layout: Layout) -> tuple[str, int]:
    """Empty the lines of the rows without a cell, and of remarks below the data.

    Args:
        text: Of a table.
        layout: Its layout. Between spaces a remark cannot be told from cells.

    Returns:
        The text, whose rows are in the lines in which they were, and how many remarks it had.
    """
    rest = _without_blank_rows(text[layout.start :], layout.separator)
    whole = text[: layout.start] + rest
    if layout.width < 2 or layout.separator == " ":
        return whole, 0
    before, tail = rest[:-TAIL], rest[-TAIL:]
    kept, remarks = tail.rstrip("\r\n"), 0
    while _is_remark(kept, layout.separator):
        kept, remarks = kept[: _last_line(kept)].rstrip("\r\n"), remarks + 1
    below = tail[len(kept) :]
    apart = len(_LINE_BREAK.findall(below[: len(below) - len(below.lstrip("\r\n"))])) > 1
    if not remarks or not (apart or _begins_with_values(rest, layout.separator)):
        return whole, 0
    return text[: layout.start] + before + kept, remarks


def _without_blank_rows(rest: str, separator: str) -> str:
    """Empty the lines that hold separators alone, unless they are part of a cell in quotes."""
    # The engine skips to the next line break, as it cannot to a place behind one.
    blank = re.compile(rf'([\r\n])(?:[ \t{re.escape(separator)}]|"")+(?=[\r\n]|\Z)')
    text = "\n" + rest
    parts, last, is_open = list[str](), 0, False
    for match in blank.finditer(text):
        between = text[last : match.start()]
        is_open ^= between.count('"') % 2 == 1
        parts += [between, match[0] if is_open else match[1]]
        last = match.end()
    return "".join([*parts, text[last:]])[1:]


def _last_line(text: str) -> int:
    return max(text.rfind("\n"), text.rfind("\r")) + 1


def _is_remark(text: str, separator: str) -> bool:
    """Tell whether the last line holds one cell, the first, and that is no value."""
    begin = _last_line(text)
    line = text[begin:]
    if not begin or line.count('"') % 2:  # the end of a cell of several lines
        return False
    cells, _ = _record([line], separator)
    return not (any(cells[1:]) or is_value(cells[0]) or is_missing(cells[0]))


def _begins_with_values(text: str, separator: str) -> bool:
    """Tell whether rows begin with values: in a column of labels a remark may be one."""
    first = [row.cells[0] for row in rows_of(text[:TAIL], separator) if any(row.cells)]
    return 2 * sum(is_value(cell) for cell in first) > len(first)


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
