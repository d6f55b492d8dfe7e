"""Numbers as text, short enough for a table."""

import math

MISSING = "–"
"""What stands for a number that is not there."""


NEGLIGIBLE = 1e-12
"""Sparsity errors below it are those of whole numbers: the fit cannot hold an exact zero."""


def rate(value: float, *, digits: int = 2) -> str:
    """Write a success rate.

    Args:
        value: In [0, 1], or NaN.
        digits: Digits after the point.

    Returns:
        Text such as ``0.64``.

    Example:
        >>> rate(0.64)
        '0.64'
    """
    return MISSING if math.isnan(value) else f"{value:.{digits}f}"


def steps(value: float) -> str:
    """Write a number of optimiser steps with about two significant digits.

    Args:
        value: Not negative, or NaN.

    Returns:
        Text such as ``12k``.

    Example:
        >>> steps(1500), steps(42000), steps(2.6e6), steps(999_999)
        ('1.5k', '42k', '2.6M', '1M')
    """
    if math.isnan(value):
        return MISSING
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= 0.9995 * size:
            return f"{value / size:.{1 if value < 9.95 * size else 0}f}".removesuffix(".0") + letter
    return f"{value:.0f}"


def scientific(value: float, *, digits: int = 0) -> str:
    """Write a number of any size.

    Args:
        value: Any float.
        digits: Digits after the point of the mantissa.

    Returns:
        Text such as ``3e-8``; ``0`` for zero.

    Example:
        >>> scientific(3.2e-8), scientific(0.0), scientific(180.0, digits=1)
        ('3e-8', '0', '1.8e2')
    """
    if math.isnan(value):
        return MISSING
    if value == 0 or math.isinf(value):
        return f"{value:g}"
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def short(value: object) -> str:
    """Write a cell of a table whose content is not known beforehand.

    Args:
        value: A number, or anything that has a text.

    Returns:
        Four significant digits of a number; another thing's own text.

    Example:
        >>> short(0.123456), short(4000), short(2.5e-9), short("NMU")
        ('0.1235', '4000', '2.500e-9', 'NMU')
    """
    if not isinstance(value, float):
        return str(value)
    if math.isnan(value):
        return MISSING
    plain = not value or math.isinf(value) or 1e-3 <= abs(value) < 1e5
    return f"{value:.4g}" if plain else scientific(value, digits=3)
