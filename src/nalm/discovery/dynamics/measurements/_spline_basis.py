r"""Splines that are smooth but at given breaks, and a basis of them.

A control that jumps makes the slope of a state jump: there the state itself is all that goes on
without a step. Between two breaks a spline has its own B-splines, clamped at both, so the last
coefficient of one part is the first of the next.
"""

# SciPy says nothing of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.interpolate import BSpline

from nalm._typing import FloatArray

MOST_KNOTS = 200
"""Sites of one basis: a part of the measurements gives its share of them."""
FEWEST_KNOTS = 12
"""Sites of a part between two breaks, if it has as many."""
KEPT = 16
"""Bases that are remembered, of 200 columns at most: three orders of a trajectory each."""
MOST_BREAKS = 1 / 3
"""Breaks for each measurement: of more, the parts have no curve of their own."""


@dataclass(frozen=True, kw_only=True)
class PiecewiseSpline:
    """Splines side by side.

    Attributes:
        breaks: Where one ends and the next begins; there the next one counts.
        pieces: One more than breaks.
    """

    breaks: FloatArray
    pieces: tuple[Any, ...]

    def __call__(self, t: FloatArray) -> FloatArray:
        value: FloatArray = np.array(self.pieces[0](t))
        owner = np.searchsorted(self.breaks, t, side="right")
        for index, piece in enumerate(self.pieces[1:], start=1):
            mine = owner == index
            if mine.any():
                value[mine] = piece(t[mine])
        return value

    def derivative(self, order: int = 1) -> "PiecewiseSpline":
        """Return the derivative; at a break, that from the right."""
        return replace(self, pieces=tuple(each.derivative(order) for each in self.pieces))

    def stretched(
        self,
        *,
        begin: float,
        length: float,
        middle: float,
        spread: float,
        breaks: FloatArray,
    ) -> "PiecewiseSpline":
        """Return the same curve in the units of the measurements.

        Args:
            begin: Zero of the time of this curve.
            length: Its unit.
            middle: Zero of its values.
            spread: Their unit.
            breaks: Those of this curve, as they were before rounding.
        """
        return PiecewiseSpline(
            breaks=breaks,
            pieces=tuple(
                BSpline(begin + length * each.t, middle + spread * each.c, each.k)
                for each in self.pieces
            ),
        )


@dataclass(frozen=True, kw_only=True)
class _Part:
    """The B-splines between two breaks."""

    knots: FloatArray
    degree: int
    place: slice  # of their coefficients among all

    def spline(self, coefficients: FloatArray) -> Any:  # noqa: ANN401
        return BSpline(self.knots, coefficients[self.place], self.degree)


@dataclass(frozen=True, kw_only=True)
class SplineBasis:
    """A spline basis, turned so that data and penalty are diagonal at once.

    Attributes:
        order: m of the penalty ∫ (s⁽ᵐ⁾)².
        rotation: Orthonormal columns `(rows, basis)`.
        roughness: Penalty of each column `(basis,)`.
        back: Coefficients of the B-splines `(basis, basis)`.
        free: Columns without a penalty.
    """

    order: int
    rotation: FloatArray
    roughness: FloatArray
    back: FloatArray
    free: int
    breaks: FloatArray
    parts: tuple[_Part, ...]

    def spline(self, coefficients: FloatArray) -> PiecewiseSpline:
        """Return the curve of some coefficients `(basis, …)`.

        Args:
            coefficients: Of the B-splines.
        """
        pieces = tuple(each.spline(coefficients) for each in self.parts)
        return PiecewiseSpline(breaks=self.breaks, pieces=pieces)


def inner_breaks(x: FloatArray, breaks: Sequence[float]) -> FloatArray:
    """Pick the breaks that a curve through some sites can have; none if they are too many.

    Args:
        x: Increasing sites.
        breaks: Where the curve may bend sharply.
    """
    inside = np.intersect1d(np.asarray(breaks, dtype=np.float64), x[1:-1])
    return inside if len(inside) <= MOST_BREAKS * len(x) else inside[:0]


def free_columns(x: FloatArray, breaks: FloatArray, *, order: int) -> int:
    """Count the independent curves that a penalty leaves alone.

    Args:
        x: Increasing sites.
        breaks: Among them.
        order: m of the penalty.
    """
    return sum(min(order, len(each)) for each in _split(x, breaks)) - len(breaks)


def spline_basis(x: FloatArray, *, order: int, breaks: FloatArray) -> SplineBasis:
    """Set up the splines of degree 2m - 1 at some sites.

    States that were measured at the same times share them, whatever their values are.

    Args:
        x: Increasing sites, from 0 to 1.
        order: m.
        breaks: Sites at which all derivatives may jump.
    """
    return _spline_basis(x.tobytes(), order, breaks.tobytes())


@lru_cache(maxsize=KEPT)
def _spline_basis(sites: bytes, order: int, jumps: bytes) -> SplineBasis:
    x, breaks = (np.frombuffer(each) for each in (sites, jumps))
    parts, points = _parts(x, order, breaks)
    size = parts[-1].place.stop
    everything = np.eye(size)
    basis = PiecewiseSpline(breaks=breaks, pieces=tuple(each.spline(everything) for each in parts))
    design = basis(x)
    # Rows of zeros, so that there are as many as columns also where short parts have no penalty.
    rows = [_roots(each, everything, order) for each in parts]
    penalty = np.concatenate([*rows, np.zeros((size, size))])
    orthogonal, triangle = np.linalg.qr(design)
    # Singular values of the root of the penalty, not eigenvalues of the penalty: those of the
    # smoothest columns are 1e-16 of the largest and would drown in rounding.
    _, singular, turn = np.linalg.svd(np.linalg.solve(triangle.T, penalty.T).T, full_matrices=False)
    roughness = singular**2
    free = free_columns(points, breaks, order=order)
    roughness[size - free :] = 0.0  # polynomials below degree m are free
    return SplineBasis(
        order=order,
        rotation=orthogonal @ turn.T,
        roughness=roughness,
        back=np.linalg.solve(triangle, turn.T),
        free=free,
        breaks=breaks,
        parts=parts,
    )


def _split(x: FloatArray, breaks: FloatArray) -> list[FloatArray]:
    """Return the sites of each part; a break belongs to both of its sides."""
    edges = [x[0], *breaks.tolist(), x[-1]]
    return [x[(x >= a) & (x <= b)] for a, b in pairwise(edges)]


def _parts(x: FloatArray, order: int, breaks: FloatArray) -> tuple[tuple[_Part, ...], FloatArray]:
    """Return the B-splines of each part, and the sites that they have as many of."""
    parts: list[_Part] = []
    chosen: list[FloatArray] = []
    start = 0
    for own in _split(x, breaks):
        most = max(round(MOST_KNOTS * len(own) / len(x)), min(FEWEST_KNOTS, MOST_KNOTS))
        sites = own
        if len(own) > most:
            sites = np.quantile(own, np.linspace(0, 1, most))
        degree = min(2 * order - 1, len(sites) - 1)
        # Without m sites at each end: not a knot, and as many B-splines as sites.
        inner = sites[order:-order] if len(sites) > 2 * order else sites[:0]
        knots = np.concatenate([[own[0]] * (degree + 1), inner, [own[-1]] * (degree + 1)])
        parts.append(_Part(knots=knots, degree=degree, place=slice(start, start + len(sites))))
        chosen.append(sites)
        start += len(sites) - 1
    return tuple(parts), np.unique(np.concatenate(chosen))


def _roots(part: _Part, everything: FloatArray, order: int) -> FloatArray:
    """Return the rows whose squares add up to the penalty of a part."""
    if part.degree < order:
        return np.zeros((0, len(everything)))
    # m nodes integrate (s⁽ᵐ⁾)², of degree 2m - 2, exactly.
    nodes, weights = np.polynomial.legendre.leggauss(order)
    at = np.unique(part.knots)
    width = np.diff(at)[:, None]
    points = (at[:-1, None] + width * (nodes + 1) / 2).ravel()
    rows = part.spline(everything).derivative(order)(points)
    return rows * np.sqrt(width * weights / 2).ravel()[:, None]
