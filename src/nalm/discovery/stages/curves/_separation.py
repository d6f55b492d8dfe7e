"""Laws that are a product or a sum of curves, each of one input.

    y = Π fᵢ(xᵢ)   or   y = Σ fᵢ(xᵢ)

On the scale of log |y| or of y such a law is a sum of smooth curves, which polynomials of each
input follow. What the others leave of y is a table of one input, whose usual curves are fitted:
once beside the polynomials, and again beside the curves (backfitting: Breiman and Friedman 1985).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, islice, product

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.problem._preparation import with_inputs
from nalm.discovery.problem._problem import Problem
from nalm.discovery.stages.arguments._arguments import arguments
from nalm.discovery.stages.curves._curve_fits import best_curves
from nalm.discovery.stages.curves._shape import Shape
from nalm.symbolic import Power, Product, Sum, evaluate

ONE = Fraction(1)
DEGREE, ROWS_EACH = 5, 4
"""Of each input's polynomial at most, and rows for each column."""
SIGNED = 0.9
"""Share of the targets that have one sign, for a product."""
LEFT = 0.05
"""Share of the variance that polynomials of single inputs may leave."""
CROSSED = ((1, 1), (2, 1), (1, 2))
"""Exponents of products of two inputs."""
TOGETHER = 0.7
"""Share of what polynomials leave, that such products may leave of it."""
ARGUMENTS, CURVES, TOLD = 2, 3, 12
"""Of each input: arguments, and curves that are combined; combinations that are returned."""


def separated(problem: Problem, shapes: Sequence[Shape], *, limits: Limits) -> Iterator[Sum]:
    """Yield products or sums of curves of single inputs, the likeliest first.

    Args:
        problem: The data.
        shapes: Of the curves.
        limits: What may not be exceeded.
    """
    with np.errstate(all="ignore"):
        several = [one for one in (_product(problem), _sum(problem)) if one is not None]
        law = min(several, key=lambda one: one.left, default=None)
        if law is None or law.left > LEFT:
            return
        first = [_curves(table, shapes, limits=limits) for table in law.tables()]
        if not all(first):
            return
        again = law.beside([curves[0] for curves in first])
        curves = [_curves(table, shapes, limits=limits) for table in again.tables()]
    places = product(*(range(len(each)) for each in curves))
    for some in islice(sorted(places, key=sum), TOLD):
        yield from law.joined([each[k] for each, k in zip(curves, some, strict=True)])


@dataclass(frozen=True)
class _Separated:
    """A law as curves of single inputs.

    Attributes:
        problem: The rows, of a product those whose targets have its sign.
        left: Share of the variance that polynomials leave.
        level: A constant that the law has once.
        curves: What each input adds to it, or of a product its factor `(rows, inputs)`.
        is_product: Whether the curves are multiplied.
    """

    problem: Problem
    left: float
    level: float
    curves: FloatArray
    is_product: bool

    def tables(self) -> Iterator[Problem]:
        """Yield what the other inputs leave of the target, of each input."""
        for i in range(self.curves.shape[1]):
            x, others = self.problem.x[:, [i]], np.delete(self.curves, i, axis=1)
            own = replace(self.problem, x=x, known=None)
            if self.is_product:
                size = others.prod(axis=1)
                yield replace(own, y=own.y / size, weight=own.weight * size**2)
            else:
                yield replace(own, y=own.y - others.sum(axis=1))

    def beside(self, parts: Sequence[Sum]) -> "_Separated":
        """Return the same law with these curves, each of which has the constant too."""
        values = np.column_stack(
            [evaluate(part, self.problem.x[:, [i]]) for i, part in enumerate(parts)]
        )
        curves = values / self.level if self.is_product else values - self.level
        return replace(self, curves=curves)

    def joined(self, parts: Sequence[Sum]) -> Iterator[Sum]:
        """Put curves together; a sum without a constant, too."""
        parts, more = [with_inputs(part, {0: i}) for i, part in enumerate(parts)], len(parts) - 1
        if self.is_product:
            powers = tuple(Power(part, ONE) for part in parts)
            yield Sum((Product(self.level**-more, powers),))
            return
        terms = [term for part in parts for term in part.terms]
        yield Sum((Product(-more * self.level), *terms))
        yield Sum(tuple(term for term in terms if term.powers))


def _product(problem: Problem) -> _Separated | None:
    sign = 1.0 if np.median(problem.y) > 0 else -1.0
    usable = sign * problem.y > 0
    if usable.mean() < SIGNED:
        return None
    x, y, weight = problem.x[usable], problem.y[usable], problem.weight[usable]
    # A small error of y is one of 1/y times as much in log y.
    fit = _polynomials(x, np.log(np.abs(y)), root=np.sqrt(weight) * np.abs(y))
    if fit is None:
        return None
    left, level, curves = fit
    rows = replace(problem, x=x, y=y, weight=weight)
    return _Separated(rows, left, sign * float(np.exp(level)), np.exp(curves), is_product=True)


def _sum(problem: Problem) -> _Separated | None:
    fit = _polynomials(problem.x, problem.y, root=np.sqrt(problem.weight))
    return None if fit is None else _Separated(problem, *fit, is_product=False)


def _polynomials(
    x: FloatArray, goal: FloatArray, *, root: FloatArray
) -> tuple[float, float, FloatArray] | None:
    """Fit a polynomial of each input.

    Returns:
        The share of the variance that is left, the constant, and the values of each polynomial
        about 0 `(rows, inputs)`; `None` of too few rows, where they vary too little, and where
        products of inputs explain what is left.
    """
    rows, inputs = x.shape
    degree = min(DEGREE, (rows // ROWS_EACH - 1) // inputs)
    span = np.ptp(x, axis=0)
    if degree < 2 or not (span > 0).all():
        return None
    unit = 2 * (x - x.min(axis=0)) / span - 1
    orders = np.arange(1, degree + 1)
    columns = np.cos(np.arccos(np.clip(unit, -1, 1))[:, :, None] * orders)
    columns -= columns.mean(axis=0)
    table = np.column_stack([np.ones(rows), columns.reshape(rows, -1)]) * root[:, None]
    goal = goal * root
    solved = np.asarray(np.linalg.lstsq(table, goal, rcond=1e-10)[0], dtype=np.float64)
    rest = goal - table @ solved
    crossed = [
        unit[:, i] ** p * unit[:, j] ** q
        for i, j in combinations(range(inputs), 2)
        for p, q in CROSSED
    ]
    if _explain(np.column_stack(crossed) * root[:, None], rest, table=table):
        return None
    mean = (root @ goal) / (root @ root)
    spread = np.square(goal - mean * root).sum() / rows
    missed = np.square(rest).sum() / (rows - table.shape[1])
    curves = np.einsum("rio,io->ri", columns, solved[1:].reshape(inputs, degree))
    return float(missed / spread) if spread else np.inf, float(solved[0]), curves


def _explain(columns: FloatArray, rest: FloatArray, *, table: FloatArray) -> bool:
    """Say whether columns explain a good part of what a table leaves of a target."""
    known = table.shape[1]
    base = np.linalg.qr(np.hstack([table, columns]))[0][:, known:]
    left = np.square(rest - base @ (base.T @ rest)).sum() / max(len(rest) - known - len(base.T), 1)
    return bool(left < TOGETHER * np.square(rest).sum() / (len(rest) - known))


def _curves(table: Problem, shapes: Sequence[Shape], *, limits: Limits) -> list[Sum]:
    if not (np.isfinite(table.y).all() and np.isfinite(table.weight).all()):
        return []
    along = arguments(table.x)[:ARGUMENTS]
    return list(islice(best_curves(shapes, table, along=along, limits=limits), CURVES))
