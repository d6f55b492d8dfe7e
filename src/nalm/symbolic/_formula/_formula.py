"""Formulas as data: sums of products of powers, nested.

    y = Σₖ cₖ Πⱼ bⱼ^(pₖⱼ),   bⱼ an input xᵢ, a sum again, or a function of a sum

the function that a stack of arithmetic units computes (Heim et al. 2020, equations 6 and 7; Madsen
and Johansen 2020, equations 8 and 10), with functions such as exp and sin between the layers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Number: TypeAlias = Fraction | float
"""A `Fraction` is exact, read out of the data; a `float` was measured and has an error bar.

A `MultipleOfPi` is a `Fraction` as well.
"""

Base: TypeAlias = "int | Sum | Call"
"""What is raised: an input, by its index, a sum, or a function of a sum."""


@dataclass(frozen=True)
class Power:
    """bᵖ of an input (its index), of a sum or of a function of a sum.

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


@dataclass(frozen=True)
class Call:
    """F(S), a function of one argument.

    Where the argument lies outside the function's domain, as 0 of a logarithm, it has no value.

    Attributes:
        function: Its name; see `nalm.symbolic.find_function`.
        argument: S.
    """

    function: str
    argument: Sum


def sum_in(base: Base) -> Sum | None:
    """Return the sum that a base is, or is a function of; `None` of an input."""
    if isinstance(base, int):  # what most bases are comes first: every fit asks this
        return None
    return base.argument if isinstance(base, Call) else base


def argument_of(base: Base, function: str) -> Sum | None:
    """Return S of a base F(S), if F is this function; `None` of any other base."""
    return base.argument if isinstance(base, Call) and base.function == function else None


def has_functions(formula: Sum) -> bool:
    """Tell whether a formula has a function of something anywhere."""
    for term in formula.terms:
        for power in term.powers:
            base = power.base
            if isinstance(base, Call) or (isinstance(base, Sum) and has_functions(base)):
                return True
    return False


def as_formula(base: Base) -> Sum:
    """Return the formula that is this base alone."""
    return Sum((Product(Fraction(1), (Power(base, Fraction(1)),)),))


def with_sum(base: Base, change: Callable[[Sum], Sum]) -> Base:
    """Change the sum that a base is, or is a function of; an input stays."""
    if isinstance(base, Call):
        return Call(base.function, change(base.argument))
    return change(base) if isinstance(base, Sum) else base
