r"""Curves through noisy measurements, and their slopes.

A spline s of degree 2m - 1 minimises, over the measurements yᵢ at tᵢ,

    Σᵢ (yᵢ - s(tᵢ))² + λ ∫ (s⁽ᵐ⁾)² dt

where λ is the most probable one given the data (restricted maximum likelihood; the penalty is the
prior, Wahba 1978) and m is 4, or less where that predicts left-out measurements much better. The
ends are without boundary conditions ("not a knot"): natural splines have bad outer slopes.

References:
    Wahba (1978), "Improper priors, spline smoothing and the problem of guarding against model
    errors in regression", Journal of the Royal Statistical Society B 40.
    Wood (2011), "Fast stable restricted maximum likelihood …", the same journal, B 73.
"""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, cast

import numpy as np
from scipy.interpolate import BSpline, make_interp_spline
from scipy.optimize import minimize_scalar

from nalm._typing import FloatArray

MOST_KNOTS = 200
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
class _Basis:
    """A spline basis, turned so that data and penalty are diagonal at once."""

    knots: FloatArray
    order: int  # m
    rotation: FloatArray  # (rows, basis): orthonormal columns
    roughness: FloatArray  # (basis,): penalty of each column
    back: FloatArray  # (basis, basis): coefficients of the B-splines

    @property
    def degree(self) -> int:
        return 2 * self.order - 1


@dataclass(frozen=True, kw_only=True)
class _Fit:
    basis: _Basis
    kept: FloatArray  # (basis,): 1 for a column that the penalty leaves alone, 0 for one it removes
    projection: FloatArray  # (basis,): the data in the basis
    variance: float
    left_out: float  # mean squared error of left-out measurements


def smooth(t: FloatArray, y: FloatArray, *, at: FloatArray) -> Curve:
    """Fit a curve to one state of one trajectory.

    Args:
        t: Increasing times of the measurements.
        y: The measurements.
        at: Times at which errors are wanted.
    """
    begin, length = t[0], t[-1] - t[0]
    middle, spread = float(y.mean()), float(y.std())
    if spread <= 1e-14 * abs(middle) or spread == 0:
        flat = BSpline(t[[0, 0, -1, -1]], np.full(2, middle), 1)
        return Curve(spline=flat, sigma=0.0, value_error=0 * at, slope_error=0 * at, freedom=1.0)
    x, z, u = (t - begin) / length, (y - middle) / spread, (at - begin) / length
    orders = [m for m in (4, 3, 2) if len(x) >= 2 * m + 2] or [2]
    best = _fit(_basis(x, orders[0]), z)
    for m in orders[1:]:
        # A clear gain is required: a low order through every noisy value may be better by chance.
        other = _fit(_basis(x, m), z)
        best = other if other.left_out < MUCH_BETTER**2 * best.left_out else best
    unit = _curve(best, u)
    if best.variance < ROUNDING**2:
        unit = _interpolate(x, z, u, sigma=min(best.left_out**0.5, 1.0))
    scaled = BSpline(begin + length * unit.spline.t, middle + spread * unit.spline.c, unit.spline.k)
    return Curve(
        spline=scaled,
        sigma=spread * unit.sigma,
        value_error=spread * unit.value_error,
        slope_error=spread / length * unit.slope_error,
        freedom=unit.freedom,
    )


def smooth_positive(t: FloatArray, y: FloatArray, *, at: FloatArray) -> Curve:
    """Fit a curve to the logarithms of one state, whose noise is in proportion to it.

    Args:
        t: Increasing times of the measurements.
        y: The measurements, positive.
        at: Times at which errors are wanted.
    """
    curve = smooth(t, np.log(y), at=at)
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


def _basis(x: FloatArray, order: int) -> _Basis:
    degree = 2 * order - 1
    sites = x
    if len(x) > MOST_KNOTS:
        sites = np.quantile(x, np.linspace(0, 1, MOST_KNOTS))
    # Without m sites at each end: not a knot, and as many B-splines as sites.
    inner = sites[order:-order]
    knots = np.concatenate([[x[0]] * (degree + 1), inner, [x[-1]] * (degree + 1)])
    design = cast("Any", BSpline.design_matrix(x, knots, degree)).toarray()
    size = design.shape[1]
    # m nodes integrate (s⁽ᵐ⁾)², of degree 2m - 2, exactly.
    nodes, weights = np.polynomial.legendre.leggauss(order)
    breaks = np.unique(knots)
    width = np.diff(breaks)[:, None]
    points = (breaks[:-1, None] + width * (nodes + 1) / 2).ravel()
    penalty = cast("Any", BSpline(knots, np.eye(size), degree).derivative(order))(points)
    penalty *= np.sqrt(width * weights / 2).ravel()[:, None]
    orthogonal, triangle = np.linalg.qr(design)
    # Singular values of the root of the penalty, not eigenvalues of the penalty: those of the
    # smoothest columns are 1e-16 of the largest and would drown in rounding.
    _, singular, turn = np.linalg.svd(np.linalg.solve(triangle.T, penalty.T).T, full_matrices=False)
    roughness = singular**2
    roughness[-order:] = 0.0  # polynomials below degree m are free
    return _Basis(
        knots=knots,
        order=order,
        rotation=orthogonal @ turn.T,
        roughness=roughness,
        back=np.linalg.solve(triangle, turn.T),
    )


def _fit(basis: _Basis, z: FloatArray) -> _Fit:
    """Choose λ by restricted maximum likelihood, profiled over the variance of the noise."""
    projection = basis.rotation.T @ z
    rest = z - basis.rotation @ projection if len(z) > len(projection) else 0 * z
    rough = basis.roughness > 0
    degrees = len(z) - basis.order

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
    spline = BSpline(basis.knots, coefficients, basis.degree)
    columns = BSpline(basis.knots, basis.back * np.sqrt(fit.kept), basis.degree)
    sigma = fit.variance**0.5
    slopes = cast("Any", columns.derivative())(u)
    return Curve(
        spline=spline,
        sigma=sigma,
        value_error=sigma * np.sqrt(np.sum(columns(u) ** 2, axis=1)),
        slope_error=sigma * np.sqrt(np.sum(slopes**2, axis=1)),
        freedom=float(np.sum(fit.kept)),
    )


def _interpolate(x: FloatArray, z: FloatArray, u: FloatArray, *, sigma: float) -> Curve:
    """Go through every value; the error is the difference between two degrees."""
    degrees = [k for k in (9, 7, 5, 3) if len(x) > k + 2][:3]
    splines = [cast("Any", make_interp_spline(x, z, k=k)) for k in degrees]
    slopes = [spline.derivative()(u) for spline in splines]
    # Degree 9 oscillates between unevenly spaced times; the pair that agrees best is taken.
    gaps = [float(np.sqrt(np.mean((a - b) ** 2))) for a, b in pairwise(slopes)]
    best = int(np.argmin(gaps)) if gaps else 0
    other = min(best + 1, len(splines) - 1)
    return Curve(
        spline=splines[best],
        sigma=sigma,
        value_error=np.abs(splines[best](u) - splines[other](u)) + np.finfo(float).eps,
        slope_error=np.abs(slopes[best] - slopes[other]) + np.finfo(float).eps * len(x),
        freedom=float(len(x)),
    )
