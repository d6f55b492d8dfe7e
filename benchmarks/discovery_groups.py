r"""Are the form and the constants of several groups found? Eight laws, and four outside the class.

Each table has five groups. Constants differ by group or are shared, and noise is of one size
("constant", in units of the target's root mean square) or in proportion to the value ("relative").

A form is found if, fitted again to the values without noise, it meets them to eight digits in every
group. The constants are right if those that differ are as many as in the law, and each one is
within four standard errors of that second fit.

    python benchmarks/discovery_groups.py run --seeds 1 --outside --out groups.csv
    python benchmarks/discovery_groups.py summarise groups.csv
"""

import argparse
import csv
import itertools
import os
import sys
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from scipy.special import erf, gamma, j0

GROUPS = ("A", "B", "C", "D", "E")
Key: TypeAlias = tuple[str, str, str, str, str]
KEY = ("law", "kind", "noise", "rows", "seed")
COLUMNS: tuple[str, ...] = (*KEY, "found", "constants", "verdict", "seconds", "equation")
EIGHT_DIGITS = 1e-8
ERRORS = 4.0
"""Standard errors that a constant may be off: one of ten thousand is by chance."""
HEAD = """\
| noise | rows each | form | form, constants | called a law | outside, called a law | seconds |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |"""


@dataclass(frozen=True, kw_only=True)
class Law:
    """A law with the constants of five groups.

    Attributes:
        name: A word.
        ranges: Of each input.
        value: Of inputs, then constants.
        constants: Of each group.
        differ: How many of the form's constants differ by group; 0 outside the class.
    """

    name: str
    ranges: Mapping[str, tuple[float, float]]
    value: Callable[..., Any]
    constants: Mapping[str, tuple[float, ...]]
    differ: int


LAWS = (
    Law(name="decay", ranges={"t": (0.0, 8.0)}, value=lambda t, a, k: a * np.exp(-k * t),
        constants={"a": (5, 12, 3, 8, 20), "k": (0.2, 0.35, 0.1, 0.5, 0.27)}, differ=2),
    Law(name="Michaelis-Menten", ranges={"S": (0.2, 12.0)}, value=lambda s, v, k: v * s / (k + s),
        constants={"v": (9.6, 4.1, 15, 7.3, 2.2), "k": (3.1,) * 5}, differ=1),
    Law(name="ideal gas", ranges={"T": (250.0, 400.0), "V": (0.5, 3.0)},
        value=lambda t, v, n: n * 8.314 * t / v, constants={"n": (1, 0.4, 2.3, 0.75, 1.6)},
        differ=1),
    Law(name="terminal velocity", ranges={"t": (0.1, 6.0)},
        value=lambda t, v: v * np.tanh(9.81 * t / v), constants={"v": (20, 35, 12, 27, 16)},
        differ=2),
    Law(name="Hill", ranges={"c": (0.3, 9.0)}, value=lambda c, v, k: v * c**2 / (k**2 + c**2),
        constants={"v": (5, 9, 2.5, 7, 12), "k": (2, 3.1, 1.4, 2.6, 3.8)}, differ=2),
    Law(name="pendulum", ranges={"L": (0.1, 3.0)},
        value=lambda length, g: 2 * np.pi * np.sqrt(length / g),
        constants={"g": (9.81, 1.62, 3.71, 24.8, 8.87)}, differ=1),
    Law(name="Hooke", ranges={"x": (0.1, 0.6)}, value=lambda x, k, x0: k * (x - x0),
        constants={"k": (12, 30, 7.5, 51, 20), "x0": (0.047,) * 5}, differ=1),
    Law(name="Arrhenius", ranges={"T": (280.0, 420.0)}, value=lambda t, e: 3e6 * np.exp(-e / t),
        constants={"e": (4500, 5200, 3900, 4800, 5600)}, differ=1),
    Law(name="outside: Bessel", ranges={"r": (0.1, 9.0)}, value=lambda r, a, k: a * j0(k * r),
        constants={"a": (5, 12, 3, 8, 20), "k": (1.0, 0.8, 1.3, 0.9, 1.1)}, differ=0),
    Law(name="outside: error function", ranges={"x": (0.1, 3.0)},
        value=lambda x, a, k: a * erf(k * x),
        constants={"a": (5, 12, 3, 8, 20), "k": (1.0, 0.8, 1.3, 0.9, 1.1)}, differ=0),
    Law(name="outside: kink", ranges={"x": (0.1, 3.0)},
        value=lambda x, a, b: a + np.abs(x - b),
        constants={"a": (5, 12, 3, 8, 20), "b": (1.5, 1.2, 2.0, 1.0, 1.7)}, differ=0),
    Law(name="outside: gamma function", ranges={"x": (1.0, 4.0)},
        value=lambda x, a, k: a * gamma(k * x),
        constants={"a": (5, 12, 3, 8, 20), "k": (1.0, 0.8, 1.1, 0.9, 1.05)}, differ=0),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Table:
    """Rows of five groups: inputs `(rows, inputs)`, noisy and true target, and names of groups."""

    x: Any
    y: Any
    true: Any
    group: Any


def main() -> None:
    options = _parser().parse_args()
    if options.command == "summarise":
        print(table([row for file in options.files for row in rows_of(file)]))
        return
    done = rows_of(options.out) if options.out.exists() else []
    known = {tuple(row[name] for name in KEY) for row in done}
    with options.out.open("a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        if not done:
            writer.writeheader()
        for law, key in planned(options):
            if key not in known:
                row = dict(zip(KEY, key, strict=True))
                row |= run(law, draw(law, key), max_time=options.max_time)
                writer.writerow(row)
                file.flush()
                print(*row.values(), file=sys.stderr, flush=True)
    print(table(rows_of(options.out)))


def planned(options: argparse.Namespace) -> Iterator[tuple[Law, Key]]:
    """List the tables, one kind after the other."""
    kinds, rows = str(options.kinds).split(","), str(options.rows).split(",")
    seeds = [str(seed) for seed in range(options.seeds)]
    for seed, count, kind in itertools.product(seeds, rows, kinds):
        for law in LAWS:
            if options.outside or law.differ:
                yield law, (law.name, kind, str(options.noise), count, seed)


def rows_of(path: Path) -> list[dict[str, str]]:
    """Read what was written."""
    with path.open(newline="") as file:
        return [dict(row) for row in csv.DictReader(file)]


def draw(law: Law, key: Key) -> Table:
    """Draw the rows of a table; equal keys give equal rows."""
    _, kind, noise, rows, seed = key
    random = np.random.default_rng([int(seed), len(law.name), int(rows)])
    parts: list[tuple[Any, Any]] = []
    for constants in zip(*law.constants.values(), strict=True):
        inputs = [random.uniform(low, high, int(rows)) for low, high in law.ranges.values()]
        parts.append((np.column_stack(inputs), law.value(*inputs, *constants)))
    x, true = (np.concatenate(each) for each in zip(*parts, strict=True))
    size = np.abs(true) if kind == "relative" else np.sqrt(np.mean(true**2))
    y = true + float(noise) * size * random.standard_normal(len(true))
    return Table(x=x, y=y, true=true, group=np.repeat(GROUPS, int(rows)))


def run(law: Law, data: Table, *, max_time: float) -> dict[str, str]:
    """Search the form of a table, and compare it with the law."""
    import nalm

    begin = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found: Any = nalm.SymbolicRegressor(max_time=max_time, random_state=0)
        found.fit(data.x, data.y, groups=data.group)
        seconds = time.perf_counter() - begin
        form, right = compared(found, data, differ=law.differ)
    return {
        "found": str(form), "constants": str(form and right), "verdict": found.verdict_.name,
        "seconds": f"{seconds:.2f}", "equation": str(found.equation_),
    }  # fmt: skip


def compared(found: Any, data: Table, *, differ: int) -> tuple[bool, bool]:
    """Say whether the form is that of the law, and whether its constants are."""
    from nalm.discovery import Noise, Problem
    from nalm.discovery.scoring._refit import refit
    from nalm.symbolic import parameters

    table = found.group_constants_
    values = table.xs("value", axis=1, level=1).to_numpy()
    errors = table.xs("stderr", axis=1, level=1).to_numpy()
    own = ~table.xs("shared", axis=1, level=1).to_numpy().astype(bool)[0]
    right = int(own.sum()) == differ
    for place, group in enumerate(found.groups_):
        rows, one = data.group == group, found.discoveries_[place]
        problem = Problem(x=data.x[rows], y=data.true[rows], weight=np.ones(rows.sum()))
        again = refit(one.candidates[one.chosen].formula, problem, noise=Noise.CONSTANT)
        size = np.sqrt(np.mean(problem.y**2))
        # Numbers that were read as exact stay as they are: a wrong one is a wrong form.
        if again is None or np.abs(again.residual).max() > EIGHT_DIGITS * size:
            return False, False
        off = np.abs(parameters(again.formula) - values[place])
        right = right and bool((off <= ERRORS * errors[place] + EIGHT_DIGITS * off).all())
    return True, right


def table(rows: Iterable[Mapping[str, str]]) -> str:
    """Write a table of what was found."""
    lines: dict[tuple[str, str], list[Mapping[str, str]]] = defaultdict(list)
    for row in rows:
        lines[f"{float(row['noise']):.0%} {row['kind']}", row["rows"]].append(row)
    return "\n".join([HEAD, *(_line(key, own) for key, own in lines.items())])


def _line(key: tuple[str, str], rows: list[Mapping[str, str]]) -> str:
    inside = [row for row in rows if not row["law"].startswith("outside")]
    outside = [row for row in rows if row["law"].startswith("outside")]
    right = [row for row in inside if row["constants"] == "True"]
    forms = sum(row["found"] == "True" for row in inside)
    laws, false = (sum(row["verdict"] == "LAW" for row in own) for own in (right, outside))
    seconds = np.median([float(row["seconds"]) for row in rows])
    return (
        f"| {key[0]} | {key[1]} | {forms} of {len(inside)} | {len(right)} of {len(inside)} | "
        f"{laws} of {len(right)} | {false} of {len(outside)} | {seconds:.1f} |"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    run_command = commands.add_parser("run")
    run_command.add_argument("--noise", type=float, default=0.01)
    run_command.add_argument("--kinds", default="relative,constant")
    run_command.add_argument("--rows", default="40,15")
    run_command.add_argument("--seeds", type=int, default=3)
    run_command.add_argument("--max-time", type=float, default=60.0)
    run_command.add_argument("--outside", action="store_true", help="laws outside the class too")
    run_command.add_argument("--out", type=Path, required=True)
    summary = commands.add_parser("summarise")
    summary.add_argument("files", type=Path, nargs="+")
    return parser


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
