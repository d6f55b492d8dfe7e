"""Exact exponents: which rationals are near a measured one, and their description lengths.

Costs are in units of the Bayesian information criterion: twice the natural logarithm of how much
less likely a value is before the data are seen. Small integers are cheap, then halves, then thirds.
"""

import math
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import MultipleOfPi

DENOMINATORS = (1, 2, 3, 4, 5, 10)
"""Denominators of exact exponents; fifths and tenths because laws are written in decimals."""
ABOVE, BELOW = 2.0, 3.0
"""Cost of each e-fold of 1 + numerator, and of the denominator."""
OF_PI = ABOVE * math.log(4)
"""Cost of a factor π: that of a 3."""
LEAST = 6.0
"""Cost of a measured exponent that the data leave open: more than that of a simple one."""
RANGE = 12.0
"""Width of the range that a measured exponent may be in, before the data are seen."""

LARGEST_DENOMINATOR = 1000
"""Largest denominator of exponents that follow from units of measurement."""


def cost(exponent: Fraction) -> float:
    """Return the description length of an exact exponent: 0 for 0, 1.4 for 1, 3.5 for a half."""
    if isinstance(exponent, MultipleOfPi):
        return cost(exponent.factor) + OF_PI
    # Unlike NumPy's, this logarithm is one of whole numbers of any size.
    numerator, denominator = math.log(1 + abs(exponent.numerator)), math.log(exponent.denominator)
    return ABOVE * numerator + BELOW * denominator


def cost_of_measured(deviations: FloatArray) -> FloatArray:
    """Return the description lengths of measured exponents, given their standard errors.

    Before the data are seen such an exponent is anywhere in a range; the data leave a Gaussian of
    the standard error: twice the logarithm of the ratio of the two (the Occam factor).
    """
    # A Gaussian is as wide as the uniform density of its peak's height: √(2π) standard errors. An
    # unknown standard error leaves the whole range, and one of 0 must not reach the logarithm.
    width = np.sqrt(2 * np.pi) * np.maximum(
        np.nan_to_num(deviations, nan=RANGE, posinf=RANGE), 1e-15
    )
    return np.maximum(2 * np.log(RANGE / width), LEAST)


def nearest(exponents: FloatArray, denominator: int) -> FloatArray:
    """Round to the nearest multiple of 1 / denominator."""
    return np.round(exponents * denominator) / denominator


def exact(exponent: float) -> Fraction:
    """Turn a rounded exponent into the fraction that it stands for."""
    return Fraction(exponent).limit_denominator(max(DENOMINATORS))


def of_units(number: float) -> Fraction:
    """Turn a number that follows from units of measurement into the fraction that it stands for.

    Fifths and sixths are as likely there as halves: the radius of a blast wave goes as E^(1/5).
    """
    return Fraction(number).limit_denominator(LARGEST_DENOMINATOR)


def costs(exponents: FloatArray) -> FloatArray:
    """`cost` of each of an array of rounded exponents."""
    total = np.full(exponents.shape, np.inf)
    # Denominators ascend, so that the first one that fits is that of the reduced fraction. What
    # fits none of them counts as tenths.
    for denominator in DENOMINATORS:
        scaled = exponents * denominator
        numerator = np.round(scaled)
        length = ABOVE * np.log1p(np.abs(numerator)) + BELOW * math.log(denominator)
        reduced = (np.abs(scaled - numerator) < 1e-9) | (denominator == max(DENOMINATORS))
        total = np.where(np.isinf(total) & reduced, length, total)
    return total
