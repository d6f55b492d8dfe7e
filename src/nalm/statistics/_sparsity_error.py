"""How far the weights of solved runs are from whole numbers."""

import math
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.statistics._interval import Interval
from nalm.statistics._mean import mean_interval, moments
from nalm.statistics._profile import DROP, first_root, gap, profile_bounds
from nalm.statistics._scipy import logistic, root, stirling_gap, stirling_slope

_MARGIN = 1e-16
"""Errors are kept this far from 0 and from 1/2, where a Beta density may be infinite."""


class Mode(Enum):
    """Choose between the published estimator and the intended one."""

    PAPER = "paper"
    """Fit the errors themselves, as published: the estimate is *half* of the mean error."""

    FIXED = "fixed"
    """Fit the errors, doubled to fill [0, 1]: the estimate is the mean error."""


def sparsity_error(errors: ArrayLike, mode: Mode = Mode.FIXED) -> Interval:
    r"""Estimate the mean sparsity error of solved runs, from a Beta distribution.

    A sparsity error lies in [0, 1/2], so y = 2x lies in [0, 1]. With mean m = 2μ and precision v
    the log-likelihood of n errors is, up to a constant,

    $$\ell(m, v) = n \bigl( g(m v) + g((1 - m) v) - g(v) - v\, D(m) \bigr), \qquad
      D(m) = \frac1n \sum_i m \ln\frac{m}{y_i} + (1 - m) \ln\frac{1 - m}{1 - y_i}$$

    with g(z) = z ln z - z - ln Γ(z). The interval holds the means whose profile is at most half of
    χ²'s 95 % quantile (3.84) below the maximum.

    The published analysis evaluates the density at x and not at 2x, and so reports half of the
    mean error wherever its fit converged: `Mode.PAPER` does the same, to compare with published
    tables.

    Where no Beta distribution can be fitted (one error, equal errors) the interval is Student's,
    around the plain mean in both modes.

    Args:
        errors: Sparsity errors of the solved runs; they are cut to [10⁻¹⁶, 1/2 - 10⁻¹⁶].
        mode: The intended estimator, or the published one.

    Returns:
        Mean sparsity error μ and its interval, in [0, 1/2]. NaN bounds for a single run, all NaN
        for none; an error that is NaN makes everything NaN.

    Raises:
        InvalidValueError: If an error is negative.

    Example:
        >>> from nalm.statistics import Mode, sparsity_error
        >>> errors = [0.01, 0.02, 0.03, 0.02]
        >>> f"{sparsity_error(errors).estimate:.4f}"
        '0.0200'
        >>> f"{sparsity_error(errors, Mode.PAPER).estimate:.4f}"
        '0.0100'

    References:
        Madsen and Johansen (2020), Neural Arithmetic Units, appendix on the arithmetic dataset.
    """
    x = np.asarray(errors, dtype=np.float64).ravel()
    if (x < 0).any():
        raise InvalidValueError(
            f"errors should be >= 0, found {x.min()}; pass distances to the nearest whole number."
        )
    if np.isnan(x).any():
        return Interval(estimate=math.nan, low=math.nan, high=math.nan)
    x = x.clip(_MARGIN, 0.5 - _MARGIN)
    if len(x) < 2 or moments(x)[1] <= 1e-10:
        return mean_interval(x, lowest=0.0, highest=0.5)
    return _beta_interval(2 * x if mode is Mode.FIXED else x)


def _beta_interval(y: FloatArray) -> Interval:
    """Fit a Beta distribution to numbers in (0, 1) and halve its mean."""

    def profile(logit: float) -> float:
        divergence = _divergence(y, logit)
        v = _best_precision(logit, divergence)
        a, b = _parameters(logit, v)
        return stirling_gap(a) + stirling_gap(b) - stirling_gap(v) - v * divergence

    peak = _best_logit(y)
    bounds = profile_bounds(profile, peak, drop=DROP / len(y))
    low, high = (logistic(bound) / 2 for bound in bounds)
    return Interval(estimate=logistic(peak) / 2, low=low, high=high)


def _best_logit(y: FloatArray) -> float:
    """Return the logit of the most likely mean: the root of the profile's slope."""
    centre = float((np.log(y) - np.log1p(-y)).mean())

    def slope(logit: float) -> float:
        a, b = _parameters(logit, _best_precision(logit, _divergence(y, logit)))
        # The precision is at its best already, so only the direct dependence on m counts: by the
        # envelope theorem the slope is v (g'(a) - g'(b) - D'(m)), with D'(m) = logit m - mean of
        # logit y.
        return stirling_slope(a) - stirling_slope(b) + centre - logit

    mean = float(y.mean())
    start = math.log(mean) - math.log1p(-mean)
    # The likelihood rises towards its peak: the sign of the slope says on which side that is.
    side = math.copysign(1.0, slope(start))
    return start + first_root(lambda distance: side * slope(start + distance), side)


def _best_precision(logit: float, divergence: float) -> float:
    """Return the precision v that is most likely for a given mean."""
    m, n = logistic(logit), logistic(-logit)

    def slope(v: float) -> float:
        gain = m * stirling_slope(m * v) + n * stirling_slope(n * v) - stirling_slope(v)
        return gain - divergence

    # z g'(z) falls from 1 to 1/2 as z grows, so v times the gain lies between 1/2 and 3/2.
    return root(slope, (0.4 / divergence, 1.6 / divergence))


def _divergence(y: FloatArray, logit: float) -> float:
    """Return D(m), summed without cancellation: the terms of first order add up to zero."""
    m, n = logistic(logit), logistic(-logit)
    z = 1 - y
    with np.errstate(all="ignore"):
        terms = m * gap(y / m, (y - m) / m) + n * gap(z / n, (m - y) / n)
    return float(terms.mean())


def _parameters(logit: float, v: float) -> tuple[float, float]:
    """Return the two parameters of the Beta distribution, a = m v and b = (1 - m) v."""
    return v * logistic(logit), v * logistic(-logit)
