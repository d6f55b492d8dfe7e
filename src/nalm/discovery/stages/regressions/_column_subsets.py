"""The best sums of few of many given products, by a beam search over subsets of columns.

    y = Σ aₖ Mₖ,   Mₖ of a list

Whatever the products are made of, roots, fractions or functions, the sum is linear in a. So one
Gram matrix of all columns tells the fit of each subset.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._beam import beam
from nalm.discovery.numerics._exponents import cost
from nalm.discovery.problem._problem import Problem
from nalm.discovery.scoring._judge import CHOICE
from nalm.symbolic import Base, Call, Product, Sum, evaluate, parameters

ONE = Fraction(1)
MOST_TERMS = 5
ROUNDING = 1e-13
"""Relative sum of squares below which normal equations are rounding error."""


@dataclass(frozen=True, kw_only=True)
class Subset:
    """Columns of a library and how well they fit."""

    columns: tuple[int, ...]
    score: float


def of_size(found: Iterable[Subset], size: int) -> list[Subset]:
    """Keep the subsets of so many columns, in their order."""
    return [each for each in found if len(each.columns) == size]


def written(subset: Subset, shapes: Sequence[Product]) -> Sum:
    """Write the sum of a subset's products, each with a measured coefficient."""
    return Sum(tuple(Product(1.0, shapes[k].powers) for k in subset.columns))


def with_coefficients(sums: Iterable[Sequence[Product]], problem: Problem) -> list[Sum]:
    """Give each sum the coefficients that fit best; what has no value on some row is left out.

    A fit of all numbers begins there: from coefficients that are far off, the numbers inside a
    function run away.

    Args:
        sums: The products of each.
        problem: The data.
    """
    root = np.sqrt(problem.weight / problem.weight.mean())
    formulas: list[Sum] = []
    for products in sums:
        with np.errstate(all="ignore"):
            ones = [evaluate(Sum((Product(ONE, each.powers),)), problem.x) for each in products]
            columns = np.column_stack(ones) * root[:, None]
            size = np.sqrt(np.square(columns).sum(axis=0))
        if not (np.isfinite(size).all() and (size > 0).all()):
            continue
        solved = _least_squares(columns / size, problem.y * root) / size
        terms = zip(solved.tolist(), products, strict=True)
        formulas.append(Sum(tuple(Product(float(c), each.powers) for c, each in terms)))
    return formulas


def _least_squares(columns: FloatArray, target: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.lstsq(columns, target, rcond=1e-12)[0], dtype=np.float64)


def best_subsets(
    problem: Problem, shapes: Sequence[Product], *, freedom: float, width: int
) -> list[Subset]:
    """Rank subsets of the columns by fit and length, best first.

    Args:
        problem: The data.
        shapes: The products.
        freedom: How many independent rows there are.
        width: Subsets of one size that are extended.
    """
    root = np.sqrt(problem.weight / problem.weight.mean())
    target = problem.y * root
    square = float(target @ target)
    with np.errstate(all="ignore"):
        columns = np.array([evaluate(Sum((shape,)), problem.x) for shape in shapes]) * root
    size = np.sqrt(np.sum(columns**2, axis=1))
    usable = np.flatnonzero(np.isfinite(size) & (size > 0))
    if not square or not len(usable):
        return []
    # Unit columns: the Gram matrix has ones on its diagonal, and its ridge is relative.
    columns = columns[usable] / size[usable, None]
    gram, moment = columns @ columns.T, columns @ target
    lengths = np.array([_length(shapes[k], freedom) for k in usable.tolist()])

    def score(subsets: "np.ndarray") -> FloatArray:
        left = _left(gram, moment, subsets) / square + 1
        # Neighbouring slopes depend on each other: the fit counts as so many independent ones.
        return freedom * np.log(np.maximum(left, ROUNDING)) + lengths[subsets].sum(axis=1)

    sizes = beam(np.empty((1, 0), dtype=int), score, count=len(usable), width=width)
    found = [
        Subset(columns=tuple(int(k) for k in usable[row]), score=float(value))
        # At least three rows for each coefficient.
        for subsets, scores in islice(sizes, min(MOST_TERMS, len(target) // 3))
        for row, value in zip(subsets, scores, strict=True)
    ]
    return sorted(found, key=lambda each: each.score)


def _left(gram: FloatArray, moment: FloatArray, subsets: "np.ndarray") -> FloatArray:
    """Return minus what each subset explains of the sum of squares."""
    matrix = gram[subsets[:, :, None], subsets[:, None, :]] + 1e-14 * np.eye(subsets.shape[1])
    right = moment[subsets]
    solution = np.linalg.solve(matrix, right[:, :, None])[:, :, 0]
    # Of least squares Gβ = m, the explained sum of squares is βᵀ m.
    return -np.sum(solution * right, axis=1)


def _length(shape: Product, freedom: float) -> float:
    """Cost of a term: its coefficient, its exponents and its functions."""
    each = float(np.log(max(freedom, 2.0)))
    total = each
    for power in shape.powers:
        exponent = power.exponent
        # 6 is what a measured exponent costs at least.
        total += cost(exponent) if isinstance(exponent, Fraction) else 6.0
        total += _length_of(power.base, each)
    return total


def _length_of(base: Base, each: float) -> float:
    if isinstance(base, int):
        return 0.0
    if isinstance(base, Call):
        return CHOICE + each * len(parameters(base.argument))
    return 2 * each
