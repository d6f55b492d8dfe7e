"""Tables in workbooks of Excel."""

import warnings
import zipfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from nalm.errors import DataError, InvalidValueError, ReadingWarning, UnknownNameError
from nalm.tables._merged import filled, marked, merged_columns
from nalm.tables._placing import place
from nalm.tables._reading import (
    Frame,
    Reading,
    headers_of,
    named,
    said_rows,
    say_first_row,
    with_places,
)

SAMPLE = 200
"""Rows in which the header is looked for."""


class _Sheet(NamedTuple):
    """Rows of cells, None where there is nothing, and the number of each in the sheet, from 1."""

    rows: list[list[Any]]
    numbers: list[int]


def read_workbook(path: Path, reading: Reading) -> Frame:
    """Read a table from a sheet of a workbook.

    Args:
        path: A file of Excel 2007 or later (.xlsx, .xlsm).
        reading: How to read it: which sheet, the first that holds something by default.

    Returns:
        A frame with distinct names.

    Raises:
        DataError: If openpyxl is missing, or the file is another archive or cannot be read.
        UnknownNameError: If there is no such sheet.
        InvalidValueError: If the sheet is empty or has no names.
    """
    sheet = _sheet(path, reading)
    rows = _trimmed(sheet.rows)
    found = place([[_text(cell) for cell in row] for row in rows[:SAMPLE]])
    if found is None:
        raise InvalidValueError(f"{path}: expected a header and rows, found an empty sheet.")
    written = () if found.header is None else [_text(cell) for cell in rows[found.header]]
    units = () if found.units is None else [_text(cell) for cell in rows[found.units]]
    width = len(rows[0])
    headers = headers_of(path, written, units=units, width=width, reading=reading)
    above = rows[: found.data if found.header is None else found.header]
    said_rows(path, above=sum(any(_text(cell) for cell in row) for row in above), units=units)
    pandas: Any = import_module("pandas")
    if reading.names and found.doubtful:
        say_first_row(path, written)
    start = found.data
    if reading.names and found.doubtful and found.header is not None:
        start = found.header
    data, kept = _without_notes(rows[start:], path)
    if data:
        names = [each.name for each in headers]
        data = filled(data, names=names, first=sheet.numbers[start])
    frame = pandas.DataFrame(data, columns=range(width), dtype=object).infer_objects()
    writing = {"decimal": reading.decimal or "", "elsewhere": reading.usual}
    result = named(frame, headers, writing=writing)
    numbers = [sheet.numbers[start + k] for k in kept]
    return with_places(result, numbers, words="Row {} of the sheet")


def _sheet(path: Path, reading: Reading) -> _Sheet:
    """Read the cells of a sheet."""
    try:
        openpyxl: Any = import_module("openpyxl")
    except ImportError as error:
        raise DataError(
            f"{path}: reading Excel needs openpyxl, found no such package. Install it with "
            "`pip install nalm[excel]`, or save the table as CSV."
        ) from error
    _check_kind(path)
    try:
        # Of a path, openpyxl looks at the ending, which may be that of CSV.
        with path.open("rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and charts that it does not know
            book = openpyxl.load_workbook(file, read_only=True, data_only=True)
            try:
                sheets = {sheet.title: _cells(sheet, path) for sheet in book.worksheets}
            finally:
                book.close()
    except Exception as error:  # a damaged file breaks openpyxl in many ways
        found = " ".join(str(error).split())[:200]
        raise DataError(
            f"{path}: expected a workbook of Excel, found: {found.rstrip('.')}. Save it again as "
            ".xlsx or CSV."
        ) from error
    return _chosen(path, sheets, reading.sheet)


def _check_kind(path: Path) -> None:
    """Refuse other archives than workbooks of Excel, and say what they are."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return  # openpyxl says what is wrong
    if "[Content_Types].xml" in names:
        return
    if "content.xml" in names:
        found, remedy = "an OpenDocument file", "Save the sheet as .xlsx or CSV"
    else:
        found, remedy = "an archive (ZIP)", "Unpack it, and name a file"
    raise DataError(f"{path}: expected a workbook of Excel, found {found}. {remedy}.")


def _cells(sheet: Any, path: Path) -> _Sheet:  # noqa: ANN401  (openpyxl has no types)
    """Read rows up to their last cell; of blank rows that follow each other only the first.

    A stray cell may lie a million rows and thousands of columns away.
    """
    sheet.reset_dimensions()  # what programs write there is not always true
    # A sheet that openpyxl reads row by row does not say which of its cells are merged.
    with zipfile.ZipFile(path) as archive, archive.open(sheet._worksheet_path) as source:
        merged = merged_columns(source)
    found = _Sheet([], [])
    rows = marked(sheet.iter_rows(values_only=True), merged)
    for number, row in enumerate(rows, start=1):
        full = [j for j, cell in enumerate(row) if _text(cell)]
        if full or (found.rows and found.rows[-1]):
            last = max((j for j, cell in enumerate(row) if cell is not None), default=-1)
            found.rows.append([_plain(cell) for cell in row[: last + 1]] if full else [])
            found.numbers.append(number)
    return found


def _chosen(path: Path, sheets: dict[str, _Sheet], name: str | None) -> _Sheet:
    full = [title for title, each in sheets.items() if any(each.rows)]
    if name is not None:
        if name not in sheets:
            raise UnknownNameError(
                f"--sheet: {path} has no sheet {name!r}. There are {', '.join(map(repr, sheets))}."
            )
        return sheets[name]
    if len(full) > 1:
        others = ", ".join(map(repr, full[1:]))
        warnings.warn(
            f"read the sheet {full[0]!r} of {path.name}. --sheet takes another: {others}.",
            ReadingWarning,
            stacklevel=4,
        )
    return sheets[full[0]] if full else _Sheet([], [])


def _trimmed(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Leave out blank rows at the end and blank columns, and make all rows one length."""
    last = max((k for k, row in enumerate(rows) if row), default=-1)
    kept = sorted({j for row in rows for j, cell in enumerate(row) if _text(cell)})
    return [[row[j] if j < len(row) else None for j in kept] for row in rows[: last + 1]]


def _without_notes(rows: list[list[Any]], path: Path) -> tuple[list[list[Any]], list[int]]:
    """Leave out blank rows, and remarks that follow one below the data; say which are left."""
    blank = [not any(map(_text, row)) for row in rows]
    last = max((k for k, row in enumerate(rows) if any(map(_is_number, row))), default=-1)
    gap = next((k for k in range(last + 1, len(rows)) if blank[k]), len(rows))
    left = sum(not each for each in blank[gap:])
    said_rows(path, above=0, units=(), below=left)
    kept = [k for k in range(gap) if not blank[k]]
    return [rows[k] for k in kept], kept


def _plain(cell: Any) -> Any:  # noqa: ANN401
    return None if isinstance(cell, str) and not cell.strip() else cell


def _text(cell: Any) -> str:  # noqa: ANN401
    return "" if cell is None else str(cell).strip()


def _is_number(cell: Any) -> bool:  # noqa: ANN401
    return isinstance(cell, int | float)
