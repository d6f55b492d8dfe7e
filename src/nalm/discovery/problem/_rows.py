"""Which rows formulas are fitted to, and which are held out."""

# What SciPy gives back has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from collections.abc import Sequence

import numpy as np
from scipy.stats import rankdata

from nalm._typing import FloatArray
from nalm.discovery.problem._problem import Problem

OUTER_SHARE = 0.2
FEWEST = 6
"""Rows below which none are held out."""


def outer_rows(problem: Problem) -> np.ndarray:
    """Indices of the outermost fifth: the rows whose inputs lie furthest from the middle.

    Rows with the same inputs stay together as far as they fit in the fifth. Which of equally far
    ones are held out is decided by lot: an order that depends on y, such as that of a sorted table,
    would hold out the smallest or the largest of repeated readings.
    """
    rows = len(problem.y)
    if rows < FEWEST:
        return np.empty(0, dtype=np.intp)
    count = max(1, round(OUTER_SHARE * rows))
    point = points(problem.x)
    lot = np.random.default_rng(0)
    point_lot, row_lot = lot.permutation(int(point.max()) + 1), lot.permutation(rows)
    # `lexsort` sorts by its last key first: outermost rows, then lots of points, then of rows.
    order = np.lexsort((row_lot, point_lot[point], -outerness(problem.x)))
    return np.sort(order[:count])


def points(x: FloatArray) -> np.ndarray:
    """Number the distinct points among the rows; rows with equal inputs share a number.

    Args:
        x: Inputs `(rows, inputs)`.

    Example:
        >>> points(np.array([[2.0, 1.0], [0.0, 1.0], [2.0, 1.0]])).tolist()
        [1, 0, 1]
    """
    order = np.lexsort(x.T[::-1])
    # Sorted, equal points are neighbours, so that a point begins where any input changes.
    changes = (x[order[1:]] != x[order[:-1]]).any(axis=1)
    numbers = np.empty(len(x), dtype=np.intp)
    numbers[order] = np.append(0, np.cumsum(changes))
    return numbers


def outerness(x: FloatArray) -> FloatArray:
    """Measure how far out rows lie, by which the outermost are held out.

        meanᵢ rᵢ²,  rᵢ the rank of a row in input i, from -1 for its smallest value to 1

    Ranks know neither an input's scale nor its spread; an input that never changes does not count.

    Args:
        x: Inputs `(rows, inputs)`.

    Returns:
        One number per row: 0 in the middle of every input, 1 at an end of each.

    Example:
        >>> outerness(np.array([[1.0], [2.0], [3.0], [4.0], [900.0]])).tolist()
        [1.0, 0.25, 0.0, 0.25, 1.0]
    """
    rows = len(x)
    varies = (x != x[:1]).any(axis=0)  # rounding gives equal values a standard deviation
    rank = 2 * ranks(x)[:, varies] / max(rows - 1, 1) - 1
    return np.square(rank).mean(axis=1) if varies.any() else np.zeros(rows)


def rows_with_logarithms(problem: Problem) -> np.ndarray | None:
    """Return which rows have no zero among their inputs; `None` if too few, or y is nothing but 0.

    Products of powers with random exponents need logarithms of the inputs.
    """
    usable: np.ndarray = (problem.x != 0).all(axis=1)
    enough = usable.sum() >= max(3, 0.5 * len(problem.y))
    return usable if enough and problem.y[usable].any() else None


def count_points(x: FloatArray) -> int:
    """Count the distinct points among the rows, 0 without rows.

    Example:
        >>> count_points(np.array([[2.0, 1.0], [0.0, 1.0], [2.0, 1.0]]))
        2
    """
    return int(points(x).max()) + 1 if len(x) else 0


def ranks(x: FloatArray) -> FloatArray:
    """Rank the rows from 0, input by input; equal values share the mean of their ranks.

    Args:
        x: Inputs `(rows, inputs)`.

    Example:
        >>> ranks(np.array([[5.0], [1.0], [5.0]])).tolist()
        [[1.5], [0.0], [1.5]]
    """
    return np.asarray(rankdata(x, axis=0), dtype=np.float64) - 1


def take_rows(problem: Problem, rows: np.ndarray) -> Problem:
    """Keep some of the rows."""
    return Problem(
        x=problem.x[rows],
        y=problem.y[rows],
        weight=problem.weight[rows],
        dimensions=problem.dimensions,
        rounding=problem.rounding,
        known=problem.known,
    )


def join_rows(problems: Sequence[Problem]) -> Problem:
    """Put the rows of several problems below each other."""
    return Problem(
        x=np.vstack([each.x for each in problems]),
        y=np.concatenate([each.y for each in problems]),
        weight=np.concatenate([each.weight for each in problems]),
    )


def draw_rows(problem: Problem, count: int, *, seed: int) -> Problem:
    """Keep at most `count` rows, drawn at random."""
    rows = len(problem.y)
    return problem if rows <= count else take_rows(problem, drawn(rows, count, seed=seed))


def drawn(rows: int, count: int, *, seed: int) -> np.ndarray:
    """Draw the indices of at most `count` rows, in order: neighbours are alike, as rows are sorted.

    Example:
        >>> drawn(3, 5, seed=0).tolist()
        [0, 1, 2]
        >>> len(drawn(9, 5, seed=0))
        5
    """
    if rows <= count:
        return np.arange(rows)
    return np.sort(np.random.default_rng(seed).choice(rows, count, replace=False))
