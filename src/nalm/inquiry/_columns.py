"""From a table to the numbers of chosen columns."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from nalm.errors import InputWarning, InvalidValueError, ReadingWarning
from nalm.inquiry._column_problems import Problem, cell_problem, date_problem, message
from nalm.tables import Cells, Frame, Writing, date_like, look_up, read_cells, read_times


def find_columns(frame: Frame, names: Sequence[str], *, option: str) -> list[str]:
    """Check that columns exist.

    Args:
        frame: Any table.
        names: Their names, or their headers as written.
        option: The option that names them.

    Returns:
        Their names.

    Raises:
        UnknownNameError: If there is no such column; the message lists those near it, or all.
        InvalidValueError: If a name comes twice.
    """
    known = [str(name) for name in frame.columns]
    return look_up(names, known, written=frame.attrs.get("headers", {}), option=option)


def numeric(
    frame: Frame,
    names: Sequence[str],
    *,
    others: Sequence[str] = (),
    roles: Mapping[str, str] | None = None,
    drop: bool | None = False,
) -> Frame:
    """Take columns as numbers.

    Args:
        frame: Any table.
        names: Of columns that exist.
        others: Columns that the command line names for another purpose.
        roles: Column → option that names it. That of --time may hold dates.
        drop: Whether rows in which something is missing are left out; None if they cannot be.

    Returns:
        A frame of these columns in double precision; truth values become 0 and 1, dates of the
        time seconds since the first. How numbers were written is said by a warning.

    Raises:
        InvalidValueError: If a column holds text or dates; the message says what to do.
    """
    pandas: Any = import_module("pandas")
    roles = roles or {}
    found = {name: _column(frame, name, roles.get(name, ""), drop=drop) for name in names}
    problems = [each for each in found.values() if isinstance(each, Problem)]
    if problems:
        wrong = {each.name for each in problems if each.hopeless}
        usable = [name for name in names if name not in (*wrong, *others, *roles)]
        raise InvalidValueError(message(problems, roles=roles, usable=usable))
    columns = {name: each for name, each in found.items() if isinstance(each, Cells)}
    say_guesses(columns)
    result = pandas.DataFrame({name: each.numbers for name, each in columns.items()})
    result.index = frame.index
    result.attrs = {
        "missing": {name: dict(each.missing) for name, each in columns.items() if each.missing}
    }
    return result


def writing_of(frame: Frame) -> Writing:
    """Return how the numbers of a table are written, as its file shows."""
    return Writing(**frame.attrs.get("writing", {}))


def cells_of(frame: Frame, name: str) -> Cells:
    """Read a column as the file of its table shows how numbers are written.

    Args:
        frame: Any table.
        name: Of a column that exists.

    Returns:
        Its numbers and what is none, also where `read_table` made numbers of it.
    """
    cells = read_cells(frame[name], writing_of(frame))
    known = frame.attrs.get("cells", {}).get(name)
    if known is None:
        return cells
    return replace(cells, guesses=tuple(known["guesses"]), missing=known["missing"])


def without_empty(table: Frame, inputs: Sequence[str]) -> tuple[list[str], Frame]:
    """Leave out inputs without a single value, as spreadsheets have them; a warning names them.

    Args:
        table: Columns of numbers.
        inputs: Those that may be left out.

    Returns:
        The other inputs, and the table.
    """
    empty = [name for name in inputs if table[name].isna().all()]
    if not empty or len(empty) == len(inputs):
        return list(inputs), table
    warnings.warn(
        f"left out {', '.join(map(repr, empty))}: there is no value.", InputWarning, stacklevel=2
    )
    return [name for name in inputs if name not in empty], table.drop(columns=empty)


def complete_rows(frame: Frame, *, drop: bool) -> Frame:
    """Check that no value is missing.

    Args:
        frame: Columns of numbers.
        drop: Whether to leave out rows in which something is missing or not finite.

    Returns:
        The frame, or its complete rows.

    Raises:
        InvalidValueError: If values are missing and rows may not be left out, or none is left.
    """
    import numpy

    table: Any = frame
    good: Any = numpy.isfinite(table.to_numpy())
    if good.all():
        return frame
    counts = dict(zip(table.columns, (~good).sum(axis=0), strict=True))
    written = table.attrs.get("missing", {})
    missing = ", ".join(
        f"{name} {count}{_written(written.get(name, {}))}"
        for name, count in counts.items()
        if count
    )
    rows = int((~good.all(axis=1)).sum())
    empty = [repr(name) for name, count in counts.items() if count == len(table)]
    if empty:
        raise InvalidValueError(
            f"expected numbers in {' and '.join(empty)}, found no value in any of {len(table)} "
            "rows. Choose another column; or, where formulas of a workbook compute it, open the "
            "file in a spreadsheet program and save it, so that it holds their values."
        )
    if not drop:
        raise InvalidValueError(
            f"expected a finite number everywhere, found missing values: {missing} (of "
            f"{len(table)} rows). Leave {'this row' if rows == 1 else f'these {rows} rows'} out "
            "with --drop-missing, or fill them."
        )
    if rows == len(table):
        raise InvalidValueError(
            f"--drop-missing: expected rows without a missing value, found none ({missing}). "
            "Choose columns with --inputs."
        )
    return table[good.all(axis=1)]


def _column(frame: Frame, name: str, option: str, *, drop: bool | None) -> Cells | Problem:
    """Read a column, or say what is wrong with it."""
    if date := date_like(frame[name]):
        times = read_times(frame[name]) if option == "--time" else None
        if times is None:
            return date_problem(name, date, option=option)
        _say(f"took {name!r} as seconds since {times.first}.")
        return Cells(numbers=times.seconds, missing={}, beyond={}, others={})
    cells = cells_of(frame, name)
    if drop and cells.beyond and not (cells.others or cells.ambiguous):
        rows = "1 row" if len(cells.beyond) == 1 else f"{len(cells.beyond)} rows"
        limit = next(iter(cells.beyond.values()))
        _say(f"left out {rows} whose {name!r} is a limit such as {limit!r}.")
        return cells
    return cell_problem(name, cells, droppable=drop is not None) or cells


def say_guesses(columns: Mapping[str, Cells]) -> None:
    """Say how numbers were written: a warning for each way.

    Args:
        columns: By their names.
    """
    guesses = dict.fromkeys(guess for each in columns.values() for guess in each.guesses)
    for guess in guesses:
        names = [repr(name) for name, each in columns.items() if guess in each.guesses]
        _say(f"read {', '.join(names)} {guess}.")


def _say(text: str) -> None:
    warnings.warn(text, ReadingWarning, stacklevel=4)


def _written(words: Mapping[str, int]) -> str:
    return f" ({', '.join(map(repr, words))})" if words else ""
