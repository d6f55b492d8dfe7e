"""Laws of one ratio: y = Π xᵢ^(uᵢ) · h(R), R = Π xᵢ^(eᵢ), as a rocket's energy is m · h(v).

Whatever h is, on logarithmic scale it is a plane and a curve along one direction,

    log |y| = Σ uᵢ log |xᵢ| + log |h|,   h a function of Σ eᵢ log |xᵢ|,

so a curve along each direction, of a few Chebyshev polynomials, tells which it may be. What is left
is a law of one input, which every search finds sooner.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._problem import Problem
from nalm.discovery.engine._binomials import ratios
from nalm.discovery.engine._groups import Groups
from nalm.discovery.engine._response import Response, respond

TRIED, WORSE = 2, 4.0
"""Directions that are searched, and how much more the second may leave than the first."""
DEGREE = 8
"""Of the curve."""
ROWS_EACH = 12
"""Rows for each degree of the curve."""
UNEVEN = 0.1
"""Largest distance of an exponent u from a neat one."""


def one_ratio(problem: Problem) -> Iterator[Groups]:
    """Yield the ratios of which alone a target may be a function but for a factor, best first.

    Args:
        problem: The data, with at least two inputs.
    """
    rows, inputs = problem.x.shape
    degree = min(DEGREE, rows // ROWS_EACH)
    response = respond(problem, problem.y) if inputs > 1 and degree > 1 else None
    if response is None:
        return
    directions = _directions(response)
    missed, slopes = _curves(response, directions, degree=degree)
    found = 0
    for k in missed.argsort().tolist():
        if missed[k] > WORSE * missed.min():
            return
        outer = _rounded(slopes[k], directions[k])
        if outer is None:
            continue
        yield Groups(exponents=(tuple(map(Fraction, directions[k].tolist())),), offset=outer)
        found += 1
        if found == TRIED:
            return


def _directions(response: Response) -> FloatArray:
    """List e, whole and without a common divisor, each direction once `(directions, inputs)`."""
    found: dict[tuple[int, ...], None] = {}
    for one in ratios(np.asarray(response.negative.any(axis=0))).tolist():
        parts = [Fraction(e).limit_denominator(12) for e in one]
        scale = lcm(*(e.denominator for e in parts))
        whole = [int(e * scale) for e in parts]
        found[tuple(e // gcd(*whole) for e in whole)] = None
    return np.array(list(found), dtype=np.float64)


def _curves(
    response: Response, directions: FloatArray, *, degree: int
) -> tuple[FloatArray, FloatArray]:
    """Squared residual with a curve along each direction, and the slopes of the plane beside it."""
    along = response.logs @ directions.T
    middle, half = (along.max(axis=0) + along.min(axis=0)) / 2, np.ptp(along, axis=0) / 2
    unit = (along - middle) / np.where(half > 0, half, 1.0)
    powers = [np.ones_like(unit), unit]
    for _ in range(2, degree + 1):
        powers.append(2 * unit * powers[-1] - powers[-2])
    curves = np.stack(powers[2:], axis=2).swapaxes(0, 1) * response.weight[:, None]
    base, goal = response.base, response.target
    free = curves - base @ (base.T @ curves)
    rest = goal - base @ (base.T @ goal)
    spanned = np.linalg.qr(free)[0]
    explained = np.square(rest @ spanned).sum(axis=1)
    numbers = np.asarray(np.linalg.pinv(free) @ rest, dtype=np.float64)
    left = goal - (curves @ numbers[:, :, None])[:, :, 0]
    plane = np.asarray(np.linalg.lstsq(response.products, left.T, rcond=None)[0], dtype=np.float64)
    return np.square(rest).sum() - explained, plane[1:].T


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
