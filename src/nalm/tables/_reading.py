"""How to read a file, as far as the user says so; and the frame that comes of it."""

import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from nalm.errors import InvalidValueError, ReadingWarning
from nalm.tables._headers import Header, read_headers
from nalm.tables._lookup import look_up

_WORDS = "average avg count mean median sd sem stdev std sum total totals mittelwert moyenne"
_SUMMARIES = frozenset(_WORDS.split())
"""What a row that sums up others begins with, in small letters."""
Frame: TypeAlias = Any
"""A pandas data frame; pandas has no types."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """Say how to read a file; what is left open is found out.

    Args:
        decimal: The decimal sign, "." or ","; the other one separates thousands.
        sheet: Name of a workbook's sheet.
        names: Names of the columns, in place of the header or where there is none.
        wanted: Option → columns that it names, which have to be there.
        usual: The decimal sign of tables of this kind, which counts where no cell tells.
    """

    decimal: str | None = None
    sheet: str | None = None
    names: tuple[str, ...] = ()
    wanted: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    usual: str = ""


@dataclass(frozen=True, kw_only=True)
class Places:
    """Where rows of a table stand in its file.

    Args:
        words: What to call one, such as "Line {} of the file".
        numbers: Of the rows, from 1.
    """

    words: str
    numbers: Sequence[int]

    def of(self, row: int) -> str:
        """Say where a row stands.

        Args:
            row: From 0.
        """
        return self.words.format(self.numbers[row])

    def take(self, rows: Iterable[int]) -> "Places":
        """Take some rows, from 0."""
        return Places(words=self.words, numbers=[self.numbers[row] for row in rows])


def places_of(frame: Frame) -> Places | None:
    """Return where the rows of a table stand in its file.

    Args:
        frame: As `read_table` returned it, with all its rows.

    Returns:
        Their places; None where they are not known, as in a Parquet file.
    """
    kept = frame.attrs.get("places")
    if kept is None:
        return None
    starts = [*kept["runs"], [len(frame), 0]]
    runs = pairwise(starts)
    numbers = [number + k for (row, number), (end, _) in runs for k in range(end - row)]
    return Places(words=kept["words"], numbers=numbers)


def with_places(frame: Frame, numbers: Sequence[int], *, words: str) -> Frame:
    """Note where the rows of a table stand in its file.

    Args:
        frame: The table.
        numbers: Of its rows in the file, from 1; or of the first alone, which the others follow.
        words: As of `Places`.

    Returns:
        The table, whose ``attrs`` hold the first row, and the number, of each run of neighbours.
    """
    before = [None, *numbers]
    runs = [
        [row, number]
        for row, (number, last) in enumerate(zip(numbers, before, strict=False))
        if last is None or number != last + 1
    ]
    frame.attrs["places"] = {"words": words, "runs": runs}
    return frame


def headers_of(
    path: Path, written: Sequence[str], *, units: Sequence[str], width: int, reading: Reading
) -> tuple[Header, ...]:
    """Read or replace what stands above the columns.

    Args:
        path: The file, for messages.
        written: The headers; empty for none.
        units: The row of units; empty for none.
        width: Number of columns.
        reading: The user's names.

    Returns:
        One for each column.

    Raises:
        InvalidValueError: If there are no names, or another number of them than of columns.
        UnknownNameError: If a wanted column is missing.
    """
    if reading.names:
        if len(reading.names) != width:
            raise InvalidValueError(
                f"--names: expected {width} names, one for each column of {path}, found "
                f"{len(reading.names)}: {', '.join(reading.names)}."
            )
        written = reading.names
    if not any(written):
        example = ",".join(f"x{k}" for k in range(1, width + 1)) if width < 9 else "a,b,…"
        raise InvalidValueError(
            f"{path}: expected names above the {width} columns, found none. Say them with "
            f"--names {example}, or add a header."
        )
    found = read_headers(written, units)
    repeated = [each.written for each in found if each.written]
    for text in sorted({each for each in repeated if repeated.count(each) > 1}):
        new = ", ".join(each.name for each in found if each.written == text)
        warnings.warn(
            f"{path.name} has several columns {text!r}: from left to right they are now {new}.",
            ReadingWarning,
            stacklevel=3,
        )
    # Wrong names are said before the file is read as a whole, and before pandas is loaded.
    known = [each.name for each in found if each.name]
    for option, names in reading.wanted.items():
        look_up(names, known, written=_written(found), option=option)
    return found


def named(frame: Frame, headers: Sequence[Header], *, writing: Mapping[str, str]) -> Frame:
    """Give a frame its names, and what is known of its columns; leave out those without a name.

    Args:
        frame: With columns in the order of the headers.
        headers: What stands above them.
        writing: The decimal sign and the separator, as far as they are known.

    Returns:
        A frame whose ``attrs`` hold ``units``, ``headers`` (by what else a column can be called)
        and ``writing``. Columns left out are said by a warning, unless they are blank.
    """
    _say_nameless(frame, [k for k, header in enumerate(headers) if not header.name])
    kept = [k for k, header in enumerate(headers) if header.name]
    result: Any = frame.iloc[:, kept].copy()
    result.columns = [headers[k].name for k in kept]
    chosen = [headers[k] for k in kept]
    result.attrs["units"] = {each.name: each.unit for each in chosen if each.unit}
    result.attrs["headers"] = _written(chosen)
    result.attrs["writing"] = dict(writing)
    _say_summary(result)
    return result


def said_rows(path: Path, *, above: int, units: Sequence[str], below: int = 0) -> None:
    """Say which rows of a file were not taken for data.

    Args:
        path: The file.
        above: Rows above the header.
        units: The row of units; empty for none.
        below: Rows of remarks below the data.
    """
    if above:
        rows = "the first row" if above == 1 else f"the first {above} rows"
        _say(f"skipped {rows} of {path.name}, above the names of the columns.")
    if units:
        shown = ", ".join(text for text in units if text.strip())
        _say(f"took the row below the names for units: {shown}.")
    if below:
        rows = "1 row" if below == 1 else f"{below} rows"
        _say(f"skipped {rows} of text below the data of {path.name}.")


def say_first_row(path: Path, cells: Sequence[str]) -> None:
    """Say that a row was taken for data which may hold names.

    Args:
        path: The file.
        cells: Of the row.
    """
    shown = ", ".join(cells[:5]) + (", …" if len(cells) > 5 else "")
    _say(f"took the row {shown} of {path.name} for data. If it holds names, delete it.")


def _written(headers: Sequence[Header]) -> dict[str, str]:
    """Return what else columns can be called: their headers, where one alone has it."""
    names = {each.name for each in headers}
    counts = Counter(each.written for each in headers)
    return {
        each.written: each.name
        for each in headers
        if each.name and each.written not in names and counts[each.written] == 1
    }


def _say_summary(frame: Frame) -> None:
    """Say that the last row may be computed from the others, as below the columns of a sheet."""
    cells = [] if frame.empty else [str(cell).strip() for cell in frame.iloc[-1, :1]]
    if cells and cells[0].rstrip(":.").casefold() in _SUMMARIES:
        _say(
            f"row {len(frame)}, the last one, begins with {cells[0]!r}, and is read as data. If it "
            "sums up the rows above it, delete it."
        )


def _say_nameless(frame: Frame, left: Sequence[int]) -> None:
    for k in left:
        values = [str(each) for each in frame.iloc[:, k].dropna()[:2]]
        if values:
            warnings.warn(
                f"left out column {k + 1}, which has no name; it begins with {', '.join(values)}. "
                "To have it, say the names of all columns with --names.",
                ReadingWarning,
                stacklevel=3,
            )


def _say(message: str) -> None:
    warnings.warn(message, ReadingWarning, stacklevel=3)
