"""From a table to the numbers of chosen columns."""

import shlex
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from nalm.cli._discovery._read_table import Frame
from nalm.errors import InvalidValueError, UnknownNameError


def find_columns(frame: Frame, names: Sequence[str], *, option: str) -> list[str]:
    """Check that columns exist.

    Args:
        frame: Any table.
        names: Their names.
        option: The option that names them.

    Returns:
        The same names.

    Raises:
        UnknownNameError: If there is no such column; the message lists those near it, or all.
        InvalidValueError: If a name comes twice.
    """
    known = [str(name) for name in frame.columns]
    for name in names:
        if name not in known:
            folded = {each.casefold(): each for each in known}
            near = get_close_matches(name.casefold(), list(folded), n=3, cutoff=0.6)
            found = ", ".join(folded[each] for each in near)
            hint = f"Did you mean {found}?" if near else f"There are {', '.join(known)}."
            raise UnknownNameError(f"{option}: the table has no column {name!r}. {hint}")
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise InvalidValueError(f"{option}: expected each column once, found {repeated[0]} twice.")
    return list(names)


def numeric(frame: Frame, names: Sequence[str], *, others: Sequence[str] = ()) -> Frame:
    """Take columns as numbers.

    Args:
        frame: Any table.
        names: Of columns that exist.
        others: Columns that the command line names for another purpose.

    Returns:
        A frame of these columns in double precision; truth values become 0 and 1.

    Raises:
        InvalidValueError: If a column holds text or dates; the message says what to do.
    """
    wrong = {name: found for name in names if (found := _other_than_numbers(frame[name]))}
    if wrong:
        usable = [name for name in names if name not in wrong and name not in others]
        listed = "; ".join(f"{name} holds {found}" for name, found in wrong.items())
        listed += _groups_in(wrong, others)
        keep = f" Leave it out with --inputs {','.join(usable)}, or" if usable else " Or"
        raise InvalidValueError(f"expected columns of numbers, found: {listed}.{keep} encode it "
                                "as numbers.")  # fmt: skip
    return frame[list(names)].astype("float64")


def _groups_in(wrong: Mapping[str, str], others: Sequence[str]) -> str:
    """Propose a column of text as the one of groups, if there is none and it is no named one."""
    texts = [n for n, found in wrong.items() if found.startswith("text") and n not in others]
    if not texts:
        return ""
    return f". If it names groups, give it with --group {shlex.quote(texts[0])}"


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
    missing = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
    rows = int((~good.all(axis=1)).sum())
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


def _other_than_numbers(column: Any) -> str:  # noqa: ANN401  (pandas has no types)
    if column.dtype.kind in "Mm":
        return "dates"
    if column.dtype.kind in "iufb" or column.isna().all():
        return ""
    pandas: Any = import_module("pandas")
    known = column.dropna()
    converted: Any = pandas.to_numeric(known, errors="coerce")
    text = known[converted.isna()]
    return f"text such as {str(text.iloc[0])!r}" if len(text) else "numbers written as text"
