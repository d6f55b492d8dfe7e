"""Tables of measurements: text, workbooks of Excel and Parquet files."""

from collections.abc import Callable
from pathlib import Path

from nalm.errors import DataError, InvalidValueError
from nalm.tables._compact_dates import say_compact_dates
from nalm.tables._parquet import read_parquet
from nalm.tables._reading import Frame, Reading
from nalm.tables._text_file import read_text
from nalm.tables._workbook import read_workbook

__all__ = ["Frame", "Reading", "read_table"]

PARQUET = (".parquet", ".pq")
"""Endings of Parquet files."""
WORKBOOK = (".xlsx", ".xlsm", ".xltx", ".xltm")
"""Endings of workbooks; everything else is text, unless its first bytes say otherwise."""


def read_table(path: Path, reading: Reading | None = None) -> Frame:
    """Read a table.

    Args:
        path: A file: text with comma, semicolon, tab, bar or spaces between the columns, a
            workbook, or Parquet. Comments and titles above the names of the columns are skipped.
        reading: How to read it; by default all is found out.

    Returns:
        A frame with distinct names and at least one row. A column without a name is left out. Its
        ``attrs`` hold ``units`` (column → unit of its header) and ``headers`` (header as written
        → column), where they differ.

    Raises:
        InvalidValueError: If the file is empty or has no header.
        DataError: If it cannot be read.
    """
    reading = reading or Reading()
    kind = _kind(path)
    if reading.sheet is not None and kind is not read_workbook:
        raise InvalidValueError(f"--sheet: expected a workbook of Excel, found {path}.")
    frame = kind(path, reading)
    if not len(frame):
        raise InvalidValueError(f"{path}: expected rows below the header, found none.")
    from nalm.tables._cells import settled

    result = settled(frame)
    for name in reading.wanted.get("--time", ()):
        say_compact_dates(result[result.attrs["headers"].get(name, name)])
    return result


def _kind(path: Path) -> Callable[[Path, Reading], Frame]:
    try:
        with path.open("rb") as file:
            beginning = file.read(4)
    except OSError as error:
        raise DataError(f"{path}: expected a file to read, found: {error.strerror}.") from error
    if path.suffix.lower() in PARQUET or beginning == b"PAR1":
        return read_parquet
    if path.suffix.lower() in WORKBOOK or beginning == b"PK\x03\x04":
        return read_workbook
    return read_text
