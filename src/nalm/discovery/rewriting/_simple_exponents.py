"""Exponents near simple fractions become exact, all at once, where rounding one by one fails.

Of two nearly equal products, c^1.9999 and c^2.0001, neither can become exact alone.
"""

from fractions import Fraction
from functools import partial

from nalm.symbolic import Base, Number, Power, Product, Sum, with_sum

NEAR = 0.1
"""Largest distance of an exponent from the half that it becomes."""


def with_simple_exponents(formula: Sum, *, near: float = NEAR, denominator: int = 2) -> Sum:
    """Write measured exponents near whole numbers and halves as these.

    Args:
        formula: To be written.
        near: Largest distance.
        denominator: The largest of the fractions: 3 for thirds as well.

    Example:
        >>> from nalm.symbolic import to_text
        >>> law = Sum((Product(2.0, (Power(0, 1.9999), Power(1, 0.3), Power(2, 1e-6))),))
        >>> to_text(with_simple_exponents(law), ["x", "y", "z"])
        '2*x^2*y^0.3'
    """
    return Sum(tuple(_product(term, near, denominator) for term in formula.terms))


def _product(term: Product, near: float, denominator: int) -> Product:
    powers = (
        Power(_base(one, near, denominator), _fraction(one.exponent, near, denominator))
        for one in term.powers
    )
    return Product(term.coefficient, tuple(power for power in powers if power.exponent != 0))


def _base(power: Power, near: float, denominator: int) -> Base:
    simple = partial(with_simple_exponents, near=near, denominator=denominator)
    return with_sum(power.base, simple)


def _fraction(exponent: Number, near: float, denominator: int) -> Number:
    if isinstance(exponent, Fraction):
        return exponent
    # `limit_denominator` gives the nearest of all fractions with denominators up to this one.
    nearest = Fraction(exponent).limit_denominator(denominator)
    return nearest if abs(exponent - nearest) < near else exponent
