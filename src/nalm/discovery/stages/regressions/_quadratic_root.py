"""The root of a quadratic equation, written as a formula.

y² = B y + C   ⇒   y = B / 2 ± √(B² / 4 + C)
"""

from fractions import Fraction
from itertools import product

from nalm.discovery.rewriting._anchor import anchored
from nalm.discovery.rewriting._division import to_sum
from nalm.symbolic import Number, Power, Product, Sum

Polynomial = dict[tuple[int, ...], Number]
"""Exponents of each product → its coefficient, a fraction where it is exact."""

NOTHING = 1e-9
"""Size, beside the largest coefficient, of one that is only rounding error."""


def write_quadratic_root(linear: Polynomial, constant: Polynomial, *, above: bool) -> Sum | None:
    """Write the larger, or the smaller, root of y² = B y + C; `None` where it is no root.

    Args:
        linear: B.
        constant: C.
        above: Whether the larger.

    Example:
        >>> from nalm.symbolic import to_text
        >>> x, one = (1,), (0,)
        >>> root = write_quadratic_root({x: Fraction(-2)}, {one: Fraction(3)}, above=True)
        >>> to_text(root, ["x"])
        'sqrt(3 + x^2) - x'
    """
    half: Polynomial = {w: value / 2 for w, value in linear.items()}
    under: Polynomial = dict(constant)
    for (v, a), (w, b) in product(half.items(), repeat=2):
        place = tuple(i + j for i, j in zip(v, w, strict=True))
        under[place] = under.get(place, Fraction(0)) + a * b
    largest = max(map(abs, under.values()), default=0)
    under = {w: value for w, value in under.items() if abs(value) > NOTHING * largest}
    # The root of one product is a product again.
    if len(under) < 2:
        return None
    size, base = Fraction(1), to_sum(under)
    if not any(isinstance(value, Fraction) for value in under.values()):
        scale, base = anchored(base)
        size = scale**0.5
    root = Product(size if above else -size, (Power(base, Fraction(1, 2)),))
    return Sum((*to_sum(half).terms, root))
