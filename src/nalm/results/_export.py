"""Runs as a table for other programs: CSV or Parquet, one line per run."""

import csv
import importlib
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias, cast

from nalm.errors import InvalidValueError, StoreError
from nalm.results._records import StoredRun

Line: TypeAlias = dict[str, Any]


def write_table(runs: Iterable[StoredRun], path: Path) -> None:
    """Write one line per run; an existing file is replaced at once, when all is written.

    Args:
        runs: The runs; their weights are not used.
        path: A file that ends in `.csv` or `.parquet`.

    Raises:
        InvalidValueError: If the file has another ending.
        StoreError: If the file cannot be written, or pyarrow is missing.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder, "runs.csv")
        ...     write_table([], path)
        ...     path.read_text().split(",")[:3]
        ['key', 'seed', 'seconds']
    """
    writers = {".csv": _write_csv, ".parquet": _write_parquet}
    if path.suffix not in writers:
        raise InvalidValueError(
            f"`path` must end in {' or '.join(writers)}; found `{path}`. Change its ending."
        )
    lines = [line(run) for run in runs]
    partial = path.with_name(path.name + ".partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        writers[path.suffix](_columns(lines), partial)
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        raise StoreError(
            f"`{path}` must be writable to export to it; found: {error}. "
            "Make its folder writable, free some space, or use another path."
        ) from error


def line(run: StoredRun) -> Line:
    """Return a run as one flat line.

    Args:
        run: The run.

    Returns:
        Its key, seed, seconds, whether it diverged, the last entry of its trace (None if it has
        none), and its description with one `description.…` entry per value.

    Example:
        >>> import numpy as np
        >>> from nalm.results import Trace
        >>> e = np.array([0.5])
        >>> trace = Trace(step=np.array([9]), validation=e, test=e, sparsity=e)
        >>> line(StoredRun(key="a", description={"network": {"unit": "NMU"}}, seed=0, trace=trace,
        ...     parameters={}, seconds=1.0, diverged=False))["description.network.unit"]
        'NMU'
    """
    last = {
        name: array[-1].item() if array.size else None for name, array in run.trace.arrays().items()
    }
    own = {"key": run.key, "seed": run.seed, "seconds": run.seconds, "diverged": run.diverged}
    return own | last | dict(_flatten("description", dict(run.description)))


def _flatten(name: str, value: object) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in cast(dict[str, object], value).items():
            yield from _flatten(f"{name}.{key}", inner)
    else:
        yield name, json.dumps(value) if isinstance(value, list) else value


_OWN = ("key", "seed", "seconds", "diverged", "step", "validation", "test", "sparsity")


def _columns(lines: list[Line]) -> dict[str, list[Any]]:
    # Descriptions of different experiments have different entries.
    names = dict.fromkeys(_OWN) | dict.fromkeys(name for entry in lines for name in entry)
    return {name: [entry.get(name) for entry in lines] for name in names}


def _write_csv(columns: dict[str, list[Any]], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


def _write_parquet(columns: dict[str, list[Any]], path: Path) -> None:
    try:
        arrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise StoreError(
            f"pyarrow must be installed to write `{path.with_suffix('')}`; found no such package. "
            "Install it with `pip install nalm[parquet]`, or export to a .csv file."
        ) from error
    parquet.write_table(arrow.table({n: _uniform(v) for n, v in columns.items()}), path)


def _uniform(values: list[Any]) -> list[Any]:
    # A Parquet column has one type, an entry of two experiments may have two.
    kinds = {type(value).__name__ for value in values if value is not None}
    if len(kinds) <= 1 or kinds == {"int", "float"}:
        return values
    return [None if value is None else str(value) for value in values]
