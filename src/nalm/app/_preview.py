"""What was read of a file: its columns, its rows, and what had to be guessed."""

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

from nalm.errors import NalmWarning
from nalm.inquiry import writing_of
from nalm.tables import Frame, Reading, date_like, read_cells, read_table

Content: TypeAlias = Literal["numbers", "text", "dates", "nothing"]
MOSTLY = 0.5
"""Part of the rows that have to hold numbers in a column of numbers."""
TIMES = frozenset(["time", "t", "seconds", "minutes", "hours", "days", "day", "year", "date"])
"""Names of columns that are proposed as the time."""


@dataclass(frozen=True, kw_only=True)
class Column:
    """Hold what is known of a column.

    Args:
        name: As it is chosen.
        content: What its cells hold.
        unit: As the header says; "" for none.
        missing: Rows without a number.
        low: Least number; NaN without any.
        high: Largest number.
    """

    name: str
    content: Content
    unit: str = ""
    missing: int = 0
    low: float = float("nan")
    high: float = float("nan")


@dataclass(frozen=True, kw_only=True)
class Preview:
    """Hold what was read of a file.

    Args:
        frame: The table.
        columns: In their order.
        notes: What had to be guessed.
    """

    frame: Frame
    columns: tuple[Column, ...]
    notes: tuple[str, ...]

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return len(self.frame)

    @property
    def names(self) -> list[str]:
        """Return the names of all columns."""
        return [each.name for each in self.columns]

    @property
    def numbers(self) -> list[str]:
        """Return the names of the columns of numbers."""
        return [each.name for each in self.columns if each.content == "numbers"]

    @property
    def holes(self) -> int:
        """Return the number of missing values, in columns that hold something."""
        return sum(each.missing for each in self.columns if each.content != "nothing")

    @property
    def has_units(self) -> bool:
        """Say whether the file says units."""
        return any(each.unit for each in self.columns)

    @property
    def likely_time(self) -> str | None:
        """Return the column that is most likely a time; None if none looks like one."""
        dates = [each.name for each in self.columns if each.content == "dates"]
        named = [name for name in self.numbers if name.casefold() in TIMES]
        return next(iter([*dates, *named]), None)

    @property
    def likely_target(self) -> str | None:
        """Return the last column of numbers, where most people write what they measured."""
        return self.numbers[-1] if self.numbers else None


def read_preview(path: Path, reading: Reading) -> Preview:
    """Read a file as `nalm discover` does.

    Args:
        path: The file.
        reading: How to read it.

    Returns:
        What was read.

    Raises:
        InvalidValueError: If it is empty or has no names of columns.
        DataError: If it cannot be read.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", NalmWarning)
        frame = read_table(path, reading)
    said = [str(each.message) for each in caught if issubclass(each.category, NalmWarning)]
    guesses: dict[str, list[str]] = {}
    for name, cells in frame.attrs.get("cells", {}).items():
        for guess in cells["guesses"]:
            guesses.setdefault(guess, []).append(repr(name))
    said += [f"read {', '.join(names)} {guess}." for guess, names in guesses.items()]
    columns = tuple(_column(frame, str(name)) for name in frame.columns)
    return Preview(frame=frame, columns=columns, notes=tuple(dict.fromkeys(said)))


def _column(frame: Frame, name: str) -> Column:
    unit = frame.attrs.get("units", {}).get(name, "")
    if date_like(frame[name]):
        missing = int(frame[name].isna().sum())
        return Column(name=name, content="dates", unit=unit, missing=missing)
    cells = read_cells(frame[name], writing_of(frame))
    finite = cells.numbers[np.isfinite(cells.numbers)]
    missing = len(cells.numbers) - len(finite)
    if len(cells.others) > MOSTLY * len(cells.numbers):
        return Column(name=name, content="text", unit=unit, missing=missing - len(cells.others))
    if not len(finite):
        return Column(name=name, content="nothing", unit=unit, missing=missing)
    low, high = float(finite.min()), float(finite.max())
    return Column(name=name, content="numbers", unit=unit, missing=missing, low=low, high=high)
