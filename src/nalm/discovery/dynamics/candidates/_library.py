"""A library of usual right-hand sides: sums of monomials, with one saturation at most.

The search draws its forms at random. The terms of most rate models are few enough to enumerate: a
beam search over subsets of columns finds the best sums of up to five terms.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice, product

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.candidates._screen import FEWEST, Screened, screened
from nalm.discovery.numerics._beam import beam
from nalm.discovery.numerics._exponents import cost
from nalm.discovery.problem._problem import Problem
from nalm.symbolic import Power, Product, Sum, evaluate

MOST_TERMS = 5
WIDTH = 40
"""Subsets of one size that are extended."""
LENT_TERMS = 3
KEPT = 12
"""Sums that are fitted with all their numbers."""
HALVES = (0.02, 50.0)
"""Half-saturation constants that are tried, in units of the median of the input."""
GRID = 17
ROUNDING = 1e-13
"""Relative sum of squares below which normal equations are rounding error."""
ONE, TWO, THREE, HALF = Fraction(1), Fraction(2), Fraction(3), Fraction(1, 2)


@dataclass(frozen=True, kw_only=True)
class _Subset:
    """Columns of a library and how well they fit."""

    columns: tuple[int, ...]
    score: float


def proposals(problem: Problem, *, freedom: float, extra: Sequence[Product] = ()) -> list[Screened]:
    """Fit usual sums to the slopes of a state.

    Args:
        problem: Slopes as a function of states.
        freedom: How many independent numbers there are among the slopes.
        extra: Terms that may occur besides, such as those of other equations.

    Returns:
        The best, best first.
    """
    freedom = min(max(freedom, FEWEST), len(problem.y))
    shapes = [*extra, *_monomials(problem.x)]
    formulas = _sums(problem, shapes, freedom)
    for saturation in _saturations(problem.x):
        formulas += _saturated(problem, extra, saturation, freedom)
    return screened(list(dict.fromkeys(formulas)), problem, freedom=freedom)


def lent(problem: Problem, terms: Sequence[Product], *, freedom: float) -> list[Sum]:
    """Fit the best short sums that have a term of another equation.

    What leaves one state often enters another. The term may be obvious in one equation and hidden
    in the other. A constant and each input may be added.

    Args:
        problem: Slopes as a function of states.
        terms: Of the other equations.
        freedom: How many independent numbers there are among the slopes.

    Returns:
        The best few of each number of terms.
    """
    one = [Product(ONE), *(Product(ONE, (Power(i, ONE),)) for i in range(problem.x.shape[1]))]
    own = list(dict.fromkeys(Product(ONE, term.powers) for term in terms))
    shapes = [*own, *(each for each in one if each not in own)]
    # Borrowed terms come first among the shapes, so a subset has one if its least column is.
    found = [s for s in _best(problem, shapes, freedom, width=WIDTH) if min(s.columns) < len(own)]
    chosen: list[_Subset] = []
    for size in range(1, LENT_TERMS + 1):
        chosen += [each for each in found if len(each.columns) == size][:2]
    formulas = [_written(each, shapes) for each in chosen]
    return [each.formula for each in screened(formulas, problem, freedom=freedom)]


# ── Columns ───────────────────────────────────────────────────────────────────────────────────────


def _monomials(x: FloatArray, *, roots: bool = True) -> list[Product]:
    """All monomials of up to two inputs with usual exponents, of degree 3 at most."""
    shapes = [Product(ONE)]
    exponents = [
        (ONE, TWO, THREE) if not roots or (column < 0).any() else (HALF, ONE, TWO, THREE)
        for column in x.T
    ]
    for i, own in enumerate(exponents):
        shapes += [Product(ONE, (Power(i, p),)) for p in own]
    for i, j in combinations(range(x.shape[1]), 2):
        shapes += [
            Product(ONE, (Power(i, p), Power(j, q)))
            for p, q in product(exponents[i], exponents[j])
            if p + q <= THREE
        ]
    return shapes


def _saturations(x: FloatArray) -> Iterator[tuple[int, Fraction]]:
    """Yield the input and the exponent q of each 1 + c xᵢ^q that is positive everywhere."""
    for i, column in enumerate(x.T):
        if np.median(np.abs(column)) > 0:
            yield from ((i, q) for q in (ONE, TWO) if q == TWO or (column >= 0).all())


def _saturated(
    problem: Problem, extra: Sequence[Product], saturation: tuple[int, Fraction], freedom: float
) -> list[Sum]:
    """Find the best sums with the denominator 1 + c xᵢ^q, the constant c from a grid."""
    i, q = saturation
    # The grid is in units of the data: far beyond it the denominator is a power of x, or 1.
    middle = float(np.median(np.abs(problem.x[:, i]))) ** float(q)
    plain = [*extra, *_monomials(problem.x, roots=False)]
    # The search is repeated for every c of the grid, so it gets fewer columns.
    plain = [shape for shape in plain if sum(float(p.exponent) for p in shape.powers) <= 2]
    best: dict[tuple[int, ...], tuple[float, Sum]] = {}
    for half in np.geomspace(*HALVES, GRID):
        # With c fixed the sum is linear in its coefficients. All numbers, c too, are fitted later.
        base = Sum((Product(ONE), Product(float(1 / (half * middle)), (Power(i, q),))))
        shapes = [*_fractions(problem.x.shape[1], i, Power(base, -ONE), q), *plain]
        # Only subsets with a fraction are new: sums without one are compared once, elsewhere.
        count = len(shapes) - len(plain)
        for each in _best(problem, shapes, freedom, width=12):
            known = best.get(each.columns)
            if min(each.columns) < count and (known is None or each.score < known[0]):
                best[each.columns] = (each.score, _written(each, shapes))
    chosen: list[Sum] = []
    for size in range(1, MOST_TERMS + 1):
        alike = sorted((v for k, v in best.items() if len(k) == size), key=lambda pair: pair[0])
        chosen += [formula for _, formula in alike[:3]]
    return chosen


def _fractions(inputs: int, i: int, power: Power, q: Fraction) -> list[Product]:
    shapes: list[Product] = []
    # Numerators of no higher power than the denominator: the fraction stays bounded, a saturation.
    for p in (ONE, TWO)[: int(q)]:
        own = Power(i, p)
        shapes.append(Product(ONE, (own, power)))
        shapes += [Product(ONE, (own, Power(j, ONE), power)) for j in range(inputs) if j != i]
    return shapes


# ── Subsets ───────────────────────────────────────────────────────────────────────────────────────


def _sums(problem: Problem, shapes: list[Product], freedom: float) -> list[Sum]:
    found = _best(problem, shapes, freedom, width=WIDTH)
    # The best of all, and of each length: slopes of noisy curves may favour a wrong length.
    chosen = found[:KEPT]
    for size in range(1, MOST_TERMS + 1):
        chosen += [each for each in found if len(each.columns) == size][:2]
    return [_written(each, shapes) for each in dict.fromkeys(chosen)]


def _written(subset: _Subset, shapes: list[Product]) -> Sum:
    return Sum(tuple(Product(1.0, shapes[k].powers) for k in subset.columns))


def _best(problem: Problem, shapes: list[Product], freedom: float, *, width: int) -> list[_Subset]:
    """Rank subsets of the columns by fit and length, best first."""
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
    lengths = np.array([_length(shapes[k], freedom) for k in usable])

    def score(subsets: "np.ndarray") -> FloatArray:
        left = _left(gram, moment, subsets) / square + 1
        # Neighbouring slopes depend on each other: the fit counts as so many independent ones.
        return freedom * np.log(np.maximum(left, ROUNDING)) + lengths[subsets].sum(axis=1)

    sizes = beam(np.empty((1, 0), dtype=int), score, count=len(usable), width=width)
    found = [
        _Subset(columns=tuple(int(k) for k in usable[row]), score=float(value))
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
    """Cost of a term: its coefficient and its exponents."""
    total = float(np.log(max(freedom, 2.0)))
    for power in shape.powers:
        exponent = power.exponent
        # 6 is what a measured exponent costs at least.
        total += cost(exponent) if isinstance(exponent, Fraction) else 6.0
        total += 2 * float(np.log(max(freedom, 2.0))) if not isinstance(power.base, int) else 0.0
    return total
