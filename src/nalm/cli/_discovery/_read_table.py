"""Tables of measurements: CSV and Parquet files with names above their columns."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from nalm.errors import DataError, InvalidValueError

Frame: TypeAlias = Any
"""A pandas data frame; pandas has no types."""

PARQUET = (".parquet", ".pq")
"""Endings of Parquet files; everything else is text."""

SEPARATORS = (",", ";", "\t", "|")
_NUMBER = re.compile(r"\s*[-+]?(\d+([.,]\d*)?|[.,]\d+)([eE][-+]?\d+)?\s*")
_DECIMAL_COMMA = re.compile(r"(?:^|;)\s*[-+]?\d+,\d+")


@dataclass(frozen=True, kw_only=True)
class _Layout:
    """How a text file is written."""

    separator: str
    decimal: str
    skip: int
    header: tuple[str, ...]


def read_table(path: Path) -> Frame:
    """Read a table.

    Args:
        path: A file that ends in ``.parquet``, or text with a header: comma, semicolon, tab, bar
            or spaces between the columns, decimal commas where semicolons separate; lines before
            the header that begin with ``#`` are skipped.

    Returns:
        A frame with distinct names and at least one row. A column without a name is left out.

    Raises:
        InvalidValueError: If the file is empty, has no header, or two columns of one name.
        DataError: If it cannot be read.
    """
    pandas: Any = import_module("pandas")
    try:
        frame = _read_parquet(path) if path.suffix.lower() in PARQUET else _read_text(path)
    except (OSError, UnicodeDecodeError, pandas.errors.ParserError, csv.Error) as error:
        raise DataError(
            f"{path}: expected a table as CSV (UTF-8) or Parquet, found: {_line(error)}"
        ) from error
    if not len(frame):
        raise InvalidValueError(f"{path}: expected rows below the header, found none.")
    return frame


def _read_parquet(path: Path) -> Frame:
    pandas: Any = import_module("pandas")
    try:
        frame: Frame = pandas.read_parquet(path)
    except ImportError as error:
        raise DataError(
            f"{path}: reading Parquet needs pyarrow, found no such package. Install it with "
            "`pip install nalm[parquet]`, or save the table as CSV."
        ) from error
    except ValueError as error:
        raise DataError(f"{path}: expected a Parquet file, found: {_line(error)}") from error
    frame.columns = [str(name) for name in frame.columns]
    _check_header(path, list(frame.columns))
    return frame


def _read_text(path: Path) -> Frame:
    layout = _layout(path)
    pandas: Any = import_module("pandas")
    frame: Frame = pandas.read_csv(
        path,
        sep=layout.separator,
        decimal=layout.decimal,
        skiprows=layout.skip,
        header=0,
        # By their places: pandas would invent names for columns without one.
        names=list(range(len(layout.header))),
        index_col=False,
        encoding="utf-8-sig",
        skipinitialspace=True,
        skip_blank_lines=True,
    )
    named = [k for k, name in enumerate(layout.header) if name]
    frame = frame[named]
    frame.columns = [layout.header[k] for k in named]
    return frame


def _layout(path: Path) -> _Layout:
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = [line.rstrip("\r\n") for line in islice(file, 200)]
    skip = next(
        (k for k, line in enumerate(lines) if line.strip() and not line.startswith("#")), len(lines)
    )
    if skip == len(lines):
        raise InvalidValueError(f"{path}: expected a header and rows, found an empty file.")
    head, below = lines[skip], [line for line in lines[skip + 1 :] if line.strip()]
    counts = {separator: head.count(separator) for separator in SEPARATORS}
    separator = max(SEPARATORS, key=lambda each: counts[each])
    if not counts[separator] and len(head.split()) > 1:
        separator = _spaces(head, below)
    comma = separator == ";" and any(_DECIMAL_COMMA.search(line) for line in below)
    if separator == r"\s+":
        names = head.split()
    else:
        names = next(csv.reader([head], delimiter=separator, skipinitialspace=True))
    header = tuple(name.strip() for name in names)
    _check_header(path, header)
    return _Layout(separator=separator, decimal="," if comma else ".", skip=skip, header=header)


def _spaces(head: str, below: Sequence[str]) -> str:
    """Decide whether spaces separate columns or belong to the name of a single one."""
    fields = len(head.split())
    return r"\s+" if below and len(below[0].split()) == fields else ","


def _check_header(path: Path, header: Sequence[str]) -> None:
    repeated = [name for name, count in Counter(header).items() if name and count > 1]
    if repeated:
        raise InvalidValueError(
            f"{path}: expected a name of its own for every column, found more than one "
            f"{', '.join(repeated)}. Rename all but one."
        )
    numbers = [name for name in header if _NUMBER.fullmatch(name)]
    if numbers and len(numbers) == len([name for name in header if name]):
        raise InvalidValueError(
            f"{path}: expected names in the first line, found the numbers "
            f"{', '.join(numbers[:4])}. Add a header such as x,y."
        )
    if not any(header):
        raise InvalidValueError(f"{path}: expected names in the first line, found none.")


def _line(error: Exception) -> str:
    return " ".join(str(error).split())
