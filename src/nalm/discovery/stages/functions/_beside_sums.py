"""Functions in what the best short sums of powers leave.

    y = Σ aₖ Mₖ + c M F(b R + φ),   the Mₖ of a short sum, M a short product

For every b of a grid, inner products tell how much of what is left a column explains; the best are
refined in b. Where there is noise, many Mₖ at once would explain the function as well.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import nsmallest
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages.arguments._arguments import Argument, arguments
from nalm.discovery.stages.arguments._curves import EXACT, Curve, curves, exact_near
from nalm.discovery.stages.arguments._phases import with_phase
from nalm.discovery.stages.functions._leftover import Leftover
from nalm.symbolic import Power, Product, Sum, evaluate

ROWS = 300
ARGUMENTS = 14
"""Arguments that are tried, those with the shortest descriptions; waves along short ones only."""
KEPT, FOUND = 6, 60
"""Columns of each function that are refined beside a sum, and sums that are returned."""
LIKELY = 4
"""Products M of each function and argument, of which grids are made finer."""
ZOOMS, FINEST, FINER = 2, 10, 9
"""Times that a grid is made finer around its best point, at first and at last, and its points:
curves of other arguments are alike, and only with the best b of each the right one is ahead."""
BEYOND = 2.0
"""Times the largest b of a grid, up to which there are finer ones."""
FLOOR = 1e-26
"""Share of a target's squares that is rounding error."""
ONE = Fraction(1)

Powers = tuple[Power, ...]


@dataclass(frozen=True, kw_only=True)
class _Column:
    """M F(b R): of a wave, sine and cosine.

    Attributes:
        curve: F.
        argument: R.
        beside: M.
        b: Its number.
        left: Sum of squares that it leaves, of 1.
    """

    curve: Curve
    argument: Argument
    beside: Powers
    b: float
    left: float = np.inf


def functions_beside(
    problem: Problem,
    sums: Sequence[Sequence[Product]],
    *,
    functions: tuple[str, ...],
    beside: Sequence[Powers],
    limits: Limits,
) -> list[tuple[Product, ...]]:
    """Return sums with the M F(b R + φ) that explain most of what they leave, the best first.

    Args:
        problem: The data.
        sums: The products of each sum.
        functions: Names of those that are allowed.
        beside: The M.
        limits: What may not be exceeded.

    Returns:
        The products of each sum, the one with a function last.
    """
    scan = _Scan(problem, functions, beside=beside)
    found: dict[tuple[Product, ...], float] = {}
    with np.errstate(all="ignore"):
        for products in sums:
            limits.check()
            rest = scan.beside_sum(products)
            for column in _best_of_each(rest.columns(), score=scan.score):
                for one in rest.refined(column):
                    made = (*products, rest.written(one))
                    found[made] = scan.score(one, len(made))
    return sorted(found, key=found.__getitem__)[:FOUND]


def _best_of_each(
    columns: Iterable[_Column], *, score: Callable[[_Column], float]
) -> Iterator[_Column]:
    """Yield the best columns of each function: before they are refined a wave is often ahead."""
    ranked = sorted(columns, key=score)
    for function in dict.fromkeys(one.curve for one in ranked):
        yield from [one for one in ranked if one.curve == function][:KEPT]


@final
class _Scan:
    """All columns on some rows, before what a sum explains is taken out."""

    def __init__(
        self, problem: Problem, functions: tuple[str, ...], *, beside: Sequence[Powers]
    ) -> None:
        rows = drawn(len(problem.y), ROWS, seed=0)
        self.x, weight = problem.x[rows], problem.weight[rows]
        self.root = np.sqrt(weight / weight.mean())
        goal = problem.y[rows] * self.root
        self.goal = goal / (float(np.linalg.norm(goal)) or 1.0)
        self.curves = curves(functions)
        self.beside = {powers: self.values(Product(ONE, powers)) for powers in beside}
        tried = [(each, each.values(self.x)) for each in arguments(self.x)[:ARGUMENTS]]
        self.arguments = [(one, v) for one, v in tried if np.isfinite(v).all() and np.ptp(v) > 0]

    def values(self, product: Product) -> FloatArray:
        """Compute a product on the weighted rows."""
        return evaluate(Sum((product,)), self.x) * self.root

    def score(self, column: _Column, terms: int = 0) -> float:
        """Weigh what a sum leaves against its length."""
        rows = len(self.goal)
        length = (terms + (column.b not in EXACT)) * np.log(rows) + column.argument.cost
        return float(rows * np.log(column.left + FLOOR) + length)

    def beside_sum(self, products: Sequence[Product]) -> "_Rest":
        """Take out what a sum explains."""
        columns = [self.values(product) for product in products]
        base = np.linalg.qr(np.column_stack(columns))[0] if columns else np.empty((len(self.x), 0))
        return _Rest(self, base)


@final
class _Rest:
    """What a sum leaves of the target, and of the columns."""

    def __init__(self, scan: _Scan, base: FloatArray) -> None:
        self._scan, self._rest = scan, Leftover(base, scan.goal)

    def columns(self) -> Iterator[_Column]:
        """Yield the best product and b of each function and argument."""
        for curve in self._scan.curves:
            for argument, values in self._scan.arguments:
                if curve.is_wave and not argument.is_short:
                    continue
                grid = curve.numbers(values)
                likely = self._likely(curve, argument, grid)
                found = [self._nearest(one, grid, zooms=ZOOMS) for one in likely]
                yield from nsmallest(1, found, key=lambda one: one.left)

    def _likely(self, curve: Curve, argument: Argument, b: FloatArray) -> list[_Column]:
        """Take the best b of a grid for every product, and of these the best."""
        products = np.column_stack(list(self._scan.beside.values()))
        left = self._rest.beside_products(self._curved(curve, argument, b), products)
        place = left.argmin(axis=1)
        made = (
            _Column(
                curve=curve, argument=argument, beside=powers, b=float(b[j]), left=float(one[j])
            )
            for powers, one, j in zip(self._scan.beside, left, place, strict=True)
        )
        likely = nsmallest(LIKELY, made, key=lambda one: one.left)
        return [one for one in likely if np.isfinite(one.left)]

    def _nearest(self, best: _Column, b: FloatArray, *, zooms: int) -> _Column:
        """Take the best b of ever finer grids."""
        largest = BEYOND * np.abs(b).max()
        for _ in range(zooms if len(b) > 1 else 0):
            if not np.isfinite(best.left):
                break
            low, high = best.curve.around(best.b, b)
            finer = np.linspace(low, high, FINER)
            b = np.unique([best.b, *finer[np.abs(finer) <= largest]])
            best = self._best(best, b)
        return best

    def _best(self, column: _Column, b: FloatArray) -> _Column:
        """Take the best b of a grid."""
        curved = self._curved(column.curve, column.argument, b)
        left = self._rest.beside(curved * self._scan.beside[column.beside][:, None])
        place = int(left.argmin())
        return replace(column, b=float(b[place]), left=float(left[place]))

    def _curved(self, curve: Curve, argument: Argument, b: FloatArray) -> FloatArray:
        """Compute F(b R), or sine and cosine `(1 or 2, rows, numbers)`."""
        u = np.outer(argument.values(self._scan.x), b)
        return curve.columns(u.ravel()).T.reshape(-1, *u.shape)

    def refined(self, column: _Column) -> Iterator[_Column]:
        """Yield the column with the best b, and with an exact one that is near."""
        numbers = column.curve.numbers(column.argument.values(self._scan.x))
        best = column
        if len(numbers) > 1:
            low, high = column.curve.around(column.b, numbers)
            finer = np.linspace(low, high, 4 * FINER)
            best = self._nearest(self._best(column, finer), finer, zooms=FINEST)
        yield best
        for one in exact_near(best.b):
            yield self._best(column, np.array([one]))

    def written(self, column: _Column) -> Product:
        """Write M F(b R + φ), with the φ that explains most."""
        b = Fraction(column.b) if column.b in EXACT else column.b
        values = column.argument.values(self._scan.x)
        size = self._scan.beside[column.beside]
        parts = self._rest.without(column.curve.columns(values * column.b) * size[:, None])
        fit = np.linalg.lstsq(parts, self._rest.goal, rcond=1e-10)[0]
        solved = np.asarray(fit, dtype=np.float64)
        base = with_phase(column.curve, column.argument.written(b), coefficients=solved[None, :])
        return Product(ONE, (*column.beside, Power(base, ONE)))
