"""Roots of quotients of sums, as formulas in which no number says what another says."""

from fractions import Fraction

from nalm.discovery.rewriting._anchor import anchored
from nalm.symbolic import Power, Product, Sum


def write_quotient(above: Sum, below: Sum, *, scale: float, power: int) -> Sum:
    """Write scale · (N / D)^(1 / power); a single product needs no sum.

    Args:
        above: N.
        below: D; a single product in it is taken for 1.
        scale: Factor of the whole.
        power: 1 or 2.

    Example:
        >>> below = Sum((Product(2.0), Product(4.0, (Power(0, Fraction(1)),))))
        >>> (term,) = write_quotient(Sum((Product(8.0),)), below, scale=1.0, power=1).terms
        >>> term.coefficient, [each.coefficient for each in term.powers[0].base.terms]
        (4.0, [Fraction(1, 1), 2.0])
    """
    root = Fraction(1, power)
    size, base = anchored(below) if len(below.terms) > 1 else (1.0, below)
    bottom = (Power(base, -root),) if len(below.terms) > 1 else ()
    if len(above.terms) == 1:
        only = above.terms[0]
        value = float(only.coefficient) / size
        outside = value if power == 1 else abs(value) ** 0.5
        powers = tuple(Power(w.base, w.exponent * root) for w in only.powers)
        return Sum((Product(scale * outside, (*powers, *bottom)),))
    if power == 1 and not bottom:
        return Sum(tuple(Product(float(t.coefficient) * scale, t.powers) for t in above.terms))
    first, top = anchored(above)
    return Sum((Product(scale * (first / size) ** float(root), (Power(top, root), *bottom)),))
