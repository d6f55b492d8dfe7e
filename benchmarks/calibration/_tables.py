"""Small tables of known laws, each from its number."""

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import sympy

from discovery_problems import Uniform

KINDS = ("distinct", "replicated", "rounded", "proportional", "outliers")
"""What tables are like: see `Table.draw`."""
SPREAD = 0.5  # of the logarithm of a law's decimal numbers, each way
FEWEST_POINTS = 4
READINGS = (2, 6)  # of a point, the second excluded
LEVELS = (3, 9)
DIGITS = (2, 4)  # of printed numbers
FAR_OFF = (5.0, 20.0)  # of the noise's standard deviation
ATTEMPTS = 1000
BESIDE = 2
LATER = 4000  # table from which error functions lie inside the class


@dataclass(frozen=True, kw_only=True)
class Study:
    """What tables are drawn.

    Attributes:
        laws: The file of their laws, in turns.
        rows: Fewest and most rows of two halves of the tables.
        noise: Least and most.
        middle: Noise that parts little from much.
        shares: Of each of `KINDS`.
    """

    laws: str
    rows: tuple[tuple[int, int], tuple[int, int]]
    noise: tuple[float, float]
    middle: float
    shares: tuple[float, ...]


STUDIES = {
    "small": Study(
        laws="laws.toml", rows=((5, 12), (13, 40)), noise=(0.01, 0.1), middle=0.03,
        shares=(0.4, 0.24, 0.12, 0.12, 0.12),
    ),
    "curves": Study(
        laws="curves.toml", rows=((60, 120), (121, 300)), noise=(0.003, 0.03), middle=0.01,
        shares=(1.0, 0.0, 0.0, 0.0, 0.0),
    ),
}  # fmt: skip
"""Small tables of all kinds, and curves of one input with many rows."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """One table.

    Attributes:
        number: Seed of all that is drawn.
        law: With numbers of its own: see `SPREAD`.
        rows: How many.
        noise: Standard deviation, as a share of the target's root mean square.
        kind: One of `KINDS`.
    """

    number: int
    law: Uniform
    rows: int
    noise: float
    kind: str

    def draw(self) -> tuple[np.ndarray, np.ndarray]:
        """Return X `(rows, inputs)` and y `(rows,)`.

        distinct: inputs at random, or one input at equal steps; normal noise of one size.
        replicated: up to five readings at each of four points or more; half of them on a grid.
        rounded: no noise but that of printing two or three digits, or of single precision.
        proportional: noise proportional to y.
        outliers: distinct, with one row in eight far off.
        """
        random = np.random.default_rng([self.number, 1])
        for _ in range(ATTEMPTS):
            x = self._inputs(random)
            y = self.law.evaluate(x)
            if np.isfinite(y).all() and self._shows_corners(x):
                return self._measured(x, y, random)
        raise RuntimeError(f"{self.law.id} has no value, or no corner, on table {self.number}")

    def _shows_corners(self, x: np.ndarray) -> bool:
        """Say whether two points at least lie on either side of each |…|.

        On one side of its corner the law itself is inside the class.
        """
        points = np.unique(x, axis=0)
        for size in self.law.expression.atoms(sympy.Abs):
            side = sympy.lambdify(list(self.law.symbols.values()), size.args[0])(*points.T)
            if min(np.sum(side < 0), np.sum(side > 0)) < BESIDE:
                return False
        return True

    def _inputs(self, random: np.random.Generator) -> np.ndarray:
        low, high = np.array(self.law.low), np.array(self.law.high)
        if self.kind == "replicated":
            return self._replicated(low, high, random)
        if len(low) == 1 and random.random() < 0.5:
            return np.linspace(low, high, self.rows)
        return random.uniform(low, high, (self.rows, len(low)))

    def _replicated(self, low, high, random: np.random.Generator) -> np.ndarray:
        points = max(-(-self.rows // int(random.integers(*READINGS))), FEWEST_POINTS)
        x = random.uniform(low, high, (points, len(low)))
        if random.random() < 0.5:
            steps = int(random.integers(*LEVELS)) - 1
            x = low + np.round((x - low) / (high - low) * steps) / steps * (high - low)
        return np.resize(x, (self.rows, len(low)))

    def _measured(self, x, y, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        if self.kind == "rounded":
            if random.random() < 0.5:
                return x.astype(np.float32), y.astype(np.float32)
            digits = int(random.integers(*DIGITS))
            return _printed(x, digits + 1), _printed(y, digits)
        size = self.noise * (np.abs(y) if self.kind == "proportional" else _root_mean_square(y))
        y = y + size * random.standard_normal(self.rows)
        if self.kind == "outliers":
            far = random.permutation(self.rows)[: max(self.rows // 8, 1)]
            y[far] += random.choice([-1, 1], len(far)) * random.uniform(*FAR_OFF, len(far)) * size
        return x, y


def _printed(values: np.ndarray, digits: int) -> np.ndarray:
    return np.array([float(f"{each:.{digits}g}") for each in values.ravel()]).reshape(values.shape)


def _root_mean_square(y: np.ndarray) -> float:
    return float(np.sqrt(np.mean(y**2)))


@dataclass(frozen=True, kw_only=True)
class _Varied(Uniform):
    """A law whose decimal numbers are changed by factors of their own."""

    number: int

    @cached_property
    def expression(self) -> sympy.Expr:
        random = np.random.default_rng([self.number, 2])
        law = super().expression
        numbers = sorted(law.atoms(sympy.Float))
        factors = np.exp(random.uniform(-SPREAD, SPREAD, len(numbers)))
        return law.xreplace(
            {n: sympy.Float(float(n) * f) for n, f in zip(numbers, factors, strict=True)}
        )


@cache
def laws(study: str = "small", *, later: bool = False) -> tuple[dict, ...]:
    """Return the laws as their file has them; where as many are inside as outside, in turns.

    Args:
        study: One of `STUDIES`.
        later: Those from table `LATER` on.
    """
    text = (Path(__file__).parent / STUDIES[study].laws).read_text(encoding="utf-8")
    rows = [_classified(row, later=later) for row in tomllib.loads(text)["problem"]]
    inside, outside = ([row for row in rows if row["class"] == klass] for klass in "IO")
    if len(inside) != len(outside):
        return tuple(rows)
    return tuple(row for pair in zip(inside, outside, strict=True) for row in pair)


def _classified(row: dict, *, later: bool) -> dict:
    klass = row.get("class")
    return {**row, "class": row.get("later", klass) if later else klass}


def plan(count: int, study: str = "small") -> list[Table]:
    """List the first tables of a study; a longer list begins with a shorter one."""
    return [_table(number, study) for number in range(count)]


def _table(number: int, name: str) -> Table:
    study = STUDIES[name]
    random = np.random.default_rng([number, 0])
    fewest, most = study.rows[int(random.random() < 0.5)]
    known = laws(name, later=number >= LATER)
    return Table(
        number=number,
        law=_law(number, known[number % len(known)]),
        rows=int(random.integers(fewest, most + 1)),
        noise=float(np.exp(random.uniform(*np.log(study.noise)))),
        kind=str(random.choice(KINDS, p=study.shares)),
    )


def _law(number: int, row: dict) -> Uniform:
    low, high = (tuple(float(ends[k]) for ends in row["ranges"].values()) for k in (0, 1))
    return _Varied(
        number=number, set="calibration", id=row["id"], klass=row["class"], target=row["target"],
        formula=row["formula"], names=tuple(row["ranges"]), low=low, high=high,
    )  # fmt: skip
