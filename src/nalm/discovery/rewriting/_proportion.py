"""Coefficients in proportion as small whole numbers: x² - 2xy + y² of 1.01 x² - 1.97 xy + 0.99 y².

Where a sum is 0 within the data, measured coefficients make it negative there, and its root has no
value; those of the law do not.
"""

from fractions import Fraction

from nalm.symbolic import Product, Sum

LARGEST = 4
NEAR = 0.2
"""Largest relative distance of a coefficient from the one that it becomes."""


def in_proportion(base: Sum) -> Sum:
    """Make all coefficients exact if they nearly are whole multiples of the smallest.

    Args:
        base: A sum whose scale a factor outside gives.

    Returns:
        The sum itself if its coefficients are in no such proportion.

    Example:
        >>> from nalm.symbolic import Power, to_text
        >>> x, y = Power(0, Fraction(2)), Power(1, Fraction(1))
        >>> base = Sum((Product(Fraction(1), (x,)), Product(-1.97, (y,))))
        >>> to_text(in_proportion(base), ["x", "y"])
        'x^2 - 2*y'
    """
    sizes = [float(term.coefficient) for term in base.terms]
    unit = min(map(abs, sizes))
    whole = [round(size / unit) for size in sizes]
    near = all(
        abs(n) <= LARGEST and abs(size / unit - n) <= NEAR * abs(n)
        for n, size in zip(whole, sizes, strict=True)
    )
    if not near:
        return base
    # The first coefficient becomes 1 or -1, as `anchored` leaves it: the factor outside has the
    # scale.
    first = abs(whole[0])
    return Sum(
        tuple(
            Product(Fraction(n, first), term.powers)
            for n, term in zip(whole, base.terms, strict=True)
        )
    )
