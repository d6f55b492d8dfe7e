"""Division of polynomials with remainder: N = q D + r, so that N / D = q + r / D."""

from collections.abc import Mapping
from fractions import Fraction

from nalm.symbolic import Number, Power, Product, Sum

Polynomial = dict[tuple[int, ...], float]
"""Exponents of each product → its coefficient."""

NOTHING = 1e-7
"""Size, beside the largest coefficient, of one that is only rounding error or noise."""


def divide(above: Polynomial, below: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Return quotient and remainder; terms of higher degree, then of earlier inputs, lead."""
    lead = max(below, key=_order)
    left: Polynomial = dict(above)
    whole: Polynomial = {}
    rest: Polynomial = {}
    limit = NOTHING * max(map(abs, above.values()))
    while left:
        term = max(left, key=_order)
        value = left[term]
        shift = tuple(a - b for a, b in zip(term, lead, strict=True))
        # What the leading product does not divide belongs to the remainder, and the division goes
        # on with the next term: with several inputs, lower terms may still be divisible.
        if min(shift) < 0:
            rest[term] = left.pop(term)
            continue
        factor = value / below[lead]
        whole[shift] = factor
        for exponents, coefficient in below.items():
            place = tuple(a + b for a, b in zip(exponents, shift, strict=True))
            left[place] = left.get(place, 0.0) - factor * coefficient
        # The term itself is 0 but for rounding error, which must not be taken for a term again.
        left.pop(term, None)
        left = {place: c for place, c in left.items() if abs(c) > limit}
    return whole, rest


def to_sum(polynomial: Mapping[tuple[int, ...], Number]) -> Sum:
    """Write a polynomial as a formula; coefficients that are fractions stay exact."""
    return Sum(
        tuple(
            Product(value, tuple(Power(i, Fraction(e)) for i, e in enumerate(exponents) if e))
            for exponents, value in polynomial.items()
        )
    )


def _order(exponents: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return sum(exponents), exponents
