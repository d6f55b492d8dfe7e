"""Which usual curves fit best: all shapes along all arguments, compared by what they leave."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._variable_projection import projected, refined
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.curves._shape import Shape, formula_of
from nalm.symbolic import Sum

ROWS = 120
"""Rows that curves are compared on."""
STARTS = 6
"""Points of a grid that fits begin at, apart from one another."""
REFINED = 40
"""Shapes along arguments that are refined: a coarse grid misses what is to be seen."""
EACH, TOLD = 2, 30
"""Curves of one shape along one argument that are returned, and of all."""
SAME = 1e-3
"""Relative difference of what two fits of one shape leave, that are one."""
KNOWN = 0.9
"""Share of the rows that g has to have a value of."""
FLOOR = 1e-26
"""Mean squared residual, of a target of size 1, that is rounding error."""


class _Curve(NamedTuple):
    """A curve of a family.

    Attributes:
        score: Rows · log of what it leaves, and the description length.
        numbers: b and d; of a family, where fits begin, the best first `(starts, 2)`.
    """

    score: float
    numbers: FloatArray
    family: "_Family"


def best_curves(
    shapes: Iterable[Shape], problem: Problem, *, along: Iterable[Argument], limits: Limits
) -> Iterator[Sum]:
    """Yield the formulas of the curves that leave least, best first.

    Args:
        shapes: That are tried.
        problem: The data.
        along: Arguments that they are tried along.
        limits: What may not be exceeded.
    """
    begun: list[_Curve] = []
    with np.errstate(all="ignore"):
        usable = [shape for shape in shapes if _has_values(shape, problem)]
        for argument in along:
            values = argument.values(problem.x)
            if np.isfinite(values).all() and np.ptp(values) > 0:
                limits.check()
                own = (_Family(s, argument, problem=problem) for s in usable if _suits(s, argument))
                begun += filter(None, (family.begun() for family in own))
        found: list[_Curve] = []
        for one in sorted(begun, key=lambda one: one.score)[:REFINED]:
            limits.check()
            found += one.family.fitted(one.numbers)
        for one in sorted(found, key=lambda one: one.score)[:TOLD]:
            formula = one.family.written(one.numbers, problem)
            if formula is not None:
                yield formula


def _has_values(shape: Shape, problem: Problem) -> bool:
    """Say whether g has a value of most targets: noise takes a few out of its domain."""
    return float(np.isfinite(_seen(shape, problem)).all(axis=0).mean()) > KNOWN


def _suits(shape: Shape, argument: Argument) -> bool:
    return argument.is_short or argument.is_pair or not shape.plain


class _Family:
    """A shape along an argument, on some rows of a problem."""

    def __init__(self, shape: Shape, argument: Argument, *, problem: Problem) -> None:
        self._shape, self._argument = shape, argument
        seen = _seen(shape, problem)
        known = np.flatnonzero(np.isfinite(seen).all(axis=0))
        rows = known[drawn(len(known), ROWS, seed=0)]
        self._values = argument.values(problem.x[rows])
        self._target, self._root = seen[:, rows]
        self._goal = self._target * self._root
        size = np.mean(problem.weight[rows] * np.square(problem.y[rows]))
        self._size = float(size) or 1.0

    def begun(self) -> _Curve | None:
        """Return the points of its grid that leave least, apart from one another."""
        grid = self._shape.grid(self._values, self._target)
        if not len(grid) or self._constants(grid) >= len(self._goal):
            return None
        miss = projected(self._columns, grid, goal=self._goal).miss
        chosen = _apart(grid, miss)
        if not chosen:
            return None
        return _Curve(self._score(grid[chosen], miss[chosen[0]]), grid[chosen], self)

    def fitted(self, starts: FloatArray) -> list[_Curve]:
        """Return the best curves from these starts."""
        free = _free(starts)
        fit = projected(self._columns, starts, goal=self._goal)
        if free:
            fit = refined(self._columns, starts, goal=self._goal, free=free)
        found: list[_Curve] = []
        last = -np.inf
        for k in np.argsort(fit.miss).tolist():
            if np.isfinite(fit.miss[k]) and fit.miss[k] > last * (1 + SAME):
                last = float(fit.miss[k])
                found.append(_Curve(self._score(starts, last), fit.numbers[k], self))
        return found[:EACH]

    def written(self, numbers: FloatArray, problem: Problem) -> Sum | None:
        """Write a curve with the coefficients that fit all rows best."""
        seen = _seen(self._shape, problem)
        known = np.isfinite(seen).all(axis=0)
        goal, root = seen[:, known]
        table = self._shape.table(self._argument.values(problem.x[known]), numbers[None])[0]
        table = table * root[:, None]
        if not np.isfinite(table).all():
            return None
        goal = goal * root
        solved = np.asarray(np.linalg.lstsq(table, goal, rcond=1e-12)[0], dtype=np.float64)
        return formula_of(self._shape, self._argument, numbers=numbers, solved=solved)

    def _columns(self, numbers: FloatArray) -> FloatArray:
        return self._shape.table(self._values, numbers) * self._root[:, None]

    def _score(self, numbers: FloatArray, miss: float) -> float:
        rows, constants = len(self._goal), self._constants(numbers)
        # Of few rows, many constants leave little whatever the law is.
        mean = miss / max(rows - constants, 1)
        return rows * float(np.log(mean / self._size + FLOOR)) + np.log(rows) * constants

    def _constants(self, numbers: FloatArray) -> int:
        return len(_free(numbers)) + self._shape.table(self._values[:1], numbers[:1]).shape[2]


def _seen(shape: Shape, problem: Problem) -> FloatArray:
    """Return g(y), and roots of weights: a small error of y is one of g'(y) times as much."""
    root = np.sqrt(problem.weight) / np.abs(shape.seen.slope(problem.y))
    return np.stack([shape.seen.values(problem.y), root])


def _free(numbers: FloatArray) -> list[int]:
    """Return the places of the numbers that a shape has: the others are 0."""
    return [k for k in range(numbers.shape[1]) if np.any(numbers[:, k] != 0)]


def _apart(grid: FloatArray, miss: FloatArray) -> list[int]:
    """Return the best points of a grid that are no neighbours of better ones."""
    places = np.column_stack([np.unique(column, return_inverse=True)[1] for column in grid.T])
    chosen: list[int] = []
    for k in np.argsort(miss).tolist():
        if len(chosen) == STARTS or not np.isfinite(miss[k]):
            break
        if all(np.abs(places[k] - places[other]).max() > 1 for other in chosen):
            chosen.append(k)
    return chosen
