"""Laws of one ratio: y = Π xᵢ^(uᵢ) · h(R), R = Π xᵢ^(eᵢ), as a rocket's energy is m · h(v).

Whatever h is, on logarithmic scale it is a plane and a curve along one direction,

    log |y| = Σ uᵢ log |xᵢ| + log |h|,   h a function of Σ eᵢ log |xᵢ|,

so a curve along each direction, of a few Chebyshev polynomials, tells which it may be: that curve
explains nearly all that the plane leaves. A ratio of both signs has a curve for each. Where none
does, a target has no such ratio. Where one does, what is left is a law of one input, which every
search finds sooner.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.problem._dimensionless_groups import DimensionlessGroups
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages.products._binomials import ratios
from nalm.discovery.stages.products._working_response import WorkingResponse, working_response

TRIED = 2
"""Directions that are searched at most."""
LEFT = 0.01
"""Share of the plane's squared residual that a curve may leave: a tenth of the standard deviation.
Curves of degree 8 leave 1e-4 at most of the laws of one ratio in the development sets, 2e-3 and
more of the others; the rest of the share is for noise."""
DEGREE = 8
"""Of the curve."""
SCANNED = 300
"""Rows that curves are fitted to."""
ROWS_EACH = 12
"""Rows for each degree of the curve."""
ROUNDING = 1e-12
"""Share of the squares that is rounding error."""
UNEVEN = 0.1
"""Largest distance of an exponent u from a neat one."""


def one_ratio(problem: Problem) -> Iterator[DimensionlessGroups]:
    """Yield the ratios of which alone a target may be a function but for a factor, best first.

    Args:
        problem: The data, with at least two inputs.
    """
    response = working_response(problem, problem.y) if problem.x.shape[1] > 1 else None
    if response is None:
        return
    response = response.of_rows(drawn(len(response.y), SCANNED, seed=0))
    degree = min(DEGREE, len(response.y) // ROWS_EACH)
    if degree < 2:
        return
    directions = _directions(response)
    signs = _signs(response, directions)
    left = np.full(len(directions), np.inf)
    for has_both in (False, True):
        alike = np.flatnonzero((np.ptp(signs, axis=0) > 0) == has_both)
        if len(alike):
            left[alike] = _left(response, _curves(response, directions[alike], degree=degree))
    found = 0
    for k in left.argsort(kind="stable").tolist():  # the briefest first, of those that are alike
        if found == TRIED or left[k] > LEFT:
            return
        (curve,) = _curves(response, directions[[k]], degree=degree)
        outer = _rounded(_slopes(response, curve), directions[k])
        if outer is not None:
            found += 1
            ratio = tuple(map(Fraction, directions[k].tolist()))
            yield DimensionlessGroups(exponents=(ratio,), offset=outer)


def _directions(response: WorkingResponse) -> FloatArray:
    """List e, whole and without a common divisor, each direction once `(directions, inputs)`."""
    found: dict[tuple[int, ...], None] = {}
    for one in ratios(np.asarray(response.negative.any(axis=0))).tolist():
        parts = [Fraction(e).limit_denominator(12) for e in one]
        scale = lcm(*(e.denominator for e in parts))
        whole = [int(e * scale) for e in parts]
        # Multiples of a direction have the same curves.
        found[tuple(e // gcd(*whole) for e in whole)] = None
    return np.array(list(found), dtype=np.float64)


def _signs(response: WorkingResponse, directions: FloatArray) -> FloatArray:
    """Sign of each ratio `(rows, directions)`."""
    odd = (directions % 2 != 0).astype(float)
    return 1 - 2 * ((response.negative.astype(float) @ odd.T) % 2)


def _curves(response: WorkingResponse, directions: FloatArray, *, degree: int) -> FloatArray:
    """Chebyshev polynomials along each direction, weighted `(directions, rows, polynomials)`.

    If the first of the ratios has both signs, all of them have, and there is a curve for each sign.
    """
    along = response.logs @ directions.T
    middle, half = (along.max(axis=0) + along.min(axis=0)) / 2, np.ptp(along, axis=0) / 2
    unit = (along - middle) / np.where(half > 0, half, np.nan)  # of constants there is no curve
    powers = [np.ones_like(unit), unit]
    # Tₙ = 2 u Tₙ₋₁ - Tₙ₋₂. T₀ and T₁ are in the plane already, and no part of the curve.
    for _ in range(2, degree + 1):
        powers.append(2 * unit * powers[-1] - powers[-2])
    signs = _signs(response, directions)
    odd = [signs * each for each in powers] if np.ptp(signs[:, 0]) > 0 else []
    return np.stack([*powers[2:], *odd], axis=2).swapaxes(0, 1) * response.weight[:, None]


def _left(response: WorkingResponse, curves: FloatArray) -> FloatArray:
    """Share of the plane's squared residual that a curve along each direction leaves.

    Infinite where there is no curve, as no log |x| varies of coded levels ±a.
    """
    goal = response.target
    rest = response.without_products(goal)
    # Only what the plane leaves of a curve explains more than the plane does.
    spanned = np.linalg.qr(response.without_products(curves))[0]
    explained = np.square(rest @ spanned).sum(axis=1)
    whole, rounding = float(np.square(rest).sum()), ROUNDING * float(np.square(goal).sum())
    return np.maximum(np.nan_to_num(whole - explained, nan=np.inf), rounding) / max(whole, rounding)


def _slopes(response: WorkingResponse, curve: FloatArray) -> FloatArray:
    """Exponents of the plane beside a curve `(inputs,)`."""
    columns = np.hstack([response.products, curve])
    numbers = np.asarray(np.linalg.lstsq(columns, response.target, rcond=1e-12)[0], np.float64)
    return numbers[1 : response.products.shape[1]]


def _rounded(slope: FloatArray, direction: FloatArray) -> tuple[Fraction, ...] | None:
    """Move along the direction to exponents that are neat, one of them 0; `None` if there are none.

    A power of R is one of the factor as well, so that u is known but for a multiple of e.
    """
    best: tuple[float, tuple[Fraction, ...]] | None = None
    for pivot in np.flatnonzero(direction).tolist():
        parts = 2 * abs(int(direction[pivot]))
        outer = slope - direction * float(slope[pivot] / direction[pivot])
        neat = np.round(outer * parts)
        off = float(np.abs(outer - neat / parts).max())
        if off < UNEVEN / abs(direction[pivot]) and (best is None or off < best[0]):
            best = off, tuple(Fraction(int(one), parts) for one in neat.tolist())
    return None if best is None else best[1]
