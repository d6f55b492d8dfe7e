"""Functions in what the best short sums of powers leave.

    y = Σ aₖ Mₖ + c M F(b R + φ),   the Mₖ of a short sum, M a short product

For every b of a grid, inner products tell how much of what is left a column explains; the best are
refined in b. Where there is noise, many Mₖ at once would explain the function as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._bounded_minimum import bounded_minimum
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages.functions._arguments import Argument, arguments
from nalm.discovery.stages.functions._curves import Curve, curves
from nalm.discovery.stages.functions._phases import with_phase
from nalm.symbolic import Power, Product, Sum, evaluate

ROWS = 300
ARGUMENTS = 14
"""Arguments that are tried, those with the shortest descriptions; waves along short ones only."""
KEPT, FOUND = 5, 30
"""Columns that are refined beside each sum, and sums that are returned."""
FLOOR = 1e-26
"""Share of a target's squares that is rounding error."""
DEPENDENT = 1e-8
"""Share of a column that is left beside a sum, below which it is rounding error."""
NEARBY = 0.2
"""Relative distance up to which an exact b is tried besides."""
EXACT = (1.0, -1.0, 2.0, -2.0, 0.5, -0.5)
"""Values of b that are not measured."""
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
    left: float


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
    scan = _Scan(problem, functions, beside)
    found: dict[tuple[Product, ...], float] = {}
    with np.errstate(all="ignore"):
        for products in sums:
            limits.check()
            rest = scan.beside_sum(products)
            for column in sorted(rest.columns(), key=lambda one: one.left)[:KEPT]:
                for one in rest.refined(column):
                    made = (*products, rest.written(one))
                    found[made] = scan.score(one, len(made))
    return sorted(found, key=found.__getitem__)[:FOUND]


@final
class _Scan:
    """All columns on some rows, before what a sum explains is taken out."""

    def __init__(
        self, problem: Problem, functions: tuple[str, ...], beside: Sequence[Powers]
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

    def score(self, column: _Column, terms: int) -> float:
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
        self._scan, self._base = scan, base
        self._goal = self._without(scan.goal)

    def _without(self, columns: FloatArray) -> FloatArray:
        return columns - self._base @ (self._base.T @ columns)

    def columns(self) -> Iterator[_Column]:
        """Yield the best b of each function, argument and product."""
        for curve in self._scan.curves:
            for argument, values in self._scan.arguments:
                if curve.is_wave and not argument.is_short:
                    continue
                b = curve.numbers(values)
                curved = curve.columns(np.outer(values, b).ravel()).T.reshape(
                    -1, len(values), len(b)
                )
                for beside, size in self._scan.beside.items():
                    left = self._left(curved * size[None, :, None])
                    place = int(np.argmin(left))
                    if np.isfinite(left[place]):
                        yield _Column(
                            curve=curve, argument=argument, beside=beside, b=float(b[place]),
                            left=float(left[place]),
                        )  # fmt: skip

    def _left(self, columns: FloatArray) -> FloatArray:
        """Return the sum of squares that is left beside each of some columns.

        Args:
            columns: One of each function, or sine and cosine `(1 or 2, rows, numbers)`.
        """
        goal, whole = self._goal, np.square(columns).sum(axis=1)
        parts = [self._without(each) for each in columns]
        squares = [np.square(each).sum(axis=0) for each in parts]
        along = [goal @ each for each in parts]
        usable = squares[0] > DEPENDENT * whole[0]
        gain = along[0] ** 2 / squares[0]
        if len(parts) == 2:
            # What the sine leaves of the cosine.
            shared = (parts[0] * parts[1]).sum(axis=0) / squares[0]
            square = squares[1] - shared**2 * squares[0]
            usable &= square > DEPENDENT * whole[1]
            gain = gain + (along[1] - shared * along[0]) ** 2 / square
        return np.where(usable & np.isfinite(gain), goal @ goal - gain, np.inf)

    def _at(self, column: _Column, b: float) -> float:
        values = column.argument.values(self._scan.x)
        curved = column.curve.columns(values * b).T[:, :, None]
        left = float(self._left(curved * self._scan.beside[column.beside][None, :, None])[0])
        return float(np.log(left + FLOOR)) if np.isfinite(left) else 100.0

    def refined(self, column: _Column) -> Iterator[_Column]:
        """Yield the column with the best b, and with an exact one that is near."""
        values = column.argument.values(self._scan.x)
        numbers = column.curve.numbers(values)
        b = column.b
        if len(numbers) > 1:
            low, high = column.curve.around(b, numbers)
            b = bounded_minimum(lambda one: self._at(column, one), begin=b, low=low, high=high)
        near = (one for one in EXACT if abs(one - b) < NEARBY * abs(one))
        for one in dict.fromkeys((b, *near)):
            yield replace(column, b=one, left=float(np.exp(self._at(column, one))))

    def written(self, column: _Column) -> Product:
        """Write M F(b R + φ), with the φ that explains most."""
        b = Fraction(column.b) if column.b in EXACT else column.b
        values = column.argument.values(self._scan.x)
        size = self._scan.beside[column.beside]
        parts = self._without(column.curve.columns(values * column.b) * size[:, None])
        solved = np.linalg.lstsq(parts, self._goal, rcond=1e-10)[0]
        base = with_phase(column.curve, column.argument.written(b), solved[None, :])
        return Product(ONE, (*column.beside, Power(base, ONE)))
