"""Which rows can be used: names of groups, weights, and how many rows there are at least."""

import re
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

from nalm.errors import DomainWarning, InvalidValueError
from nalm.tables import Frame

FEWEST = 2
"""Rows from which something can be read."""


def labels_of(frame: Frame, name: str) -> Any:  # noqa: ANN401  (pandas has no types)
    """Take a column of names: blanks around one do not count, and a cell of blanks holds none.

    Args:
        frame: The table.
        name: Of a column that exists.

    Returns:
        A column; without a name, nothing.
    """
    column = frame[name]
    if column.dtype.kind in "iufb":
        return column
    return column.astype(object).map(_stripped)


def _stripped(name: object) -> object:
    return (name.strip() or None) if isinstance(name, str) else name


def group_of_each_row(frame: Frame, name: str, *, drop: bool) -> Any:  # noqa: ANN401
    """Take the column of groups, with a name in every row that is used.

    Args:
        frame: The table.
        name: Of the column.
        drop: Whether rows without a name are left out.

    Returns:
        The names in these rows.

    Raises:
        InvalidValueError: If there is none in some row that may not be left out, or in all rows.
    """
    labels = labels_of(frame, name)
    bare = labels.isna().to_numpy()
    if bare.all():
        raise InvalidValueError(
            f"--group: expected names of groups in {name!r}, found none. Choose another column."
        )
    if bare.any() and not drop:
        count = int(bare.sum())
        rows = "1 row" if count == 1 else f"{count} rows"
        row = int(bare.argmax()) + 1
        raise InvalidValueError(
            f"--group: expected the name of a group in every row, found none in {rows} of "
            f"{name!r}, first in row {row}. Fill them in (of merged cells the "
            "first alone holds the name), or leave these rows out with --drop-missing."
        )
    return labels[~bare]


def check_weights(table: Frame, name: str, *, whole: Frame) -> None:
    """Check that no weight is negative, and that two rows have one at least.

    Args:
        table: The rows that are used.
        name: Of the column of weights.
        whole: The table with all its rows, which are counted in messages.

    Raises:
        InvalidValueError: If it is not so.
    """
    weights = table[name]
    negative = weights[weights < 0]
    if len(negative):
        row = whole.index.get_loc(negative.index[0]) + 1
        raise InvalidValueError(
            f"--weights: expected no weight below 0 in {name!r}, found {negative.iloc[0]:g} in row "
            f"{row}. Write 0 there to leave the row out."
        )
    positive = int((weights > 0).sum())
    if positive < FEWEST:
        raise InvalidValueError(
            f"--weights: expected weights above 0 in {FEWEST} rows or more of {name!r}, found "
            f"{positive} among {len(weights)}. Leave the option away to weigh all rows alike."
        )


def check_count(table: Frame) -> None:
    """Check that there are rows enough to read something from.

    Args:
        table: The rows that are used.

    Raises:
        InvalidValueError: If there are not.
    """
    if len(table) < FEWEST:
        rows = "row" if len(table) == 1 else "rows"
        raise InvalidValueError(
            f"expected {FEWEST} rows or more with numbers, found {len(table)} {rows}. A law is "
            "read from what changes: add rows."
        )


@contextmanager
def rows_of_file(rows: Sequence[int]) -> Generator[None]:
    """Count rows in warnings as the file does, from 1 below the header, and say each once.

    Args:
        rows: Place in the table, from 0, of each row that is given on.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    kinds = {(each.category, str(each.message)): None for each in caught}
    for category, text in kinds:
        counted = text
        if issubclass(category, DomainWarning):
            counted = _ROWS.sub(lambda match: _counted(match[0], rows), text)
        warnings.warn(counted, category, stacklevel=3)


_ROWS = re.compile(r"(?<=\brow )\d+(?=:)|(?<=\brows )\d+(?:, \d+)*")


def _counted(listed: str, rows: Sequence[int]) -> str:
    return ", ".join(str(rows[int(number)] + 1) for number in listed.split(", "))
