"""What a saved model keeps of the table of its fit: units, decimal sign, first date."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, cast, final

from nalm.errors import InvalidValueError
from nalm.tables import Frame

KEY = "table"
"""Where the file of a model has it; files from before there was such a part lack it."""


@final
@dataclass(frozen=True, kw_only=True)
class FittedTable:
    """What other rows are compared with.

    Args:
        units: Column → unit, as its header or a file of units says, or as it stands behind every
            number; "1" for none.
        time: Column of times; "" for a table without.
        first: The date or time of day that times are counted from; "" where they are numbers.
        decimal: The decimal sign of its numbers; "" where nothing tells.
    """

    units: Mapping[str, str] = field(default_factory=dict[str, str])
    time: str = ""
    first: str = ""
    decimal: str = ""

    @classmethod
    def of(
        cls, frame: Frame, columns: Sequence[str], *, units: Mapping[str, str], time: str | None
    ) -> "FittedTable":
        """Take what is to be kept of a table.

        Args:
            frame: The table, with what its headers say.
            columns: Those that are used.
            units: Column → unit, where a file says it.
            time: Column of times.
        """
        from nalm.tables import date_like, read_times  # NumPy takes its time

        known = {**_units(frame, columns), **units}
        writing: dict[str, str] = frame.attrs.get("writing", {})
        dates = read_times(frame[time]) if time and date_like(frame[time]) else None
        return cls(
            units={name: known[name] for name in columns if name in known},
            time=time or "",
            first="" if dates is None else dates.first,
            decimal=writing.get("decimal") or writing.get("elsewhere") or "",
        )

    def add_to(self, path: Path) -> None:
        """Write it into the file of a model.

        Args:
            path: What `save` of an estimator wrote.
        """
        from nalm.reports import write_atomically

        document = json.loads(path.read_text(encoding="utf-8")) | {KEY: asdict(self)}
        text = json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False)
        write_atomically(path, f"{text}\n".encode())

    @classmethod
    def read(cls, path: Path) -> "FittedTable":
        """Read it from the file of a model; an empty one, if there is none.

        Args:
            path: A file that `load_model` can read.
        """
        kept: Any = json.loads(path.read_text(encoding="utf-8")).get(KEY)
        part = cast("dict[str, Any]", kept) if isinstance(kept, dict) else {}
        units: Any = part.get("units")
        known = cast("dict[str, Any]", units) if isinstance(units, dict) else {}
        return cls(
            units={name: str(unit) for name, unit in known.items()},
            time=str(part.get("time", "")),
            first=str(part.get("first", "")),
            decimal=sign if (sign := part.get("decimal")) in (".", ",") else "",
        )

    def check_units(self, frame: Frame, columns: Mapping[str, str]) -> None:
        """Check that columns have the units of the fit, where both tables say them.

        Args:
            frame: Other rows.
            columns: Column of the fit → the column that has its part now.

        Raises:
            InvalidValueError: If one has another unit; the message names both.
        """
        found = _units(frame, list(columns.values()))
        for name, column in columns.items():
            now, then = found.get(column), self.units.get(name)
            if now is not None and then is not None and not _are_same(now, then):
                raise InvalidValueError(
                    f"{column!r}: expected the unit of the fit, {then}, found {now}. Convert the "
                    f"column, or write {column} ({then}) above it if that is its unit."
                )


def _units(frame: Frame, columns: Sequence[str]) -> dict[str, str]:
    """Return the units that stand above columns or, where none does, behind every number."""
    from nalm.inquiry._columns import cells_of

    # A group is a target, too, and no column.
    texts = [name for name in columns if name in frame and frame[name].dtype.kind == "O"]
    behind = {name: cells_of(frame, name).unit for name in texts}
    return {**{name: u for name, u in behind.items() if u}, **frame.attrs.get("units", {})}


def _are_same(one: str, other: str) -> bool:
    """Compare units as they are written: m/s is m s^-1, and km is another than m."""
    from nalm.discovery import Units

    try:
        read = Units.read([one], other)
    except InvalidValueError:  # a word of the user's, such as counts
        return one == other
    return read.inputs[0] == read.target
