"""The median of numbers of any distribution, with an interval."""

import math

import numpy as np

from nalm._typing import FloatArray
from nalm.statistics._interval import UNKNOWN, Interval
from nalm.statistics._scipy import median_rank


def median_interval(values: FloatArray) -> Interval:
    r"""Estimate the median, with the interval between two of the numbers themselves.

    Each number is below the median with probability ½, so the interval from the k-th smallest to
    the k-th largest of n holds the median unless fewer than k lie on one of its sides:

    $$P = 1 - 2 \sum_{i<k} \binom{n}{i} 2^{-n} \ge 0.95$$

    Args:
        values: Finite numbers.

    Returns:
        The median and its interval; NaN bounds for fewer than six numbers, which determine none
        of 95 %, all NaN for none.

    Example:
        >>> from nalm.statistics import median_interval
        >>> str(median_interval(np.arange(25.0)))
        '12 [7, 17]'
    """
    if len(values) == 0:
        return UNKNOWN
    ordered, below = np.sort(values), median_rank(len(values))
    low, high = (ordered[below], ordered[-1 - below]) if below >= 0 else (math.nan, math.nan)
    return Interval(estimate=float(np.median(values)), low=float(low), high=float(high))
