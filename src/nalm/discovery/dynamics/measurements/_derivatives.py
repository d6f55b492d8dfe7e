r"""Curves through noisy measurements, and their slopes.

A spline s of degree 2m - 1 minimises, over the measurements yᵢ at tᵢ,

    Σᵢ (yᵢ - s(tᵢ))² + λ ∫ (s⁽ᵐ⁾)² dt

where λ is the most probable one given the data (restricted maximum likelihood; the penalty is the
prior, Wahba 1978) and m is 4, or less where that predicts left-out measurements much better. The
ends are without boundary conditions ("not a knot"): natural splines have bad outer slopes. Where a
control jumps, so may all derivatives of s.

References:
    Wahba (1978), "Improper priors, spline smoothing and the problem of guarding against model
    errors in regression", Journal of the Royal Statistical Society B 40.
    Wood (2011), "Fast stable restricted maximum likelihood …", the same journal, B 73.
"""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, cast

import numpy as np
from scipy.interpolate import BSpline
from scipy.optimize import minimize_scalar

from nalm._typing import FloatArray
from nalm.discovery.dynamics.measurements._interpolating import agreeing_splines
from nalm.discovery.dynamics.measurements._spline_basis import (
    PiecewiseSpline,
    SplineBasis,
    free_columns,
    inner_breaks,
    spline_basis,
)

MUCH_BETTER = 0.6
"""Ratio of the errors of left-out measurements at which a lower order is taken."""
ROUNDING = 1e-7
"""Noise below this fraction of a state's spread is taken for rounding: then the curve goes through
every value."""


@dataclass(frozen=True, kw_only=True)
class Curve:
    """A measured state as a function of time.

    Attributes:
        spline: The curve; `spline.derivative()` its slope.
        sigma: Standard deviation of the noise of a measurement; without visible noise, the error of
            predicting a measurement from the others, an upper bound of it.
        value_error: Standard error of the curve at every time of `at` `(rows,)`.
        slope_error: Standard error of its slope there `(rows,)`.
        freedom: How many independent numbers the curve took from the measurements.
    """

    spline: Any
    sigma: float
    value_error: FloatArray
    slope_error: FloatArray
    freedom: float


@dataclass(frozen=True, kw_only=True)
class _Fit:
    basis: SplineBasis
    kept: FloatArray  # (basis,): 1 for a column that the penalty leaves alone, 0 for one it removes
    projection: FloatArray  # (basis,): the data in the basis
    variance: float
    left_out: float  # mean squared error of left-out measurements


def smooth(t: FloatArray, y: FloatArray, *, at: FloatArray, kinks: Sequence[float] = ()) -> Curve:
    """Fit a curve to one state of one trajectory.

    Args:
        t: Increasing times of the measurements.
        y: The measurements.
        at: Times at which errors are wanted.
        kinks: Times at which slopes may jump, those of measurements; others are passed over.
    """
    begin, length = t[0], t[-1] - t[0]
    middle, spread = float(y.mean()), float(y.std())
    if spread <= 1e-14 * abs(middle) or spread == 0:
        flat = BSpline(t[[0, 0, -1, -1]], np.full(2, middle), 1)
        level = PiecewiseSpline(breaks=np.empty(0), pieces=(flat,))
        return Curve(spline=level, sigma=0.0, value_error=0 * at, slope_error=0 * at, freedom=1.0)
    x, z, u = (t - begin) / length, (y - middle) / spread, (at - begin) / length
    inner = inner_breaks(t, kinks)
    breaks = (inner - begin) / length
    orders = _orders(x, breaks)
    best = _fit(spline_basis(x, order=orders[0], breaks=breaks), z)
    for m in orders[1:]:
        # A clear gain is required: a low order through every noisy value may be better by chance.
        other = _fit(spline_basis(x, order=m, breaks=breaks), z)
        best = other if other.left_out < MUCH_BETTER**2 * best.left_out else best
    unit = _curve(best, u)
    if best.variance < ROUNDING**2:
        unit = _interpolate(x, z, u, sigma=min(best.left_out**0.5, 1.0), breaks=breaks)
    return Curve(
        spline=unit.spline.stretched(
            begin=begin, length=length, middle=middle, spread=spread, breaks=inner
        ),
        sigma=spread * unit.sigma,
        value_error=spread * unit.value_error,
        slope_error=spread / length * unit.slope_error,
        freedom=unit.freedom,
    )


def _orders(x: FloatArray, breaks: FloatArray) -> list[int]:
    """Return the orders m that are tried: with breaks, those that leave the half to be smoothed."""
    tried = [m for m in (4, 3, 2) if len(x) >= 2 * m + 2]
    if len(breaks):
        tried = [m for m in tried if free_columns(x, breaks, order=m) <= len(x) / 2]
    return tried or [2]


def smooth_positive(
    t: FloatArray, y: FloatArray, *, at: FloatArray, kinks: Sequence[float] = ()
) -> Curve:
    """Fit a curve to the logarithms of one state, whose noise is in proportion to it.

    Args:
        t: Increasing times of the measurements.
        y: The measurements, positive.
        at: Times at which errors are wanted.
        kinks: Times at which slopes may jump.
    """
    curve = smooth(t, np.log(y), at=at, kinks=kinks)
    value = np.exp(curve.spline(at))
    slope = curve.spline.derivative()(at)
    return replace(
        curve,
        spline=_Exponential(exponent=curve.spline),
        value_error=value * curve.value_error,
        slope_error=value * np.hypot(curve.slope_error, slope * curve.value_error),
    )


@dataclass(frozen=True, kw_only=True)
class _Exponential:
    """exp(s(t)), or its derivative, of a spline s."""

    exponent: Any
    rate: Any = None

    def __call__(self, t: FloatArray) -> FloatArray:
        value: FloatArray = np.exp(self.exponent(t))
        return value if self.rate is None else value * self.rate(t)

    def derivative(self) -> "_Exponential":
        return replace(self, rate=self.exponent.derivative())


def _fit(basis: SplineBasis, z: FloatArray) -> _Fit:
    """Choose λ by restricted maximum likelihood, profiled over the variance of the noise."""
    projection = basis.rotation.T @ z
    rest = z - basis.rotation @ projection if len(z) > len(projection) else 0 * z
    rough = basis.roughness > 0
    degrees = len(z) - basis.free

    def variance(removed: FloatArray) -> float:
        return float(np.sum(projection**2 * removed) + rest @ rest) / degrees

    def criterion(exponent: float) -> float:
        ratio = 10.0**exponent * basis.roughness[rough]
        removed = _removed(10.0**exponent * basis.roughness)
        # -2 ln of the restricted likelihood: z has the variance σ² (1 + 1/ratio) along each column.
        return float(np.sum(np.log1p(1 / ratio)) + degrees * np.log(variance(removed) + 1e-300))

    grid = np.linspace(-24, 3, 109)
    lowest = int(np.argmin([criterion(each) for each in grid]))
    bounds = (grid[max(lowest - 1, 0)], grid[min(lowest + 1, len(grid) - 1)])
    found = cast("Any", minimize_scalar(criterion, bounds=bounds, method="bounded"))
    removed = _removed(10.0 ** float(found.x) * basis.roughness)
    residual = basis.rotation @ (projection * removed) + rest
    # 1 - leverage: the residual of a left-out row is that of the fit divided by this.
    free = basis.rotation**2 @ removed + np.maximum(1 - np.sum(basis.rotation**2, axis=1), 0)
    return _Fit(
        basis=basis,
        kept=1 - removed,
        projection=projection,
        variance=variance(removed),
        left_out=float(np.mean((residual / np.maximum(free, 1e-300)) ** 2)),
    )


def _removed(ratio: FloatArray) -> FloatArray:
    return ratio / (1 + ratio)


def _curve(fit: _Fit, u: FloatArray) -> Curve:
    basis = fit.basis
    coefficients = basis.back @ (fit.projection * fit.kept)
    spline = basis.spline(coefficients)
    columns = basis.spline(basis.back * np.sqrt(fit.kept))
    sigma = fit.variance**0.5
    slopes = columns.derivative()(u)
    return Curve(
        spline=spline,
        sigma=sigma,
        value_error=sigma * np.sqrt(np.sum(columns(u) ** 2, axis=1)),
        slope_error=sigma * np.sqrt(np.sum(slopes**2, axis=1)),
        freedom=float(np.sum(fit.kept)),
    )


def _interpolate(
    x: FloatArray, z: FloatArray, u: FloatArray, *, sigma: float, breaks: FloatArray
) -> Curve:
    """Go through every value; the error is the difference between two degrees."""
    edges = np.concatenate([[-np.inf], breaks, [np.inf]])
    pieces: list[Any] = []
    value_error, slope_error = np.zeros_like(u), np.zeros_like(u)
    for begin, end in pairwise(edges):
        own, mine = (x >= begin) & (x <= end), (u >= begin) & (u < end)
        best, other = agreeing_splines(x[own], z[own], at=u[mine] if mine.any() else x[own])
        pieces.append(best)
        value_error[mine] = np.abs(best(u[mine]) - other(u[mine]))
        slope_error[mine] = np.abs(best.derivative()(u[mine]) - other.derivative()(u[mine]))
    return Curve(
        spline=PiecewiseSpline(breaks=breaks, pieces=tuple(pieces)),
        sigma=sigma,
        value_error=value_error + np.finfo(float).eps,
        slope_error=slope_error + np.finfo(float).eps * len(x),
        freedom=float(len(x)),
    )
