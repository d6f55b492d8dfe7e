"""The numbers that the papers print, with the place and the way in which each was read."""

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from nalm.reports._frames import Frame, Record, make_frame, records
from nalm.reports._names import range_key, unit_key

COLUMNS = (
    *("experiment", "unit", "task", "interpolation", "metric"),
    *("value", "low", "high", "source", "how_read"),
)
_FOLDER = "published"
_NUMBERS = frozenset({"value", "low", "high"})


@dataclass(frozen=True, kw_only=True)
class Published:
    """One number of a paper.

    Args:
        value: The number.
        low: Lower end of its interval; NaN where the paper gives none.
        high: Upper end of its interval; NaN where the paper gives none.
        source: Where the paper prints it.
        how_read: ``text``, ``table`` or ``figure``, with what had to be computed.
    """

    value: float
    low: float
    high: float
    source: str
    how_read: str


def published_papers() -> list[str]:
    """List the papers whose numbers are packaged.

    Returns:
        Citation keys in alphabetical order.

    Example:
        >>> "mistry2021division" in published_papers()
        True
    """
    names = (entry.name for entry in files("nalm.reports").joinpath(_FOLDER).iterdir())
    return sorted(name.removesuffix(".csv") for name in names if name.endswith(".csv"))


def read_published(paper: str) -> Frame:
    """Read the numbers of a paper.

    Args:
        paper: Its citation key.

    Returns:
        One row per number; no rows for a paper that prints none.

    Example:
        >>> read_published("mistry2021division").columns[0]
        'experiment'
    """
    path = files("nalm.reports").joinpath(_FOLDER, f"{paper}.csv")
    rows: list[Record] = []
    if path.is_file():
        with path.open(encoding="utf-8") as file:
            rows = [_row(row) for row in csv.DictReader(file)]
    return make_frame(rows, COLUMNS)


def published_number(
    experiment: str, metric: str, *, unit: str, task: str, interpolation: str
) -> Published | None:
    """Look a published number up.

    Args:
        experiment: ``paper/what``.
        metric: Column of a report, such as ``success_rate``, or ``mse``.
        unit: Name of the model; spelling does not matter, see `unit_key`.
        task: What was to be learnt.
        interpolation: Range, in any spelling, or ``all`` for the mean over the ranges.

    Returns:
        The number, or None if the paper does not print it.

    Example:
        >>> number = published_number(
        ...     "mistry2021division/fig3",
        ...     "success_rate",
        ...     unit="Real NPU (modified)",
        ...     task="div",
        ...     interpolation="[-2,2]",
        ... )
        >>> number.value
        0.64
    """
    key = (experiment, metric, unit_key(unit), task, range_key(interpolation))
    return _index(experiment.split("/")[0]).get(key)


@cache
def _index(paper: str) -> dict[tuple[str, str, str, str, str], Published]:
    return {_key(row): _number(row) for row in records(read_published(paper))}


def _row(row: dict[str, str]) -> Record:
    return {k: float(v or "nan") if k in _NUMBERS else v for k, v in row.items()}


def _key(row: Record) -> tuple[str, str, str, str, str]:
    unit, interval = unit_key(row["unit"]), range_key(row["interpolation"])
    return row["experiment"], row["metric"], unit, row["task"], interval


def _number(row: Record) -> Published:
    return Published(
        value=row["value"],
        low=row["low"],
        high=row["high"],
        source=row["source"],
        how_read=row["how_read"],
    )
