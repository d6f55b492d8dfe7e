"""Which rows can be used: names of groups, weights, and how many rows there are at least."""

from typing import Any

from nalm.errors import InvalidValueError
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


def check_weights(frame: Frame, table: Frame, name: str) -> None:
    """Check that no weight is negative, and that two rows have one at least.

    Args:
        frame: The table, for the numbers of its rows.
        table: The rows of it that are used.
        name: Of the column of weights.

    Raises:
        InvalidValueError: If it is not so.
    """
    weights = table[name]
    negative = weights[weights < 0]
    if len(negative):
        row = frame.index.get_loc(negative.index[0]) + 1
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
