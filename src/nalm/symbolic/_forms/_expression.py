"""What a user wrote, as a tree: names are inputs or constants, nothing is multiplied out."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from nalm.symbolic._formula._functions import find_function
from nalm.symbolic._formula._number import ONE
from nalm.symbolic._formula._pi import MultipleOfPi


@dataclass(frozen=True)
class Exact:
    """A number as it was written: decimals are fractions too."""

    value: Fraction


@dataclass(frozen=True)
class Name:
    """An input or a constant."""

    name: str


@dataclass(frozen=True)
class Added:
    """A sum."""

    terms: "tuple[Expression, ...]"


@dataclass(frozen=True)
class Multiplied:
    """A product."""

    factors: "tuple[Expression, ...]"


@dataclass(frozen=True)
class Raised:
    """A power; a quotient is one with the exponent -1."""

    base: "Expression"
    exponent: "Expression"


@dataclass(frozen=True)
class Applied:
    """A function of something."""

    function: str
    argument: "Expression"


Expression: TypeAlias = "Exact | Name | Added | Multiplied | Raised | Applied"

UNIT = Exact(ONE)
LARGEST_EXPONENT = 64
"""Exponent up to which a power of an exact number is an exact number: others have many digits."""


def parts(expression: Expression) -> tuple[Expression, ...]:
    """Return what an expression is made of; nothing for a number or a name."""
    if isinstance(expression, Added):
        return expression.terms
    if isinstance(expression, Multiplied):
        return expression.factors
    if isinstance(expression, Raised):
        return expression.base, expression.exponent
    return (expression.argument,) if isinstance(expression, Applied) else ()


def names_in(expression: Expression) -> Iterator[str]:
    """Yield the names from left to right, as often as they come."""
    if isinstance(expression, Name):
        yield expression.name
    for part in parts(expression):
        yield from names_in(part)


def exact_value(expression: Expression) -> Fraction | None:
    """Compute an expression without names exactly; `None` where it is no rational number.

    A multiple of π is one as far as it is multiplied with a rational one.

    Example:
        >>> exact_value(Multiplied((Exact(Fraction(3)), Raised(Exact(Fraction(2)), Exact(-ONE)))))
        Fraction(3, 2)
    """
    if isinstance(expression, Exact):
        return expression.value
    if isinstance(expression, Name | Applied):
        return None
    values: list[Fraction] = []
    for part in parts(expression):
        value = exact_value(part)
        if value is None:
            return None
        values.append(value)
    multiples = sum(isinstance(value, MultipleOfPi) for value in values)
    if isinstance(expression, Raised):
        return None if multiples else _exact_power(*values)
    if isinstance(expression, Added):
        return sum(values, Fraction(0)) if multiples in (0, len(values)) else None
    product = Fraction(1)
    for value in values:
        product = product * value
    return product if multiples < 2 else None


def _exact_power(base: Fraction, exponent: Fraction) -> Fraction | None:
    whole = exponent.denominator == 1 and abs(exponent) <= LARGEST_EXPONENT
    return None if not whole or (base == 0 and exponent < 0) else base ** int(exponent)


def float_value(expression: Expression) -> float:
    """Compute an expression without names in double precision; NaN where it has no value."""
    if isinstance(expression, Exact):
        return float(expression.value)
    if isinstance(expression, Applied):
        argument = np.array([float_value(expression.argument)])
        with np.errstate(all="ignore"):
            return float(find_function(expression.function).value(argument)[0])
    values = [np.float64(float_value(part)) for part in parts(expression)]
    with np.errstate(all="ignore"):
        if isinstance(expression, Raised):
            return float(values[0] ** values[1])
        return float(np.sum(values) if isinstance(expression, Added) else np.prod(values))
