"""Which function of which argument is a factor of a law, found on logarithmic scale.

    log |y| = log a + Σ vᵢ log |xᵢ| + q log |F(b R)| + s R

For each R, F and b of a grid this is linear in a, v, q and s; inner products tell how much of what
products of inputs leave a function explains. The best are refined in b.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._bounded_minimum import bounded_minimum
from nalm.discovery.numerics._exponents import LEAST, costs, nearest
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.functions._factor_grid import STEP, Factor, FactorGrid, GridOf
from nalm.discovery.stages.functions._families import Family
from nalm.discovery.stages.products._working_response import WorkingResponse, working_response

SCANNED, REFINED = 150, 400
"""Rows that all columns are compared on, and those that the best are refined on."""
POWERS = np.array([-4.0, -3.0, -2.0, -1.0, -0.5, 0.5, 1.0, 2.0, 3.0, 4.0])
"""Exponents q of a function."""
COSTS = costs(POWERS)
KEPT, DESCRIBED, REFITTED = 40, 20, 12
"""Factors that are refined, those of which powers of inputs beside count, and those returned."""
FLOOR = 1e-24
"""Mean squared residual, of a response of size 1, that is rounding error."""


def function_factors(
    problem: Problem,
    families: Sequence[Family],
    *,
    along: Iterable[Argument],
    limits: Limits,
    beside: Sequence[Factor] = (),
    grid: GridOf = FactorGrid.of,
) -> list[Factor]:
    """Return the likely ones, best first.

    Args:
        problem: The data.
        families: Of functions that are tried.
        along: Arguments that they are tried along.
        limits: What may not be exceeded.
        beside: Factors that are known, to any power.
        grid: Makes the table of an argument.
    """
    response = working_response(problem, problem.y)
    if response is None or not families:
        return []
    x = response.inputs
    rows = drawn(len(x), SCANNED, seed=0)
    scan = _Scan(response.of_rows(rows), len(problem.y), beside=beside)
    found: list[Factor] = []
    with np.errstate(all="ignore"):
        for argument in along:
            limits.check()
            values = argument.values(x[rows])
            if np.isfinite(values).all() and np.ptp(values) > 1e-9 * np.abs(values).max():
                found += scan.of(grid(argument, values, families=families), values)
        found = sorted(found, key=lambda one: one.score)[:KEPT]
        rows = drawn(len(x), REFINED, seed=1)
        refine = _Scan(response.of_rows(rows), len(problem.y), beside=beside)
        for improve, kept in ((refine.refined, DESCRIBED), (refine.described, REFITTED)):
            found = [improve(one, one.argument.values(x[rows])) for one in found]
            found = sorted(found, key=lambda one: one.score)[:kept]
    return found


class _Scan:
    """A response without what products of inputs and known factors explain of it.

    Args:
        response: Of some rows.
        rows: How many there are in all.
        beside: Known factors.
        exponents: Of the inputs, if they are known as well `(inputs,)`.
    """

    def __init__(
        self,
        response: WorkingResponse,
        rows: int,
        *,
        beside: Sequence[Factor],
        exponents: FloatArray | None = None,
    ) -> None:
        self._response, self._beside = response, beside
        size = np.sqrt(np.mean(np.square(response.weight)))
        self._weight = response.weight / size
        known = [one.logs(response.inputs) * response.weight[:, None] for one in beside]
        products, target = response.products, response.target
        if exponents is not None:
            products, target = products[:, :1], target - products[:, 1:] @ exponents
        self._columns = np.hstack([products, *known]) / size
        self._target = target / size
        self._base = np.linalg.qr(self._columns)[0]
        self._goal = self._projected(self._target)
        self._rows = len(self._goal)
        self._all = rows

    def _projected(self, columns: FloatArray) -> FloatArray:
        return columns - self._base @ (self._base.T @ columns)

    def of(self, grid: FactorGrid, values: FloatArray) -> list[Factor]:
        """Return the best column of each family, without and with an exponential of R."""
        columns = self._projected(grid.columns * self._weight[:, None])
        found = self._best(grid, columns, self._goal, growing=False)
        rest = self._projected(values * self._weight)
        length = float(rest @ rest)
        if length > 0:
            unit = rest / np.sqrt(length)
            columns = columns - np.outer(unit, unit @ columns)
            found += self._best(
                grid, columns, self._goal - (unit @ self._goal) * unit, growing=True
            )
        return found

    def _best(
        self, grid: FactorGrid, columns: FloatArray, goal: FloatArray, *, growing: bool
    ) -> list[Factor]:
        """Return the best column and power of each family."""
        along, size = goal @ columns, np.square(columns).sum(axis=0)
        left = goal @ goal - 2 * np.outer(POWERS, along) + np.outer(np.square(POWERS), size)
        score = self._rows * np.log(np.maximum(left, 0) / self._rows + FLOOR)
        score = score + COSTS[:, None] + np.log(self._all) * grid.measured
        score = np.where(grid.usable, score, np.inf)
        found: list[Factor] = []
        for family, part in grid.parts:
            if growing and not family.may_grow:
                continue
            own = score[:, part]
            k, j = np.unravel_index(int(own.argmin()), own.shape)
            if np.isfinite(own[k, j]):
                place = part.start + int(j)
                total = float(own[k, j]) + grid.argument.cost + np.log(self._all) * growing
                power = float(POWERS[k])
                found.append(grid.factor(family, place, power=power, growing=growing, score=total))
        return found

    def described(self, factor: Factor, values: FloatArray) -> Factor:
        """Count the powers of inputs beside a refined factor as well: neat ones, or measured ones.

        Many functions follow another one if they have a fifth power of their argument beside them.
        """
        b = self._nearest(factor, values, begin=factor.b)
        power = self._power(factor, values, b)
        near = replace(factor, b=b if factor.measured else factor.b, power=power)
        # Where any power does nearly as well, the best of all tells little.
        other = [] if near.power == factor.power else [self.refined(near, values)]
        several = [each for one in (factor, *other) for each in self._with_exponents(one, values)]
        return min(several, key=lambda one: one.score)

    def _with_exponents(self, factor: Factor, values: FloatArray) -> Iterator[Factor]:
        yield replace(factor, score=factor.score + LEAST * self._response.logs.shape[1])
        exponents = self._exponents(factor, values)
        beside = _Scan(self._response, self._all, beside=self._beside, exponents=exponents)
        neat = beside.refined(factor, values)
        yield replace(neat, score=neat.score + float(costs(exponents).sum()))

    def _exponents(self, factor: Factor, values: FloatArray) -> FloatArray:
        """Fit the exponents of the inputs beside a factor, and round them to halves `(inputs,)`."""
        column = np.log(np.abs(factor.family.values(values * factor.b))) * self._weight
        growing = [(values * self._weight)[:, None]] if factor.growing else []
        columns = np.hstack([self._columns, *growing])
        goal = self._target - factor.power * column
        inputs = self._response.logs.shape[1]
        if not np.isfinite(goal).all():  # the factor is 0 on some row
            return np.zeros_like(self._response.logs[0])
        solved = np.asarray(np.linalg.lstsq(columns, goal)[0], dtype=np.float64)
        return nearest(solved[1 : 1 + inputs], 2)

    def refined(self, factor: Factor, values: FloatArray) -> Factor:
        """Improve b on these rows; an exact b stays where a measured one is no better."""
        goal, column = self._along(factor, values)

        def scored(b: float, *, measured: bool) -> Factor:
            score = self._rows * _left(goal, column(b), factor.power)
            score += float(costs(np.array(factor.power))) + factor.argument.cost
            score += np.log(self._all) * (measured + factor.growing)
            return replace(factor, b=b, measured=measured, score=score)

        best = scored(
            self._nearest(factor, values, begin=factor.b, power=factor.power), measured=True
        )
        if not factor.measured:
            exact = scored(factor.b, measured=False)
            best = min(exact, best, key=lambda one: one.score)
        rate = self._rate(best, values) if factor.growing else 0.0
        return replace(best, rate=rate)

    def _along(
        self, factor: Factor, values: FloatArray
    ) -> tuple[FloatArray, Callable[[float], FloatArray]]:
        """Return the goal and the column log |F(b R)|, without R itself if that is a factor too."""
        rest = self._projected(values * self._weight)
        unit = rest / np.linalg.norm(rest) if factor.growing else np.zeros_like(rest)

        def column(b: float) -> FloatArray:
            logs = np.log(np.abs(factor.family.values(values * b)))
            column = self._projected(logs * self._weight)
            return column - unit * float(unit @ column)

        return self._goal - unit * float(unit @ self._goal), column

    def _power(self, factor: Factor, values: FloatArray, b: float) -> float:
        goal, column = self._along(factor, values)
        return _neat_power(_power(goal, column(b)))

    def _nearest(
        self, factor: Factor, values: FloatArray, *, begin: float, power: float | None = None
    ) -> float:
        """Return the best b near one, of a power or of any."""
        goal, column = self._along(factor, values)
        step = STEP / max(float(np.ptp(values)), 1e-300) if factor.family.periodic else 0.0
        low, high = (begin - step, begin + step) if step else sorted((begin / 3, begin * 3))
        return bounded_minimum(
            lambda b: _left(goal, column(b), power), begin=begin, low=low, high=high
        )

    def _rate(self, factor: Factor, values: FloatArray) -> float:
        rest = self._projected(values * self._weight)
        logs = np.log(np.abs(factor.family.values(values * factor.b)))
        column = self._projected(logs * self._weight)
        return float(rest @ (self._goal - factor.power * column) / (rest @ rest))


def _left(goal: FloatArray, column: FloatArray, power: float | None = None) -> float:
    """Log of the mean square that a column leaves, to a power or to the best of all."""
    q = _power(goal, column) if power is None else power
    miss = float(np.square(goal - q * column).mean())
    return float(np.log(miss + FLOOR)) if np.isfinite(miss) else 100.0


def _power(goal: FloatArray, column: FloatArray) -> float:
    """Return the power of a column that leaves least; 0 of a column that is a product of inputs."""
    size = float(column @ column)
    return float(goal @ column) / size if size > 0 else 0.0


def _neat_power(power: float) -> float:
    return float(POWERS[np.abs(POWERS - power).argmin()])  # the first of any that is no number
