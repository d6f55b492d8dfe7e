r"""Fit NIST's nonlinear reference problems, and compare with the certified values.

    python benchmarks/form_nist.py

Of each problem three fits: from NIST's two starts, and from none. "digits" is how many digits of
the worst constant agree (11 are certified), "of errors" the same of the standard errors. Without a
start, constants that can be exchanged come in any order, so that only the sum of squares is
compared: the relative excess over the certified one.

The data are those of NIST's Statistical Reference Datasets (https://www.itl.nist.gov/div898/strd),
which are in the public domain.
"""

import csv
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from nalm import SymbolicRegressor

FOLDER = Path(__file__).parent / "nist_strd"
CERTIFIED = 11
HEAD = "| problem | level | rows | constants | digits | of errors | excess without start | s |"


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A reference problem: values by constant; x and y of its rows."""

    name: str
    level: str
    form: str
    starts: tuple[Mapping[str, float], ...]
    certified: Mapping[str, float]
    errors: Mapping[str, float]
    x: np.ndarray
    y: np.ndarray

    @property
    def squares(self) -> float:
        """Sum of squares at the certified values, which are rounded."""
        fitted = fit(self, self.certified)
        return float(np.square(self.y - fitted.predict(self.x[:, None])).sum())


def problems() -> list[Problem]:
    constants, rows = _read("constants"), _read("rows")
    found: list[Problem] = []
    for each in _read("forms"):
        name = each["problem"]
        own = [row for row in constants if row["problem"] == name]
        points = [(float(row["x"]), float(row["y"])) for row in rows if row["problem"] == name]
        found.append(
            Problem(
                name=name,
                level=each["level"],
                form=each["form"],
                starts=tuple(_column(own, key) for key in ("start1", "start2")),
                certified=_column(own, "certified"),
                errors=_column(own, "error"),
                x=np.array(points)[:, 0],
                y=np.array(points)[:, 1],
            )
        )
    return found


def fit(problem: Problem, start: Mapping[str, float] | None) -> SymbolicRegressor:
    model = SymbolicRegressor(noise="constant", random_state=0)
    return model.fit_form(problem.form, problem.x[:, None], problem.y, start=start, search=False)


def digits(found: Mapping[str, float], certified: Mapping[str, float]) -> float:
    """Count the digits of the worst constant that agree: -log10 of its relative error."""
    worst = max(abs(found[name] / value - 1) for name, value in certified.items())
    return min(-math.log10(worst), CERTIFIED) if worst else CERTIFIED


def main() -> None:
    print(HEAD, "| --- " * HEAD.count("| ") + "|", sep="\n")
    for problem in problems():
        values: list[float] = []
        errors: list[float] = []
        begin = time.process_time()
        for start in problem.starts:
            table = fit(problem, start).constants_
            values.append(digits(table["value"].to_dict(), problem.certified))
            errors.append(digits(table["stderr"].to_dict(), problem.errors))
        own = fit(problem, None)
        seconds = (time.process_time() - begin) / 3
        squares = float(np.square(problem.y - own.predict(problem.x[:, None])).sum())
        excess = squares / problem.squares - 1
        cells = (
            problem.name,
            problem.level,
            len(problem.y),
            len(problem.certified),
            *(f"{min(each):.1f}" for each in (values, errors)),
            f"{excess:.0e}",
            f"{seconds:.1f}",
        )
        print("|", " | ".join(map(str, cells)), "|", flush=True)


def _read(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _column(rows: Sequence[Mapping[str, str]], key: str) -> dict[str, float]:
    return {row["constant"]: float(row[key]) for row in rows}


if __name__ == "__main__":
    main()
