"""Formulas as data: sums of products of powers, nested.

    y = Σₖ cₖ Πⱼ bⱼ^(pₖⱼ),   bⱼ an input xᵢ or a sum again

the function that a stack of arithmetic units computes (Heim et al. 2020, equations 6 and 7; Madsen
and Johansen 2020, equations 8 and 10).
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Number: TypeAlias = Fraction | float
"""A `Fraction` is exact, read out of the data; a `float` was measured and has an error bar."""

Base: TypeAlias = "int | Sum"
"""What is raised: an input, by its index, or a sum."""


@dataclass(frozen=True)
class Power:
    """bᵖ of an input (its index) or of a sum.

    Where the exponent is not an integer, the base must not be negative; where it is negative, the
    base must not be 0. There are no protected operators: outside its domain a power has no value.
    """

    base: Base
    exponent: Number


@dataclass(frozen=True)
class Product:
    """c Π bᵖ; without powers, the constant c."""

    coefficient: Number
    powers: tuple[Power, ...] = ()


@dataclass(frozen=True)
class Sum:
    """A sum of products; without terms, 0.

    In a sum that is the base of a power, the coefficient of one term at least is a `Fraction`:
    otherwise its scale and the coefficient outside could not be told apart.
    """

    terms: tuple[Product, ...]
