"""How to read a file, as far as the user says so; and the frame that comes of it."""

import re
import shlex
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from nalm.cli._tables._headers import Header, read_headers
from nalm.errors import InvalidValueError, ReadingWarning

Frame: TypeAlias = Any
"""A pandas data frame; pandas has no types."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """Say how to read a file; what is left open is found out.

    Args:
        decimal: The decimal sign, "." or ","; the other one separates thousands.
        sheet: Name of a workbook's sheet.
        names: Names of the columns, in place of the header or where there is none.
    """

    decimal: str | None = None
    sheet: str | None = None
    names: tuple[str, ...] = ()


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
    return found


def named(frame: Frame, headers: Sequence[Header], *, writing: Mapping[str, str]) -> Frame:
    """Give a frame its names, and what is known of its columns; leave out those without a name.

    Args:
        frame: With columns in the order of the headers.
        headers: What stands above them.
        writing: The decimal sign and the separator, as far as they are known.

    Returns:
        A frame whose ``attrs`` hold ``units``, ``headers`` (by what else a column can be called)
        and ``writing``.
    """
    kept = [k for k, header in enumerate(headers) if header.name]
    result: Any = frame.iloc[:, kept].copy()
    result.columns = [headers[k].name for k in kept]
    chosen = [headers[k] for k in kept]
    names = {each.name for each in chosen}
    counts = Counter(each.written for each in chosen)
    result.attrs["units"] = {each.name: each.unit for each in chosen if each.unit}
    result.attrs["headers"] = {
        each.written: each.name
        for each in chosen
        if each.written not in names and counts[each.written] == 1
    }
    result.attrs["writing"] = dict(writing)
    return result


def said_rows(path: Path, *, above: int, units: Sequence[str]) -> None:
    """Say which rows of a file were not taken for data.

    Args:
        path: The file.
        above: Rows above the header.
        units: The row of units; empty for none.
    """
    if above:
        rows = "the first row" if above == 1 else f"the first {above} rows"
        _say(f"skipped {rows} of {path.name}, above the names of the columns.")
    if units:
        shown = ", ".join(text for text in units if text.strip())
        _say(f"took the row below the names for units: {shown}.")


def quoted(names: Sequence[str]) -> str:
    """Write names as one word for a shell, as --inputs takes them.

    Args:
        names: Of columns.

    Example:
        >>> print(quoted(["a", "b c", "d, e"]))
        'a,b c,"d, e"'
    """
    return shlex.quote(",".join(as_cell(name) for name in names))


def as_cell(name: str) -> str:
    """Put a name that holds a comma or a quote in quotes, as in a CSV file.

    Args:
        name: Of a column.
    """
    doubled = name.replace('"', '""')
    return f'"{doubled}"' if re.search(r'[,"]|^\s|\s$', name) else name


def _say(message: str) -> None:
    warnings.warn(message, ReadingWarning, stacklevel=3)
