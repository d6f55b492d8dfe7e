"""Tables as text: CSV and its relatives."""

import csv
import io
import re
import warnings
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from nalm.errors import DataError, InvalidValueError, ReadingWarning
from nalm.tables._decoding import decode
from nalm.tables._layout import Layout, data_alone, find_layout, rows_of
from nalm.tables._numerals import Reads, reads
from nalm.tables._open_quotes import check_quotes
from nalm.tables._reading import (
    Frame,
    Reading,
    headers_of,
    named,
    said_rows,
    say_first_row,
    with_places,
)

_LINE_BREAK = re.compile(r"\r\n|\r|\n")


def read_text(path: Path, reading: Reading) -> Frame:
    """Read a table from text.

    Args:
        path: A file.
        reading: How to read it.

    Returns:
        A frame with distinct names.

    Raises:
        InvalidValueError: If it is empty, or lacks names.
        DataError: If it is no text, if a row has more cells than the table has columns, or if a
            quote swallows rows. Between spaces, also if a row has fewer cells.
    """
    text = decode(path)
    layout = find_layout(text)
    if layout is None:
        raise InvalidValueError(f"{path}: expected a header and rows, found an empty file.")
    if 0 < len(layout.names) < layout.width and not reading.names:
        raise InvalidValueError(_too_few_names(path, layout))
    headers = headers_of(
        path, layout.names, units=layout.units, width=layout.width, reading=reading
    )
    if reading.names and layout.doubtful is not None:
        say_first_row(path, layout.names)
        layout = replace(layout, start=layout.doubtful)
    text, remarks = data_alone(text, layout)
    said_rows(path, above=layout.above, units=layout.units, below=remarks)
    from nalm.tables._cells import shown_sign

    frame = _frame(path, text, layout=layout)
    lacking = [k for k in frame.columns if _is_text(frame[k]) and frame[k].isna().any()]
    if lacking:
        # A label such as NA, of Namibia, is no missing value.
        frame[lacking] = _frame(path, text, layout=layout, as_text=True)[lacking]
    _check_rows(path, text, frame, layout=layout)
    shown = {shown_sign(frame[k]) for k in frame.columns if frame[k].dtype.kind not in "iufb"}
    if "," in (reading.decimal, reading.usual, *shown):
        # Now a number such as 1.234 is more than a thousand, perhaps.
        frame = _frame(path, text, layout=layout, as_text=True)
        shown = {shown_sign(frame[k]) for k in frame.columns}
    elif any(frame[k].dtype.kind == "f" for k in frame.columns):
        shown.add(".")
        _say_thousands(frame, text, layout=layout, names=[each.name for each in headers])
    signs = shown - {""} or {reading.usual}
    writing = {
        "decimal": reading.decimal or "",
        "elsewhere": signs.pop() if len(signs) == 1 else "",
        "separator": layout.separator,
    }
    return _placed(named(frame, headers, writing=writing), text, layout=layout)


def _placed(frame: Frame, text: str, *, layout: Layout) -> Frame:
    lines = _lines(text, len(frame), layout=layout)
    return with_places(frame, lines, words="Line {} of the file") if lines else frame


def _lines(text: str, count: int, *, layout: Layout) -> list[int]:
    """Return the line in which each row begins, or the first alone where all others follow it.

    Nothing is returned where it cannot be known, as beside a quote within a cell.
    """
    rest = text[layout.start :].rstrip("\r\n")
    first = len(_LINE_BREAK.findall(text[: layout.start])) + 1
    if '"' not in rest and rest.count("\n") + 1 == count:
        return [first]
    found: list[int] = []
    blanks, is_open = " " if layout.separator == "\t" else " \t", False
    for number, line in enumerate(_LINE_BREAK.split(rest), start=first):
        if not is_open and line.strip(blanks):
            found.append(number)
        is_open ^= line.count('"') % 2 == 1
    return found if len(found) == count else []


def _too_few_names(path: Path, layout: Layout) -> str:
    places = ",".join(f"x{k}" for k in range(1, layout.width + 1)) if layout.width < 9 else "a,b,…"
    advice = {
        ",": "If commas are decimal signs, separate the columns by semicolons. ",
        " ": "If there are spaces in names or numbers, separate the columns by tabs. ",
    }
    return (
        f"{path}: expected a name for each of the {layout.width} columns, found "
        f"{len(layout.names)}: {', '.join(layout.names)}. {advice.get(layout.separator, '')}"
        f"If a name lacks, say all with --names {places}"
    )


def _frame(path: Path, text: str, *, layout: Layout, as_text: bool = False) -> Frame:
    pandas: Any = import_module("pandas")
    rest = text[layout.start :]
    if not rest.strip():
        return pandas.DataFrame({k: [] for k in range(layout.width)})
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pandas.errors.ParserWarning)  # of cells that get lost
            return _parsed(pandas, rest, layout=layout, as_text=as_text)
    except (ValueError, csv.Error, pandas.errors.ParserWarning) as error:
        found = " ".join(str(error).split()).removeprefix("Error tokenizing data. C error: ")
        # The parser counts from where the data begin, and rows of quotes from 0.
        before = len(_LINE_BREAK.findall(text[: layout.start]))
        found = re.sub(
            r"EOF inside string starting at row (\d+)",
            lambda match: f"a quote without an end in line {int(match[1]) + 1}",
            found,
        )
        found = re.sub(r"(?<=line )\d+", lambda match: str(int(match[0]) + before), found)
        raise DataError(
            f"{path}: expected a table with as many cells in every row as in most "
            f"({layout.width}), found: {found}"
        ) from error


def _is_text(column: Any) -> bool:  # noqa: ANN401
    return column.dtype.kind not in "iufb"


def _has_line_breaks(column: Any) -> bool:  # noqa: ANN401
    return _is_text(column) and bool(column.dropna().astype(str).str.contains(r"[\r\n]").any())


def _check_rows(path: Path, text: str, frame: Frame, *, layout: Layout) -> None:
    """Check that no row is short, and that no quote swallows rows."""
    if layout.separator == " ":
        _check_widths(path, text, frame, layout=layout)
    if any(map(_has_line_breaks, (frame[k] for k in frame.columns))):
        check_quotes(path, text, start=layout.start, separator=layout.separator)


def _check_widths(path: Path, text: str, frame: Frame, *, layout: Layout) -> None:
    """Check that no row is short: between spaces, nothing tells which of its cells is blank."""
    if not frame.iloc[:, -1].isna().any():
        return
    above = len(_LINE_BREAK.findall(text[: layout.start]))
    for k, line in enumerate(text[layout.start :].splitlines(), start=above + 1):
        count = len(next(rows_of(line, " ")).cells) if line.strip() else layout.width
        if count < layout.width:
            raise DataError(
                f"{path}: expected {layout.width} cells between spaces in every row, found "
                f"{count} in line {k}. Write NaN where a value is missing, or separate the columns "
                "by tabs or commas."
            )


def _parsed(pandas: Any, rest: str, *, layout: Layout, as_text: bool) -> Frame:  # noqa: ANN401
    return pandas.read_csv(
        io.BytesIO(rest.encode("utf-8")),
        sep=r"\s+" if layout.separator == " " else layout.separator,
        header=None,
        names=list(range(layout.width)),
        index_col=False,
        encoding="utf-8",
        skipinitialspace=True,
        skip_blank_lines=True,
        low_memory=False,  # a column has one type
        dtype=str if as_text else None,
        keep_default_na=not as_text,
        na_values=[""],
    )


def _say_thousands(frame: Frame, text: str, *, layout: Layout, names: list[str]) -> None:
    """Say that 7.923 was read with a decimal point, where it may stand for thousands."""
    beginning = text[layout.start : layout.start + 20_000]
    rows = [row.cells for row in rows_of(beginning, layout.separator)][:-1]
    for k in frame.columns:
        cells: list[str] = [row[k] for row in rows if k < len(row)]
        if _may_be_thousands(cells, layout.separator):
            warnings.warn(
                f"read {names[k]!r} with '.' as the decimal sign. If it separates thousands, say "
                "so with --decimal ,",
                ReadingWarning,
                stacklevel=4,
            )


def _may_be_thousands(cells: Sequence[str], separator: str) -> bool:
    """Tell whether all points stand before three digits, and somebody may mean thousands."""
    if {*map(reads, cells)} - {Reads.NOTHING} != {Reads.EITHER_POINT}:
        return False
    # Three decimals are usual, but then 137 would be 137.000.
    return separator == ";" or any(cell.isdigit() and cell != "0" for cell in cells)
