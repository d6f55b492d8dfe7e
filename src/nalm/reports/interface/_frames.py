"""The few operations on data frames that reports need, with types that pandas leaves open."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, cast

# pandas ships no stubs; this is the only module that calls its methods.
import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]

from nalm._typing import FloatArray

Frame: TypeAlias = pd.DataFrame
"""A table in memory."""

Record: TypeAlias = dict[str, Any]
"""One row of a table: column → value."""


def make_frame(rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> Frame:
    """Make a frame of rows.

    Args:
        rows: Rows; a column that a row lacks is missing there.
        columns: Names of the columns, in order.

    Returns:
        A new frame.

    Example:
        >>> make_frame([{"unit": "NRU"}], ["unit"]).shape
        (1, 1)
    """
    return pd.DataFrame(list(rows), columns=list(columns))


def records(frame: Frame) -> list[Record]:
    """List the rows of a frame.

    Args:
        frame: Any frame with names as columns.

    Returns:
        One dictionary per row, of Python's own types.

    Example:
        >>> records(make_frame([{"runs": 25}], ["runs"]))
        [{'runs': 25}]
    """
    rows: list[dict[Any, Any]] = cast(Any, frame).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]


def distinct(frame: Frame, column: str) -> list[str]:
    """List the different texts of a column.

    Args:
        frame: Any frame.
        column: Name of one of its columns.

    Returns:
        Texts in order of first appearance.

    Example:
        >>> distinct(make_frame([{"unit": "NRU"}, {"unit": "NRU"}], ["unit"]), "unit")
        ['NRU']
    """
    return list(dict.fromkeys(str(value) for value in cast(Any, frame)[column]))


def floats(frame: Frame, column: str) -> FloatArray:
    """Return a column as numbers.

    Args:
        frame: Any frame.
        column: Name of a numeric column.

    Returns:
        A vector; NaN where the value is missing.

    Example:
        >>> floats(make_frame([{"mse": 1}], ["mse"]), "mse")
        array([1.])
    """
    return cast(Any, frame)[column].to_numpy(dtype=float, na_value=float("nan"))


def known_median(values: Sequence[float] | FloatArray) -> float:
    """Return the median of the numbers that are known.

    Args:
        values: Numbers, some of which may be NaN.

    Returns:
        The median of the others; NaN without any.

    Example:
        >>> known_median([3.0, float("nan"), 1.0])
        2.0
    """
    numbers = np.asarray(values, dtype=float)
    known = numbers[~np.isnan(numbers)]
    return float(np.median(known)) if len(known) else float("nan")  # of none NumPy would warn


def texts(frame: Frame, column: str) -> list[str]:
    """Return a column as texts.

    Args:
        frame: Any frame.
        column: Name of one of its columns.

    Returns:
        One text per row.

    Example:
        >>> texts(make_frame([{"runs": 25}], ["runs"]), "runs")
        ['25']
    """
    return [str(value) for value in cast(Any, frame)[column]]


def select(frame: Frame, chosen: Iterable[bool]) -> Frame:
    """Select rows.

    Args:
        frame: Any frame.
        chosen: Whether to keep it, row by row.

    Returns:
        The rows that were chosen, in their order.

    Example:
        >>> len(select(make_frame([{"runs": 25}], ["runs"]), [False]))
        0
    """
    return cast(Any, frame)[[bool(each) for each in chosen]]


def take(frame: Frame, places: Iterable[int]) -> Frame:
    """Put rows into another order.

    Args:
        frame: Any frame.
        places: Which rows, counted from 0, in the order wanted.

    Returns:
        These rows.

    Example:
        >>> texts(take(make_frame([{"runs": 1}, {"runs": 2}], ["runs"]), [1, 0]), "runs")
        ['2', '1']
    """
    return cast(Any, frame).iloc[list(places)]


def is_numeric(frame: Frame, column: str) -> bool:
    """Say whether a column holds numbers rather than words.

    Args:
        frame: Any frame.
        column: Name of one of its columns.

    Returns:
        True for whole numbers and floats, False for words and truth values.

    Example:
        >>> is_numeric(make_frame([{"unit": "NRU"}], ["unit"]), "unit")
        False
    """
    return cast(Any, frame)[column].dtype.kind in "iuf"


def where(frame: Frame, **conditions: str) -> Frame:
    """Select the rows in which columns have given values.

    Args:
        frame: Any frame.
        **conditions: Column → text that it must equal.

    Returns:
        The rows that meet every condition, in their order.

    Example:
        >>> len(where(make_frame([{"unit": "NRU"}], ["unit"]), unit="NMRU"))
        0
    """
    table: Any = frame
    for column, value in conditions.items():
        table = table[table[column].astype(str) == value]
    return table


def group(frame: Frame, columns: Sequence[str]) -> list[tuple[tuple[str, ...], Frame]]:
    """Cut a frame into the rows that are alike in some columns.

    Args:
        frame: Any frame.
        columns: Names of columns with texts.

    Returns:
        The texts and the rows that have them, in order of first appearance.

    Example:
        >>> [name for (name,), _ in group(make_frame([{"unit": "NRU"}], ["unit"]), ["unit"])]
        ['NRU']
    """
    if not len(frame):
        return []
    parts: Any = cast(Any, frame).groupby(list(columns), sort=False, dropna=False)
    return [(tuple(str(name) for name in names), part) for names, part in parts]


def with_column(frame: Frame, column: str, *, values: Sequence[float]) -> Frame:
    """Add a column of numbers.

    Args:
        frame: Any frame.
        column: Name of the new column.
        values: One number per row.

    Returns:
        A new frame.

    Example:
        >>> list(with_column(make_frame([], ["mse"]), "published_mse", values=[]).columns)
        ['mse', 'published_mse']
    """
    table: Any = cast(Any, frame).copy()
    table[column] = pd.Series(list(values), index=table.index, dtype="float64")
    return table


def to_csv(frame: Frame) -> str:
    r"""Write a frame as comma-separated values.

    Args:
        frame: Any frame.

    Returns:
        A header and one line per row; missing values are empty.

    Example:
        >>> to_csv(make_frame([{"unit": "NRU"}], ["unit"]))
        'unit\nNRU\n'
    """
    return cast(Any, frame).to_csv(index=False, lineterminator="\n")
