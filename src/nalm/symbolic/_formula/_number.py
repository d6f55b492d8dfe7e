"""Numbers of a formula: exact fractions and measured floats."""

import math
from fractions import Fraction

from nalm.symbolic._formula._formula import Number

HALF = Fraction(1, 2)
ONE = Fraction(1)
ZERO = Fraction(0)


def is_measured(number: Number) -> bool:
    """Tell a measured float, which is a parameter, from an exact fraction."""
    return isinstance(number, float)


def as_float(number: Number) -> float:
    """Round to double precision; beyond its range, to an infinity."""
    if isinstance(number, float):
        return number
    try:
        # `float` of a fraction does the same in four times the time.
        return number.numerator / number.denominator
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def is_integer(number: Number) -> bool:
    """Tell whether the value is a whole number, exact or measured."""
    if isinstance(number, float):
        return number.is_integer()
    return number.denominator == 1


def is_even(number: Number) -> bool:
    """Tell whether the value is an even whole number: x to it is never negative."""
    return is_integer(number) and number % 2 == 0
