"""The numbers that the papers print, with the place and the way in which each was read."""

import csv
import math
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from nalm.reports.interface._frames import Frame, Record, make_frame, records
from nalm.reports.published._names import range_key, unit_key

COLUMNS = (
    *("experiment", "unit", "task", "interpolation", "metric"),
    *("value", "low", "high", "source", "how_read", "parameter", "runs"),
)
_NUMBERS = frozenset({"value", "low", "high", "runs"})
_Key: TypeAlias = tuple[str, str, str, str, str, str]

VARIANTS = {
    "heim2020/large-scale-nmu": "heim2020/large-scale",
    "heim2020/large-scale-printed": "heim2020/large-scale",
    "schloer2020/experiment1-unclipped": "schloer2020/experiment1",
    "schloer2020/experiment2-unclipped": "schloer2020/experiment2",
}
"""Experiments that try to reproduce another's numbers with other settings."""


@dataclass(frozen=True, kw_only=True)
class Published:
    """One number of a paper.

    Args:
        value: The number.
        low: Lower end of its interval; NaN where the paper gives none.
        high: Upper end of its interval; NaN where the paper gives none.
        source: Where the paper prints it.
        how_read: ``text``, ``table``, ``figure`` or published data, with what had to be computed.
        rounding: Half a unit of the last printed digit, and of the second one at most.
        runs: How many runs it is of; NaN where the file leaves it to `how_read`, as it may where
            there are more than one.
    """

    value: float
    low: float
    high: float
    source: str
    how_read: str
    rounding: float = 0.0
    runs: float = math.nan


def published_papers() -> list[str]:
    """List the papers whose numbers are packaged.

    Returns:
        Citation keys in alphabetical order.

    Example:
        >>> "mistry2021division" in published_papers()
        True
    """
    names = (entry.name for entry in files("nalm.reports.published").iterdir())
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
    path = files("nalm.reports.published").joinpath(f"{paper}.csv")
    rows: list[Record] = []
    if path.is_file():
        with path.open(encoding="utf-8") as file:
            rows = [_row(row) for row in csv.DictReader(file)]
    return make_frame(rows, (*COLUMNS, "rounding"))


def published_number(
    experiment: str,
    metric: str,
    *,
    unit: str,
    task: str,
    interpolation: str,
    parameter: str = "",
) -> Published | None:
    """Look a published number up.

    Args:
        experiment: ``paper/what``; a variant has the numbers of what it is a variant of.
        metric: Column of a report, such as ``success_rate``, or ``mse``.
        unit: Name of the model; spelling does not matter, see `unit_key`.
        task: What was to be learnt.
        interpolation: Range, in any spelling, or ``all`` for the mean over the ranges.
        parameter: Name and value of what a sweep varies; empty outside of sweeps.

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
    names = {"unit": unit, "task": task, "interpolation": interpolation, "parameter": parameter}
    experiment = VARIANTS.get(experiment, experiment)
    key = _key({"experiment": experiment, "metric": metric, **names})
    return _index(experiment.split("/")[0]).get(key)


@cache
def _index(paper: str) -> dict[_Key, Published]:
    return {_key(row): _number(row) for row in records(read_published(paper))}


def _row(row: dict[str, str | None]) -> Record:
    # The last columns may be missing: most numbers belong to no sweep, and to more than one run.
    texts = {column: row.get(column) or "" for column in COLUMNS}
    numbers = {name: float(texts[name] or "nan") for name in _NUMBERS}
    return {**texts, **numbers, "rounding": _half_unit(texts["value"])}


def _half_unit(text: str) -> float:
    """Return how far a printed number may be from the one that was rounded."""
    value, exponent = Decimal(text), int(Decimal(text).as_tuple().exponent)
    if not value:
        return 0.0
    second = value.adjusted() - 1
    # A zero after the point may come from the file, not from the paper.
    last = second - 1 if text.endswith(".0") else min(exponent, second)
    return 0.5 * 10.0**last


def _key(row: Record) -> _Key:
    unit, interval = unit_key(row["unit"]), range_key(row["interpolation"])
    sweep = "".join(row["parameter"].casefold().split())
    return row["experiment"], row["metric"], unit, row["task"], interval, sweep


def _number(row: Record) -> Published:
    return Published(
        value=row["value"],
        low=row["low"],
        high=row["high"],
        source=row["source"],
        how_read=row["how_read"],
        rounding=row["rounding"],
    )
