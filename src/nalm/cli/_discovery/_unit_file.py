"""Files that say the units of a table's columns."""

import csv
import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from nalm.errors import DataError, InvalidValueError, UnknownNameError


def read_units(path: Path, columns: Sequence[str]) -> dict[str, str]:
    """Read the units of columns.

    Args:
        path: A TOML file of ``column = "unit"``, also in a table ``[units]``; or a CSV file of the
            columns ``column`` and ``unit``.
        columns: Names of the table's columns.

    Returns:
        Column → unit, as it is written; "1" for none.

    Raises:
        DataError: If the file cannot be read.
        InvalidValueError: If an entry is not a text.
        UnknownNameError: If it names a column that the table lacks.
    """
    try:
        found = _read_toml(path) if path.suffix.lower() == ".toml" else _read_csv(path)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, csv.Error) as error:
        raise DataError(
            f'{path}: expected units as TOML (length = "m") or CSV (length,m), found: {error}'
        ) from error
    for name, unit in found.items():
        if not isinstance(unit, str):
            raise InvalidValueError(
                f'{path}: expected a unit as text for {name}, such as "m/s^2" or "1"; found '
                f"{unit!r}."
            )
        if name not in columns:
            near = get_close_matches(name, columns, n=3, cutoff=0.6) or columns
            raise UnknownNameError(
                f"{path}: the table has no column {name!r}. Did you mean {', '.join(near)}?"
            )
    return {name: str(unit) for name, unit in found.items()}


def _read_toml(path: Path) -> Mapping[str, Any]:
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    inner: Any = content.get("units")
    return inner if isinstance(inner, dict) else content  # pyright: ignore[reportUnknownVariableType]


def _read_csv(path: Path) -> Mapping[str, Any]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [[cell.strip() for cell in row] for row in csv.reader(file) if row]
    if rows and [cell.casefold() for cell in rows[0][:2]] == ["column", "unit"]:
        rows = rows[1:]
    for row in rows:
        if len(row) != 2:
            raise InvalidValueError(
                f"{path}: expected lines of a column and its unit, found {','.join(row)!r}."
            )
    return dict(rows)
