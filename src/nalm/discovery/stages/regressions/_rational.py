"""Quotients of polynomials with many terms: y D(x) = N(x) is linear in the coefficients of both.

The coefficients are the singular vector of [M, -y M] with the smallest singular value, M being a
library of products; the rows are weighted by 1 / |D| of the step before, so that the error of
y - N / D is what gets small (Sanathanan and Koerner 1963). Noisy values are fitted otherwise: see
`noisy_path`.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.problem._dimensionless_groups import beside
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._separable import factors
from nalm.discovery.problem._sign_carriers import has_one_sign, sign_carriers
from nalm.discovery.rewriting._division import Polynomial, divide, to_sum
from nalm.discovery.stages.regressions._degrees import Libraries, largest, pairs_of_degrees
from nalm.discovery.stages.regressions._library import Library
from nalm.discovery.stages.regressions._quotient import write_quotient
from nalm.discovery.stages.regressions._quotient_fit import NoisyTarget, Quotient, noisy_path
from nalm.symbolic import Power, Product, Sum

INEXACT_WIDEST, NOISY_WIDEST = 24, 40
"""Most columns of what is not exact, and if the data are noisy."""
NOISY_HIGHEST = 3
"""Highest degree if the data are noisy."""
YIELDED = 12
"""Descriptions of noisy data that are worth judging."""
REWEIGHTINGS = 3
CLEAN = 1e-14
"""Mean squared residual of the largest quotients from which on no smaller one can be exact."""
EXACT = 1e-24
"""Mean squared residual, of a target of size 1, that counts as rounding error."""


def rationals(problem: Problem, limits: Limits) -> Iterator[Sum]:
    """Yield quotients, then roots of quotients, from low degrees to high; end with the exact.

    Noisy data only get quotients of low degree: others fit noise. They are noisy where not even the
    largest quotients nearly fit.
    """
    if not problem.y.any() or np.ptp(problem.y) == 0:
        return
    powers = (1, 2) if has_one_sign(problem.y) else (1,)
    yield from _of_powers(problem, powers, limits, noisy=True)
    # What acts by a factor alone is divided out: N and D of fewer inputs have far fewer products.
    for groups in map(beside, factors(problem, largest=limits.largest)):
        rest = groups.reduced(problem)
        if rest is not None:
            yield from map(groups.restored, _of_powers(rest, (1,), limits))
    carriers = sign_carriers(problem)
    if carriers:
        # A square has no sign: what carries the sign of y is divided out before, and multiplied
        # back.
        rest = problem.y / np.prod(problem.x[:, carriers], axis=1)
        common = tuple(Power(i, Fraction(1)) for i in carriers)
        for formula in _of_powers(replace(problem, y=rest), (2,), limits):
            yield Sum(tuple(Product(t.coefficient, (*common, *t.powers)) for t in formula.terms))


def _of_powers(
    problem: Problem, powers: tuple[int, ...], limits: Limits, *, noisy: bool = False
) -> Iterator[Sum]:
    libraries = Libraries(problem.x)
    degrees = pairs_of_degrees(problem.x.shape[1], len(problem.y))
    size = float(np.abs(problem.y).max())
    size *= float(np.sign(problem.y[0])) if has_one_sign(problem.y) else 1.0
    for power in powers:
        target = (problem.y / size) ** power
        # No quotient can be exact if none that contains it is.
        if not any(_solve(*libraries.of(*each), target).loss < CLEAN for each in largest(degrees)):
            continue
        noisy = False
        for top, bottom in degrees:
            limits.check()
            library, kept = libraries.of(top, bottom)
            exact = _solve(library, kept, target).loss < EXACT
            if exact or (power == 1 and kept.sum() <= INEXACT_WIDEST):
                for quotient, columns in _best(list(_path(library, kept, target)), len(target)):
                    yield from _formulas(quotient, columns, library, scale=size, power=power)
            if exact:
                return
    if noisy:
        yield from _noisy(problem, libraries, degrees, size=size, limits=limits)


def _noisy(
    problem: Problem,
    libraries: Libraries,
    degrees: list[tuple[int, int]],
    *,
    size: float,
    limits: Limits,
) -> Iterator[Sum]:
    """Yield the shortest descriptions of all degrees."""
    y, root = problem.y / size, np.sqrt(problem.weight / problem.weight.mean())
    found: dict[tuple[bytes, ...], tuple[float, Quotient, np.ndarray, Library]] = {}
    for top, bottom in degrees:
        library, kept = libraries.of(top, bottom)
        if kept.sum() > NOISY_WIDEST or max(top, bottom) > NOISY_HIGHEST:
            continue
        target = NoisyTarget(columns=library.values * np.sqrt(len(y)), y=y, root=root)
        path: list[tuple[Quotient, np.ndarray]] = []
        for step in noisy_path(target, kept):
            limits.check()
            path.append(step)
        for quotient, columns in _best(path, len(y)):
            # Elimination from higher degrees passes the same columns again.
            support = tuple(library.exponents[side].tobytes() for side in np.split(columns, 2))
            length = _length((quotient, columns), len(y))
            found.setdefault(support, (length, quotient, columns, library))
    for _, quotient, columns, library in sorted(found.values(), key=lambda one: one[0])[:YIELDED]:
        yield from _formulas(quotient, columns, library, scale=size, power=1)


def _path(
    library: Library, kept: np.ndarray, y: FloatArray
) -> Iterator[tuple[Quotient, np.ndarray]]:
    """Drop the column with the smallest part, again and again; yield what is passed."""
    while kept.sum() > 2:
        quotient = _solve(library, kept, y)
        yield quotient, kept
        parts = np.abs(np.concatenate([quotient.numerator, quotient.denominator]))
        parts[~kept] = np.inf
        count = len(library.exponents)
        # Neither side may end empty: the last column of each is never the weakest.
        if kept[count:].sum() == 1:
            parts[count:] = np.inf
        if kept[:count].sum() == 1:
            parts[:count] = np.inf
        largest = float(np.max(parts, initial=0.0, where=np.isfinite(parts)))
        # What is rounding error goes at once: each step takes a decomposition.
        weak = parts < 1e-9 * largest
        kept = kept & ~weak if weak.any() else kept & (np.arange(len(kept)) != parts.argmin())


def _solve(library: Library, kept: np.ndarray, y: FloatArray) -> Quotient:
    values = library.values * np.sqrt(len(y))
    count = len(library.exponents)
    columns = np.hstack([values, -y[:, None] * values])[:, kept]
    weight = np.ones(len(y))
    full = np.zeros(2 * count)
    for _ in range(REWEIGHTINGS):
        weighted = columns * weight[:, None]
        # Columns of length 1: else the smallest singular vector prefers large columns, whose
        # coefficients are small, whatever they explain.
        size = np.linalg.norm(weighted, axis=0)
        size = np.where(size > 0, size, 1.0)
        vector = np.linalg.svd(weighted / size, full_matrices=False)[2][-1] / size
        full[kept] = vector
        below = np.asarray(values @ full[count:], dtype=np.float64)
        typical = float(np.sqrt(np.mean(np.square(below)))) or 1.0
        # The singular vector is known but for a factor: D gets the size 1 and is positive on most
        # rows.
        full /= typical * (1 if np.median(below) > 0 else -1)
        # Near a pole a row would weigh without limit.
        weight = 1 / np.maximum(np.abs(below) / typical, 1e-3)
    with np.errstate(all="ignore"):
        above = values.dot(full[:count])
        beneath = values.dot(full[count:])
        residual: FloatArray = above / beneath - y
        loss = float(np.mean(np.square(residual)))
    return Quotient(
        numerator=full[:count],
        denominator=full[count:],
        loss=loss if np.isfinite(loss) else np.inf,
    )


def _length(item: tuple[Quotient, np.ndarray], rows: int) -> float:
    return float(rows * np.log(item[0].loss + EXACT) + 2 * np.log(rows) * item[1].sum())


def _best(path: list[tuple[Quotient, np.ndarray]], rows: int) -> list[tuple[Quotient, np.ndarray]]:
    """Keep the shortest description, and the two next simpler ones."""
    if not path:
        return []
    place = min(range(len(path)), key=lambda k: _length(path[k], rows))
    return [item for item in path[place : place + 3] if np.isfinite(item[0].loss)]


def _formulas(
    quotient: Quotient, kept: np.ndarray, library: Library, *, scale: float, power: int
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
    # The whole part is written out only where that takes no more terms.
    if whole and len(whole) + len(rest) <= len(above):
        terms = [_times(term, scale) for term in to_sum(whole).terms]
        last = (
            write_quotient(to_sum(rest), to_sum(below), scale=scale, power=1).terms if rest else ()
        )
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
