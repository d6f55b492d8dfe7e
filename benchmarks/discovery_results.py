"""The file of the discovery benchmark, and what it says."""

import csv
import math
import statistics
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

KEY = ("set", "problem", "method", "noise", "seed", "rows", "max_time")
COLUMNS = (
    "set", "problem", "klass", "method", "noise", "seed", "rows", "max_time", "status", "seconds",
    "strict", "srbench", "r2", "extrapolation_error", "constants", "complexity", "verdict",
    "formula", "message",
)  # fmt: skip
CLASSES = {
    "A": "monomial", "P": "polynomial", "L": "Laurent sum", "R": "rational", "S": "root",
    "O": "outside",
}  # fmt: skip
HEADER = (
    "| class | method | fits | strict | SRBench | R² > 0.999 | extrapolation error | seconds |"
    " called laws |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
)


class Results:
    """A CSV file that grows by one row per fit, which `key` tells from others."""

    def __init__(self, path: Path, *, key=KEY, columns=COLUMNS) -> None:
        self.path, self.key, self.columns = path, key, columns
        self.rows: list[dict[str, str]] = []
        if path.exists():
            with path.open(newline="", encoding="utf-8") as file:
                self.rows = list(csv.DictReader(file))

    @property
    def done(self) -> set[tuple[str, ...]]:
        """The keys of the fits that are in the file."""
        return {tuple(row[name] for name in self.key) for row in self.rows}

    def append(self, row: dict[str, object]) -> None:
        """Write a row to the disk."""
        new = not self.path.exists()
        with self.path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self.columns)
            if new:
                writer.writeheader()
            writer.writerow(row)


def summary(rows: Iterable[dict[str, str]]) -> str:
    """Return a Markdown table per set and noise: a line per class and method, then over all."""
    tables = defaultdict(list)
    for row in rows:
        tables[row["set"], float(row["noise"])].append(row)
    return "\n\n".join(
        f"### `{name}`, noise {noise:g}, {_conditions(table)}\n\n{HEADER}\n"
        + "\n".join(_lines(table))
        for (name, noise), table in sorted(tables.items())
    )


def _conditions(table: list[dict[str, str]]) -> str:
    """Say under which conditions the rows were made."""
    rows, times = ({row[name] for row in table} for name in ("rows", "max_time"))
    return f"{_joined(rows)} rows, {_joined(times)} s"


def _joined(numbers: set[str]) -> str:
    return " or ".join(f"{number:g}" for number in sorted(map(float, numbers)))


def _lines(table: list[dict[str, str]]) -> Iterable[str]:
    methods = list(dict.fromkeys(row["method"] for row in table))
    present = [klass for klass in CLASSES if any(row["klass"] == klass for row in table)]
    for klass in [*present, None] if len(present) > 1 else present:
        for method in methods:
            group = [
                row for row in table
                if row["method"] == method and (klass is None or row["klass"] == klass)
            ]  # fmt: skip
            if group:
                name = "all" if klass is None else f"{klass} {CLASSES[klass]}"
                yield f"| {name} | {method} | {len(group)} | {_measures(group)} |"


def _measures(group: list[dict[str, str]]) -> str:
    """Rates with their intervals, medians over all fits; a fit without a formula is infinite."""
    from nalm.statistics import success_rate  # not in the processes that fit: it loads torch

    strict = success_rate(sum(row["strict"] == "True" for row in group), len(group))
    same = sum(row["srbench"] == "True" for row in group) / len(group)
    fitted = sum(_number(row["r2"], -math.inf) > 0.999 for row in group) / len(group)
    error = statistics.median(_number(row["extrapolation_error"], math.inf) for row in group)
    seconds = statistics.median(_number(row["seconds"], float(row["max_time"])) for row in group)
    return (
        f"{100 * strict.estimate:.0f} % [{100 * strict.low:.0f}, {100 * strict.high:.0f}] | "
        f"{100 * same:.0f} % | {100 * fitted:.0f} % | {error:.1e} | {seconds:.2g} | {_laws(group)}"
    )


def _laws(group: list[dict[str, str]]) -> str:
    """How many formulas were called laws, and how many of those were not found strictly."""
    if not any(row["verdict"] for row in group):
        return "–"
    laws = [row for row in group if row["verdict"] == "law"]
    wrong = sum(row["strict"] != "True" for row in laws)
    return f"{len(laws)}, {wrong} wrong" if wrong else f"{len(laws)}"


def _number(text: str, missing: float) -> float:
    return float(text) if text not in ("", "nan") else missing
