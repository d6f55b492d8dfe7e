"""From the cells of a column to numbers, and to those that are none."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from nalm.tables._numerals import (
    Reads,
    affixes,
    is_beyond,
    is_missing,
    number,
    plain,
    reads,
    without_affixes,
)

if TYPE_CHECKING:
    from nalm._typing import FloatArray

TELLING = 10_000
"""Different texts of a column that are looked at to learn how its numbers are written."""


@dataclass(frozen=True, kw_only=True)
class Cells:
    """The numbers of a column.

    Attributes:
        numbers: One per row; NaN where there is none.
        missing: What was written in place of a missing value, and how often.
        beyond: Row → text such as "<0.5".
        others: Row → what is no number.
        ambiguous: A number that two readings have, if nothing tells which is meant.
        guesses: How numbers are written, each as the end of "read 'x' …".
        marked: Whether something stands before or behind every number.
        unit: What stands behind every number, or else before it, such as "kg"; "" for nothing.
    """

    numbers: "FloatArray"
    missing: Mapping[str, int]
    beyond: Mapping[int, str]
    others: Mapping[int, str]
    ambiguous: str = ""
    guesses: tuple[str, ...] = ()
    marked: bool = False
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class Writing:
    """How the numbers of a table are written.

    Args:
        decimal: The decimal sign that the user named; "" for none.
        elsewhere: The decimal sign that other columns show; "" if none does.
        separator: What separates the columns of a text; "" in a workbook.
    """

    decimal: str = ""
    elsewhere: str = ""
    separator: str = ""


def read_cells(column: Any, writing: Writing) -> Cells:  # noqa: ANN401  (pandas has no types)
    """Read a column.

    Args:
        column: Of a data frame.
        writing: How the numbers of its table are written.

    Returns:
        Its numbers, and what is none.
    """
    if column.dtype.kind in "iufb":
        numbers = column.to_numpy(dtype=float, na_value=np.nan)
        return Cells(numbers=numbers, missing={}, beyond={}, others={})
    codes, values = _distinct(column)
    texts = [value for value in values if isinstance(value, str)]
    marks = affixes(each for each in texts if not (is_missing(each) or is_beyond(each)))
    cleaned = {each: without_affixes(each) if marks else each for each in texts}
    decimal, ambiguous = decimal_sign(cleaned.values(), writing)
    found = np.array([_value(value, cleaned, decimal) for value in values], dtype=float)
    kinds = [_kind(value, k) for value, k in zip(values, found.tolist(), strict=True)]
    numbers = np.full(len(column), np.nan)
    numbers[codes >= 0] = found[codes[codes >= 0]]
    counts: Counter[int] = Counter(codes.tolist())
    return Cells(
        numbers=numbers,
        missing={
            str(values[k]).strip(): counts[k]
            for k, kind in enumerate(kinds)
            if kind == "missing" and str(values[k]).strip()
        },
        beyond=_rows(codes, values, kinds, kind="beyond"),
        others=_rows(codes, values, kinds, kind="other"),
        ambiguous=ambiguous,
        guesses=_guesses(cleaned.values(), decimal, marks=marks),
        marked=marks is not None,
        unit="" if marks is None else marks[1] or marks[0],
    )


def settled(frame: Any) -> Any:  # noqa: ANN401
    """Make numbers of the columns that hold nothing else.

    Args:
        frame: A table; its ``attrs`` say how its numbers are written.

    Returns:
        The table; ``attrs["cells"]`` says what was guessed and what was missing in the columns
        that changed. Text, dates and numbers with a unit behind them stay as they are.
    """
    found: dict[str, Any] = {}
    for name in frame.columns:
        if frame[name].dtype.kind in "iufb":
            continue
        cells = read_cells(frame[name], Writing(**frame.attrs["writing"]))
        doubtful = cells.beyond or cells.others or cells.ambiguous or cells.marked
        if not doubtful:
            found[name] = cells
    result = frame.copy()
    for name, cells in found.items():
        result[name] = cells.numbers
    result.attrs["cells"] = {
        name: {"guesses": list(cells.guesses), "missing": dict(cells.missing)}
        for name, cells in found.items()
    }
    return result


def decimal_sign(texts: Iterable[str], writing: Writing) -> tuple[str, str]:
    """Decide which sign is the decimal one.

    Args:
        texts: Cells of a column.
        writing: How the numbers of its table are written.

    Returns:
        The sign, and a number that is ambiguous; "" if none is.
    """
    if writing.decimal:
        return writing.decimal, ""
    seen: dict[Reads, str] = {}
    for text, _ in zip(texts, range(TELLING), strict=False):
        seen.setdefault(reads(text), text)
    point, comma = Reads.POINT in seen, Reads.COMMA in seen
    if point or comma:
        return ("." if point else ","), (seen[Reads.COMMA] if point and comma else "")
    if writing.elsewhere or not {Reads.EITHER_COMMA, Reads.EITHER_POINT} & set(seen):
        return writing.elsewhere or ".", ""
    if Reads.EITHER_COMMA not in seen:
        # Whoever separates columns with a semicolon may write 7.923 for thousands.
        return ".", ""
    if Reads.LONG in seen:
        return ",", ""
    # Programs that write decimal commas do not separate columns with a comma.
    return ".", "" if writing.separator == "," else seen[Reads.EITHER_COMMA]


def shown_sign(column: Any) -> str:  # noqa: ANN401
    """Return the decimal sign that the cells of a column show beyond doubt, or "".

    Args:
        column: Of a data frame, text.
    """
    _, values = _distinct(column)
    texts = [value for value in values[:TELLING] if isinstance(value, str)]
    marks = affixes(each for each in texts if not (is_missing(each) or is_beyond(each)))
    seen = {reads(without_affixes(each) if marks else each) for each in texts}
    if (Reads.POINT in seen) == (Reads.COMMA in seen):
        return ""
    return "." if Reads.POINT in seen else ","


def _distinct(column: Any) -> tuple[Any, Sequence[Any]]:  # noqa: ANN401
    pandas: Any = import_module("pandas")
    values: list[Any] = list(column)
    try:
        # 1, True and 1.0 are one key, and the same number.
        codes, distinct = pandas.factorize(np.fromiter(values, dtype=object, count=len(values)))
    except TypeError:  # lists and dictionaries have no hash
        texts = np.array([str(value) for value in values], dtype=object)
        codes, distinct = pandas.factorize(texts)
    return codes, list(distinct)


def _value(value: Any, cleaned: Mapping[str, str], decimal: str) -> float:  # noqa: ANN401
    if isinstance(value, str):
        return number(cleaned[value], decimal)
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return float("nan")


def _kind(value: Any, found: float) -> str:  # noqa: ANN401
    if found == found:
        return "number"
    if not isinstance(value, str):
        return "missing" if isinstance(value, float) else "other"
    if is_missing(value):
        return "missing"
    return "beyond" if is_beyond(value) else "other"


def _rows(codes: Any, values: Sequence[Any], kinds: Sequence[str], *, kind: str) -> dict[int, str]:  # noqa: ANN401
    chosen = [k for k, each in enumerate(kinds) if each == kind]
    rows = np.flatnonzero(np.isin(codes, chosen))
    return {int(row): str(values[codes[row]]) for row in rows}


def _guesses(
    texts: Iterable[str], decimal: str, *, marks: tuple[str, str] | None
) -> tuple[str, ...]:
    other = "," if decimal == "." else "."
    known = [plain(text) for text in texts if number(text, decimal) == number(text, decimal)]
    found: list[str] = []
    if decimal == "," and any("," in text for text in known):
        found.append("with ',' as the decimal sign")
    if any(other in text for text in known):
        found.append(f"with {other!r} as thousands separator")
    if marks is not None:
        found.append("without " + " and ".join(repr(mark) for mark in marks if mark))
    return tuple(found)
