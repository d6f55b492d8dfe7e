"""When the runs found the solution."""

import math

import numpy as np
from numpy.typing import ArrayLike

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.statistics._interval import Interval
from nalm.statistics._mean import mean_interval, moments
from nalm.statistics._profile import DROP, gap, profile_bounds
from nalm.statistics._scipy import root, stirling_gap, stirling_slope


def solved_at(steps: ArrayLike) -> Interval:
    r"""Estimate the mean step at which runs are solved, from a Gamma distribution.

    The log-likelihood of n steps with mean μ and shape k (variance μ²/k) is, up to a constant,

    $$\ell(\mu, k) = n \bigl( g(k) - k\, s(\mu) \bigr), \qquad
      g(k) = k \ln k - k - \ln\Gamma(k), \quad
      s(\mu) = \frac1n \sum_i \frac{x_i}{\mu} - 1 - \ln\frac{x_i}{\mu}$$

    so the best mean is the sample mean, and for every mean the best shape solves g'(k) = s(μ).
    The interval holds the means whose profile is at most half of χ²'s 95 % quantile (3.84) below
    the maximum.

    Where no Gamma distribution can be fitted (one step, equal steps, a step that is zero) the
    interval is Student's. The reference also bounds the variance from below by 10⁻⁵; steps that
    differ, being whole numbers, are always far above it.

    Args:
        steps: Steps of the first solution, of the solved runs only; 0 or more.

    Returns:
        Mean step and its interval. NaN bounds for a single run, all NaN for none; a step that is
        not finite makes the bounds NaN.

    Raises:
        InvalidValueError: If a step is negative.

    Example:
        >>> from nalm.statistics import solved_at
        >>> str(solved_at([1000, 2000, 3000]))
        '2e+03 [1.09e+03, 4.26e+03]'

    References:
        Madsen and Johansen (2020), Neural Arithmetic Units, appendix on the arithmetic dataset.
        Venzon and Moolgavkar (1988), A method for computing profile-likelihood-based intervals.
    """
    x = np.asarray(steps, dtype=np.float64).ravel()
    if (x < 0).any():
        raise InvalidValueError(f"steps should be >= 0, found {x.min()}; pass solved runs only.")
    if not np.isfinite(x).all():
        return Interval(estimate=float(x.mean()), low=math.nan, high=math.nan)
    if len(x) < 2 or moments(x)[1] <= 1e-5 or x.min() <= 0:
        return mean_interval(x, lowest=0.0)
    return _gamma_interval(x)


def _gamma_interval(x: FloatArray) -> Interval:
    mean, _ = moments(x)
    with np.errstate(all="ignore"):
        spread = float(gap(x / mean, (x - mean) / mean).mean())
    # Below this the spread is rounding noise; infinite, the smallest step underflows.
    if not 1e-24 < spread < math.inf:
        return mean_interval(x, lowest=0.0)

    def profile(log_ratio: float) -> float:
        # The mean's logarithm moves by log_ratio; s(μ) follows in closed form.
        return _best_shape(spread + _exponential_gap(-log_ratio))

    low, high = profile_bounds(profile, 0.0, drop=DROP / len(x))
    with np.errstate(over="ignore", under="ignore"):
        return Interval(
            estimate=mean, low=float(mean * np.exp(low)), high=float(mean * np.exp(high))
        )


def _best_shape(spread: float) -> float:
    """Return max over k of g(k) - k·spread."""
    # 1/2 < k g'(k) < 1 for every k encloses the solution of g'(k) = spread.
    # The bracket is somewhat wider, so that rounding at its ends changes no sign.
    k = root(lambda k: stirling_slope(k) - spread, (0.4 / spread, 1.1 / spread))
    return stirling_gap(k) - k * spread


def _exponential_gap(t: float) -> float:
    """Compute exp(t) - 1 - t without cancellation."""
    if abs(t) < 1e-4:
        return t * t * (1 / 2 + t / 6 + t * t / 24)
    return math.expm1(t) - t
