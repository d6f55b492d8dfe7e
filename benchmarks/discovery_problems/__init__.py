"""Problem sets of the discovery benchmark: equations as data, tables on demand.

    >>> from discovery_problems import problems
    >>> law = problems("feynman")[0]
    >>> x, y = law.sample(1000, seed=0, noise=0.01)
    >>> x_outer, y_outer = law.sample_outer(1000, seed=0)

Sets: `feynman` (71 equations), `feynman-bonus` (10), both with `-wide` (two decades of magnitude,
random signs) and with `-functions` (29 and 10 that have exp, log, sine and their kin), `strogatz`
(14 derivatives, 6 of which have sines), `extrapolation` (14 equations of the Keijzer, Nguyen and
Vladislavleva suites), `handbook` (42 laws), `engineering` (34), `quadratics` (12 roots of quadratic
equations), `random` (60 laws drawn from a grammar; `random-1`, `random-2`, ... are other draws),
`functions` (37 curves with exp, log or sine), `textbooks`, `sciences` and `practice` (88, 76 and 60
laws, most of them with these), `outside` (12 functions of no such form).
"""

import re
import tomllib
from functools import cache
from pathlib import Path

from discovery_problems._parse import parse
from discovery_problems._problem import Problem, evaluate
from discovery_problems._random import random_problems
from discovery_problems._simulated import Simulated
from discovery_problems._static import Uniform, Wide

__all__ = [
    "SETS",
    "Problem",
    "Simulated",
    "Uniform",
    "Wide",
    "evaluate",
    "is_set",
    "parse",
    "problems",
]

SETS = (
    "feynman", "feynman-bonus", "feynman-wide", "feynman-bonus-wide",
    "feynman-functions", "feynman-bonus-functions", "strogatz", "extrapolation",
    "handbook", "engineering", "quadratics", "random", "functions", "textbooks", "sciences",
    "practice", "outside",
)  # fmt: skip


def is_set(name: str) -> bool:
    """Say whether there are problems of this name; `random-1` and so on are other draws."""
    return name in SETS or re.fullmatch(r"random-\d+", name) is not None


@cache
def problems(name: str) -> list[Problem]:
    """Return the problems of a set, in the order of its file.

    Raises:
        ValueError: If there is no such set.
    """
    if not is_set(name):
        raise ValueError(f"set should be one of {', '.join(SETS)}, found {name!r}")
    if name.startswith("random"):
        return list(random_problems(name))
    file = name.split("-", maxsplit=1)[0]
    text = (Path(__file__).parent / f"{file}.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["problem"]
    if file == "feynman":
        rows = [row for row in rows if row["id"].startswith("test_") == ("bonus" in name)]
        rows = [row for row in rows if (row["class"] == "F") == ("functions" in name)]
    return [_problem(row, name) for row in rows]


def _problem(row: dict, name: str) -> Problem:
    intervals = row["ranges"] if "ranges" in row else row["initial"]
    common = {
        "id": row["id"],
        "klass": row["class"],
        "target": row["target"],
        "formula": row["formula"],
        "names": tuple(intervals),
        "set": name,
        "units": tuple(row["units"][name] for name in intervals) if "units" in row else (),
        "target_unit": row.get("target_unit", ""),
        "low": tuple(float(low) for low, _ in intervals.values()),
        "high": tuple(float(high) for _, high in intervals.values()),
    }
    if "system" in row:
        return Simulated(system=tuple(row["system"]), duration=row["duration"], **common)
    return (Wide if name.endswith("-wide") else Uniform)(**common)
