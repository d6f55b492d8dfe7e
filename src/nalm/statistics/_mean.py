"""The mean of numbers of any distribution, with Student's interval."""

import math

import numpy as np

from nalm._typing import FloatArray
from nalm.statistics._interval import UNKNOWN, Interval
from nalm.statistics._scipy import student_quantile


def moments(values: FloatArray) -> tuple[float, float]:
    """Return the mean and the sample standard deviation, without overflow for huge numbers.

    Args:
        values: At least one finite number.

    Returns:
        Mean and standard deviation; the latter is NaN for a single number.
    """
    scale = float(np.abs(values).max()) or 1.0
    scaled = values / scale
    deviation = float(scaled.std(ddof=1)) if len(values) > 1 else math.nan
    return float(scaled.mean()) * scale, deviation * scale


def mean_interval(
    values: FloatArray, *, lowest: float = -math.inf, highest: float = math.inf
) -> Interval:
    r"""Estimate the mean with Student's t interval, cut to what is possible.

    $$\bar x \pm t_{0.975,\,n-1}\, \frac{s}{\sqrt n}$$

    Args:
        values: Finite numbers, each in [lowest, highest].
        lowest: Lower end of the possible values.
        highest: Upper end of the possible values.

    Returns:
        The mean and its interval; NaN bounds for a single number, all NaN for none.

    Example:
        >>> from nalm.statistics import mean_interval
        >>> str(mean_interval(np.array([1.0, 2.0, 3.0])))
        '2 [-0.484, 4.48]'
    """
    if len(values) == 0:
        return UNKNOWN
    mean, deviation = moments(values)
    if len(values) == 1:
        return Interval(estimate=mean, low=math.nan, high=math.nan)
    half_width = student_quantile(len(values) - 1) * (deviation / math.sqrt(len(values)))
    low, high = max(lowest, mean - half_width), min(highest, mean + half_width)
    return Interval(estimate=mean, low=low, high=high)


def mean_bound(
    values: FloatArray, *, confidence: float = 0.99, degrees: int | None = None
) -> float:
    r"""Bound the mean from above, with Student's t distribution on one side.

    $$\bar x + t_{c,\,n-1}\, \frac{s}{\sqrt n}$$

    Args:
        values: Finite numbers.
        confidence: Probability c that the mean is below the bound.
        degrees: Degrees of freedom, where a publication used others than n - 1.

    Returns:
        The bound; NaN for fewer than two numbers.

    Example:
        >>> from nalm.statistics import mean_bound
        >>> round(mean_bound(np.array([1.0, 2.0, 3.0])), 3)
        6.021
    """
    if len(values) < 2:
        return math.nan
    mean, deviation = moments(values)
    quantile = student_quantile(len(values) - 1 if degrees is None else degrees, confidence)
    return mean + quantile * deviation / math.sqrt(len(values))
