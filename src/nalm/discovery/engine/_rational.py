"""Quotients of polynomials with many terms: y D(x) = N(x) is linear in the coefficients of both.

The coefficients are the singular vector of [M, -y M] with the smallest singular value, M being a
library of products; the rows are weighted by 1 / |D| of the step before, so that the error of
y - N / D is what gets small (Sanathanan and Koerner 1963).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._problem import Problem
from nalm.discovery.engine._anchor import anchored
from nalm.discovery.engine._division import Polynomial, divide, to_sum
from nalm.discovery.engine._library import Library, build, independent, total_at_most
from nalm.discovery.engine._limits import Limits
from nalm.discovery.engine._quotient import write_quotient
from nalm.discovery.engine._sign_carriers import has_one_sign, sign_carriers
from nalm.symbolic import Power, Product, Sum

HIGHEST = 8
WIDEST = 100
"""Most columns: more could not be told apart in double precision."""
NOISY_WIDEST = 24
"""Most columns if the data are noisy."""
REWEIGHTINGS = 3
CLEAN = 1e-14
"""Mean squared residual of the largest quotients from which on no smaller one can be exact."""
EXACT = 1e-24
"""Mean squared residual, of a target of size 1, that counts as rounding error."""


@dataclass(frozen=True, kw_only=True)
class _Quotient:
    """Coefficients of the unit columns of N, then of D, and the mean squared residual."""

    numerator: FloatArray
    denominator: FloatArray
    loss: float


def rationals(problem: Problem, limits: Limits) -> Iterator[Sum]:
    """Yield quotients, then roots of quotients, from low degrees to high; end with the exact.

    Noisy data only get quotients of low degree: others fit noise. They are noisy where not even the
    largest quotients come near.
    """
    if not problem.y.any() or np.ptp(problem.y) == 0:
        return
    yield from _of_powers(problem, (1, 2) if has_one_sign(problem.y) else (1,), limits)
    carriers = sign_carriers(problem)
    if carriers:
        rest = problem.y / np.prod(problem.x[:, carriers], axis=1)
        common = tuple(Power(i, Fraction(1)) for i in carriers)
        for formula in _of_powers(replace(problem, y=rest), (2,), limits):
            yield Sum(tuple(Product(t.coefficient, (*common, *t.powers)) for t in formula.terms))


def _of_powers(problem: Problem, powers: tuple[int, ...], limits: Limits) -> Iterator[Sum]:
    shared = _Columns(problem.x)
    degrees = _degrees(problem.x.shape[1], len(problem.y))
    size = float(np.abs(problem.y).max())
    size *= float(np.sign(problem.y[0])) if has_one_sign(problem.y) else 1.0
    for power in powers:
        target = (problem.y / size) ** power
        clean = any(_solve(*shared.of(*each), target).loss < CLEAN for each in _largest(degrees))
        for top, bottom in degrees:
            limits.check()
            library, kept = shared.of(top, bottom)
            exact = clean and _solve(library, kept, target).loss < EXACT
            if exact or (power == 1 and kept.sum() <= NOISY_WIDEST):
                for quotient, columns in _best(list(_path(library, kept, target)), len(target)):
                    yield from _formulas(quotient, columns, library, scale=size, power=power)
            if exact:
                return


class _Columns:
    """The libraries of one table, each made once."""

    def __init__(self, x: FloatArray) -> None:
        self._x = x
        self._made: dict[int, Library] = {}

    def of(self, top: int, bottom: int) -> tuple[Library, np.ndarray]:
        """Return products of degrees up to the higher, and which are used above and below."""
        highest = max(top, bottom)
        if highest not in self._made:
            exponents = total_at_most(self._x.shape[1], highest)
            self._made[highest] = independent(build(self._x, exponents))
        library = self._made[highest]
        degree = library.exponents.sum(axis=1)
        return library, np.concatenate([degree <= top, degree <= bottom])


def _degrees(inputs: int, rows: int) -> list[tuple[int, int]]:
    sizes = [comb(inputs + d, d) for d in range(HIGHEST + 1) if d < 4 or inputs < 4]
    pairs = [(t, b) for b in range(1, len(sizes)) for t in range(1, len(sizes))]
    most = min(WIDEST, rows // 3)
    fitting = [pair for pair in pairs if sizes[pair[0]] + sizes[pair[1]] <= most]
    return sorted(fitting, key=lambda pair: (sizes[pair[0]] + sizes[pair[1]], pair))


def _largest(degrees: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Keep the pairs that no other contains."""

    def is_contained(pair: tuple[int, int]) -> bool:
        return any(p != pair and p[0] >= pair[0] and p[1] >= pair[1] for p in degrees)

    return [pair for pair in degrees if not is_contained(pair)]


def _path(
    library: Library, kept: np.ndarray, y: FloatArray
) -> Iterator[tuple[_Quotient, np.ndarray]]:
    """Drop the column with the smallest part, again and again; yield what is passed."""
    while kept.sum() > 2:
        quotient = _solve(library, kept, y)
        yield quotient, kept
        parts = np.abs(np.concatenate([quotient.numerator, quotient.denominator]))
        parts[~kept] = np.inf
        count = len(library.exponents)
        if kept[count:].sum() == 1:
            parts[count:] = np.inf
        if kept[:count].sum() == 1:
            parts[:count] = np.inf
        largest = float(np.max(parts, initial=0.0, where=np.isfinite(parts)))
        weak = parts < 1e-9 * largest
        kept = kept & ~weak if weak.any() else kept & (np.arange(len(kept)) != parts.argmin())


def _solve(library: Library, kept: np.ndarray, y: FloatArray) -> _Quotient:
    values = library.values * np.sqrt(len(y))
    count = len(library.exponents)
    columns = np.hstack([values, -y[:, None] * values])[:, kept]
    weight = np.ones(len(y))
    full = np.zeros(2 * count)
    for _ in range(REWEIGHTINGS):
        weighted = columns * weight[:, None]
        size = np.linalg.norm(weighted, axis=0)
        size = np.where(size > 0, size, 1.0)
        vector = np.linalg.svd(weighted / size, full_matrices=False)[2][-1] / size
        full[kept] = vector
        below = np.asarray(values @ full[count:], dtype=np.float64)
        typical = float(np.sqrt(np.mean(np.square(below)))) or 1.0
        full /= typical * (1 if np.median(below) > 0 else -1)
        weight = 1 / np.maximum(np.abs(below) / typical, 1e-3)
    with np.errstate(all="ignore"):
        above = values.dot(full[:count])
        beneath = values.dot(full[count:])
        residual: FloatArray = above / beneath - y
        loss = float(np.mean(np.square(residual)))
    return _Quotient(
        numerator=full[:count],
        denominator=full[count:],
        loss=loss if np.isfinite(loss) else np.inf,
    )


def _best(
    path: list[tuple[_Quotient, np.ndarray]], rows: int
) -> list[tuple[_Quotient, np.ndarray]]:
    """Keep the shortest description, and the two next simpler ones."""

    def length(item: tuple[_Quotient, np.ndarray]) -> float:
        return rows * np.log(item[0].loss + EXACT) + 2 * np.log(rows) * item[1].sum()

    if not path:
        return []
    place = min(range(len(path)), key=lambda k: length(path[k]))
    return [item for item in path[place : place + 3] if np.isfinite(item[0].loss)]


def _formulas(
    quotient: _Quotient, kept: np.ndarray, library: Library, *, scale: float, power: int
) -> Iterator[Sum]:
    """Write (N / D)^(1 / power), and with the whole part divided out where that is shorter."""
    count, root = len(library.exponents), np.sqrt(len(library.values))
    above = _to_polynomial(library, quotient.numerator * root, kept[:count])
    below = _to_polynomial(library, quotient.denominator * root, kept[count:])
    if len(below) < 2 or not above:
        return  # a Laurent sum, which sparse regression finds, or nothing
    if power != 1:
        shared = _sign_of(below, quotient.denominator, library)
        above, below = _divided(above, shared), _divided(below, shared)
    yield write_quotient(to_sum(above), to_sum(below), scale=scale, power=power)
    if power != 1 or len(above) == 1:
        return
    whole, rest = divide(above, below)
    if whole and len(whole) + len(rest) <= len(above):
        terms = [_times(term, scale) for term in to_sum(whole).terms]
        size, base = anchored(to_sum(below))
        bottom = Power(base, Fraction(-1))
        last = [
            _times(Product(term.coefficient, (*term.powers, bottom)), scale / size)
            for term in to_sum(rest).terms
        ]
        yield Sum((*terms, *last))


def _sign_of(below: Polynomial, denominator: FloatArray, library: Library) -> tuple[int, ...]:
    """Find a product of D that has D's sign on every row, so that D divided by it has a root.

    1 if D has one sign, or if there is none.
    """
    signs = np.sign(library.values @ denominator)
    columns = {tuple(int(e) for e in w): k for k, w in enumerate(library.exponents)}
    one = (0,) * library.exponents.shape[1]
    for exponents in (one, *below):
        values = signs if exponents == one else signs * library.values[:, columns[exponents]]
        if has_one_sign(values):
            return exponents
    return one


def _divided(polynomial: Polynomial, by: tuple[int, ...]) -> Polynomial:
    return {tuple(np.subtract(w, by).tolist()): c for w, c in polynomial.items()}


def _times(product: Product, factor: float) -> Product:
    return Product(float(product.coefficient) * factor, product.powers)


def _to_polynomial(library: Library, coefficients: FloatArray, kept: np.ndarray) -> Polynomial:
    """Turn coefficients of unit columns into those of the products."""
    return {
        tuple(int(e) for e in exponents): float(value / size)
        for exponents, value, size, used in zip(
            library.exponents, coefficients, library.size, kept, strict=True
        )
        if used and value
    }
