"""Powers of units: multiplied, written in other units and as text."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from nalm._unit_table import COHERENT, base_units

Dimension: TypeAlias = Mapping[str, Fraction]
"""Unit -> its exponent, without zeros: N is {"N": 1}, in base units {"kg": 1, "m": 1, "s": -2}."""

LARGEST = 100
"""Largest denominator of an exponent that is written as a fraction: others were measured."""
ROUNDING = Fraction(1, 10**9)
"""An exponent that is none: what rounding leaves of measured exponents that cancel."""
DIGITS = 6
"""Of exponents that were measured, as many as an equation is written with."""


def multiplied(factors: Iterable[tuple[Dimension, Fraction]]) -> Dimension:
    """Multiply powers of units.

    Args:
        factors: Units, and the exponent of each.

    Example:
        >>> metre = {"m": Fraction(1)}
        >>> multiplied([(metre, Fraction(3)), (metre, Fraction(-1))])
        {'m': Fraction(2, 1)}
    """
    total: dict[str, Fraction] = {}
    for unit, power in factors:
        for name, exponent in unit.items():
            total[name] = total.get(name, Fraction(0)) + exponent * power
    return {name: exponent for name, exponent in total.items() if abs(exponent) > ROUNDING}


def in_base_units(unit: Dimension) -> Dimension:
    """Write a unit in base units; its size, such as that of a prefix, is lost.

    Example:
        >>> in_base_units({"kN": Fraction(1)}) == {"kg": 1, "m": 1, "s": -2}
        True
    """
    return multiplied((_base(name), power) for name, power in unit.items())


def in_coherent_units(unit: Dimension) -> Dimension:
    """Write a unit in base units as far as that keeps its size.

    Example:
        >>> sorted(in_coherent_units({"J": Fraction(1), "mm": Fraction(1)}))
        ['kg', 'm', 'mm', 's']
    """
    return multiplied(
        (_base(name) if name in COHERENT else {name: Fraction(1)}, power)
        for name, power in unit.items()
    )


def shortest(unit: Dimension) -> Dimension:
    """Write a unit as it is, or in base units where these are fewer and of the same size.

    Example:
        >>> shortest({"N": Fraction(1), "m": Fraction(-1)}) == {"N": 1, "m": -1}
        True
        >>> shortest({"J": Fraction(1), "kg": Fraction(-1), "m": Fraction(-2), "s": Fraction(2)})
        {}
    """
    coherent = in_coherent_units(unit)
    return coherent if len(coherent) < len(unit) else unit


def write_unit(unit: Dimension) -> str:
    """Write a unit, such as "kg m s^-2".

    Args:
        unit: Exponents of units.

    Returns:
        Text that `parse_unit` reads as the same dimension; exponents that are no fractions with
        denominators up to `LARGEST` are rounded to `DIGITS` digits.

    Example:
        >>> write_unit({"m": Fraction(1), "s": Fraction(-1, 2)})
        'm s^(-1/2)'
        >>> write_unit({"m": Fraction("1.9371234567")})
        'm^1.93712'
    """
    return " ".join(_written(name, power) for name, power in unit.items()) or "1"


def _base(name: str) -> Dimension:
    known = base_units(name)
    return {
        base: Fraction(power) for base, power in ({name: 1} if known is None else known).items()
    }


def _written(name: str, power: Fraction) -> str:
    if power == 1:
        return name
    if power.denominator == 1:
        return f"{name}^{power}"
    if power.denominator <= LARGEST:
        return f"{name}^({power})"
    # A decimal, since the reader of units knows no powers of ten.
    return f"{name}^{Decimal(f'{float(power):.{DIGITS}g}'):f}"
