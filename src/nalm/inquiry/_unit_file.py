"""Files that say the units of a table's columns."""

import csv
import tomllib
import warnings
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from nalm.errors import DataError, InvalidValueError, ReadingWarning, UnknownNameError
from nalm.tables import Frame, looks_like_unit


def column_units(
    frame: Frame, source: Path | Literal["auto"] | None, *, columns: Sequence[str], labels: bool
) -> dict[str, str]:
    """Find the units of columns.

    Args:
        frame: The table, with what its headers say.
        source: A file; "auto" for the headers; None for no units.
        columns: Those that are used.
        labels: Whether units are shown only, and restrict no formula.

    Returns:
        Column → unit; units of headers that are not used are offered by a warning.

    Raises:
        InvalidValueError: If no header of the columns has a unit though they should say it.
    """
    headers: dict[str, str] = frame.attrs.get("units", {})
    known = {name: headers[name] for name in columns if name in headers}
    if isinstance(source, Path):
        written: dict[str, str] = frame.attrs.get("headers", {})
        names = [*map(str, frame.columns), *written]
        return {written.get(name, name): unit for name, unit in read_units(source, names).items()}
    if source is None and not labels:
        units = ", ".join(f"{name}: {unit}" for name, unit in known.items() if unit != "1")
        if units and all(map(looks_like_unit, known.values())):
            _say(
                f"the header says units ({units}). With --units auto they have to agree; add "
                "--dimensional-constants where constants have units."
            )
        return {}
    if source is not None and not known:
        raise InvalidValueError(
            "--units auto: expected units in the header or in a row below it, such as v (m/s), "
            "found none. Write them there, or give a file: --units units.toml"
        )
    bare = [name for name in columns if name not in known]
    if source is not None and bare:
        _say(f"--units auto: there is no unit above {', '.join(bare)}; taken as numbers.")
        known |= dict.fromkeys(bare, "1")
    return known


def read_units(path: Path, columns: Sequence[str]) -> dict[str, str]:
    """Read the units of columns.

    Args:
        path: A TOML file of ``column = "unit"``, also in a table ``[units]``; or a CSV file of the
            columns ``column`` and ``unit``.
        columns: Names of the table's columns.

    Returns:
        Column → unit, as written; "1" for none.

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


def _say(text: str) -> None:
    warnings.warn(text, ReadingWarning, stacklevel=3)


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
