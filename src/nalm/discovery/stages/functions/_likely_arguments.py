"""Along which of thousands of arguments a law may have a function, whatever that is.

    log |y| = log a + Σ vᵢ log |xᵢ| + Σₙ cₙ Tₙ(R) + q log |R|,   Tₙ Chebyshev polynomials
    y = M (s sin b R + c cos b R),   M a short product

Both are linear once R is given: inner products tell how much of y is left beside each R.
"""

from collections.abc import Callable, Sequence
from heapq import nsmallest
from typing import NamedTuple, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages.functions._argument_table import ArgumentTable
from nalm.discovery.stages.functions._arguments import ANGLE, Argument
from nalm.discovery.stages.products._working_response import WorkingResponse, working_response

ROWS = 150
"""Rows that arguments are compared on."""
BLOCK = 1000
"""Arguments that are compared at once."""
DEGREE = 4
"""Of the polynomials that stand for a curve."""
NUMBERS = (1.0, 2.0, 2 * np.pi)
"""b of a wave."""
CURVES, WAVES = 12, 6
"""Arguments that are returned: of curves, and of waves."""
FLOOR = 1e-20
"""Share of the target's squares that is rounding error."""
RIDGE = 1e-10
"""Share of their squares, by which columns that depend on one another are told apart."""
NEAREST = 1e-6
"""|R| over its range, below which its logarithm goes down no further."""
DEPENDENT = 1e-8
"""Determinant of the sums of squares of sine and cosine, of 1, below which one is the other."""

Left = Callable[[FloatArray], FloatArray]


class Likely(NamedTuple):
    """Arguments beside which little is left, the best first.

    Attributes:
        curves: Along which log |y| has a curve beside what products of inputs explain.
        waves: Along which y has a wave.
    """

    curves: tuple[Argument, ...] = ()
    waves: tuple[Argument, ...] = ()


def likely_arguments(problem: Problem, *, waves: bool, limits: Limits) -> Likely:
    """Compare products of inputs, and sums and differences of such.

    Args:
        problem: The data.
        waves: Whether the law may have a sine or a cosine.
        limits: What may not be exceeded.
    """
    whole = working_response(problem, problem.y)
    if whole is None:
        return Likely()
    response = whole.of_rows(drawn(len(whole.y), ROWS, seed=0))
    x = response.inputs
    with np.errstate(all="ignore"):
        sums, products = ArgumentTable.of_sums(x), ArgumentTable.of_products(x)
        left = _Curves(response).left
        curved = [one for table in (sums, products) for one in _best(table, x, left, limits)]
        left = _Waves(response, nearest=_nearest_product(whole)).left
        waving = _best(sums, x, left, limits) if waves else ()
        return Likely(_first(curved, CURVES), _first(waving, WAVES))


class _Scored(NamedTuple):
    score: float
    argument: Argument


def _best(table: ArgumentTable, x: FloatArray, left: Left, limits: Limits) -> list[_Scored]:
    """Score all arguments of a table, and return the best."""
    values, score = table.values(x), table.cost
    for begin in range(0, len(score), BLOCK):
        limits.check()
        block = slice(begin, begin + BLOCK)
        score[block] += len(x) * np.log(np.maximum(left(values[:, block]), 0) + FLOOR)
    best = nsmallest(max(CURVES, WAVES), np.flatnonzero(score < np.inf), key=score.__getitem__)
    return [_Scored(float(score[k]), table.argument(int(k))) for k in best]


def _first(found: Sequence[_Scored], most: int) -> tuple[Argument, ...]:
    return tuple(one.argument for one in nsmallest(most, found))


@final
class _Curves:
    """A curve in log |y|."""

    def __init__(self, response: WorkingResponse) -> None:
        self._response = response
        self._goal = response.without_products(response.target)

    def left(self, values: FloatArray) -> FloatArray:
        """Return the share of squares that is left beside each R `(arguments,)`.

        Args:
            values: Of R `(rows, arguments)`.
        """
        low, span = values.min(axis=0), np.ptp(values, axis=0)
        unit = 2 * (values - low) / span - 1
        columns = [np.ones_like(unit), unit]
        for _ in range(DEGREE - 1):
            columns.append(2 * unit * columns[-1] - columns[-2])
        near = np.log(np.maximum(np.abs(values) / span, NEAREST))
        stacked = np.stack([*columns[1:], near]) * self._response.weight[:, None]
        parts = self._response.without_products(stacked).transpose(2, 0, 1)
        squares = parts @ parts.transpose(0, 2, 1)
        along = (parts @ self._goal)[..., None]
        # Columns of an R that is a product of powers are nearly dependent, or no numbers.
        ridge = RIDGE * np.trace(squares, axis1=1, axis2=2) + 1e-300
        usable = np.isfinite(ridge)
        squares = np.where(usable[:, None, None], squares, 0.0)
        squares += np.where(usable, ridge, 1.0)[:, None, None] * np.eye(parts.shape[1])
        gain = (along * np.linalg.solve(squares, along)).sum(axis=(1, 2))
        return np.where(usable, 1 - gain / float(self._goal @ self._goal), np.inf)


@final
class _Waves:
    """A wave in y times a short product, or in what the inputs as they are leave of y."""

    def __init__(self, response: WorkingResponse, *, nearest: FloatArray) -> None:
        x, root = response.inputs, response.root
        ones = np.ones(len(x))
        several = [ones, *x.T, *(1 / x).T, np.exp(response.logs @ nearest)]
        self._beside = np.column_stack([root * one / np.abs(one).max() for one in several])
        goal = response.y * root
        linear = np.linalg.qr(np.column_stack([ones, x]) * root[:, None])[0]
        goals = (goal, goal - linear @ (linear.T @ goal))
        self._goals = [(one[:, None] * self._beside, float(one @ one)) for one in goals]

    def left(self, values: FloatArray) -> FloatArray:
        """Return the share of squares that is left beside each R `(arguments,)`.

        Args:
            values: Of R `(rows, arguments)`.
        """
        left = np.full(values.shape[1], np.inf)
        spread = np.ptp(values, axis=0)
        for b in NUMBERS:
            angles = np.flatnonzero((spread * b > ANGLE[0]) & (spread * b < ANGLE[1]))
            left[angles] = np.minimum(left[angles], self._left(np.exp(1j * b * values[:, angles])))
        return left

    def _left(self, wave: FloatArray) -> FloatArray:
        """Compare all products beside cos u + i sin u."""
        twice = (wave * wave).T @ np.square(self._beside)
        total = np.square(self._beside).sum(axis=0)
        # Σ M² cos² u, Σ M² sin² u and Σ M² sin u cos u
        cosine, sine, mixed = (total + twice.real) / 2, (total - twice.real) / 2, twice.imag / 2
        determinant = cosine * sine - mixed**2
        usable = determinant > DEPENDENT * total**2
        left = np.full(wave.shape[1], np.inf)
        for products, size in self._goals:
            along = wave.T @ products
            c, s = along.real, along.imag
            gain = (sine * c**2 - 2 * mixed * c * s + cosine * s**2) / determinant
            left = np.minimum(left, 1 - np.where(usable, gain, 0.0).max(axis=1) / size)
        return left


def _nearest_product(response: WorkingResponse) -> FloatArray:
    """Return halves as exponents of the product nearest to |y|: a wave beside it is like noise."""
    columns = response.plain
    slopes = np.linalg.lstsq(columns, np.log(np.abs(response.y)), rcond=1e-10)[0][1:]
    return np.round(2 * slopes) / 2


def has_waves(functions: Sequence[str]) -> bool:
    """Say whether a sine or a cosine is allowed."""
    return "sin" in functions or "cos" in functions
