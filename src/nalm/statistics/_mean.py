"""The mean of a few numbers, with Student's interval: what remains when no model can be fitted."""

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


def mean_interval(values: FloatArray, *, highest: float = math.inf) -> Interval:
    r"""Estimate the mean with Student's t interval, cut to what is possible.

    $$\bar x \pm t_{0.975,\,n-1}\, \frac{s}{\sqrt n}$$

    Args:
        values: Finite numbers, each in [0, highest].
        highest: Upper end of the possible values.

    Returns:
        The mean and its interval; NaN bounds for a single number, all NaN for none.
    """
    if len(values) == 0:
        return UNKNOWN
    mean, deviation = moments(values)
    if len(values) == 1:
        return Interval(estimate=mean, low=math.nan, high=math.nan)
    half_width = student_quantile(len(values) - 1) * (deviation / math.sqrt(len(values)))
    low, high = max(0.0, mean - half_width), min(highest, mean + half_width)
    return Interval(estimate=mean, low=low, high=high)
