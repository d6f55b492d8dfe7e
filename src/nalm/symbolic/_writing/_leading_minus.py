"""A formula that begins with a minus, written without one where a sum can take its sign."""

from nalm.symbolic._formula._formula import Power, Product, Sum
from nalm.symbolic._formula._number import is_even, is_integer, is_measured


def without_leading_minus(formula: Sum) -> Sum:
    """Move the sign of a formula whose terms are all negative into a sum that is a factor.

    -V (e^(-t) - 1) is V (1 - e^(-t)). The values stay the same.

    Args:
        formula: What is to be written.

    Returns:
        The formula with the sign of one term and of one of its factors changed, if there is such.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import to_text
        >>> one = Fraction(1)
        >>> gap = Sum((Product(one, (Power(1, one),)), Product(-one, (Power(2, one),))))
        >>> to_text(Sum((Product(-2.5, (Power(0, one), Power(gap, -one))),)), ["x", "y", "z"])
        '2.5*x/(z - y)'
    """
    if any(term.coefficient > 0 for term in formula.terms):
        return formula
    for place, term in enumerate(formula.terms):
        turned = _turned(term)
        if turned is not None:
            return Sum((*formula.terms[:place], turned, *formula.terms[place + 1 :]))
    return formula


def _turned(term: Product) -> Product | None:
    """Change the signs of a term and of a factor that does not begin with a minus then."""
    for place, power in enumerate(term.powers):
        base, odd = power.base, is_integer(power.exponent) and not is_even(power.exponent)
        if not isinstance(base, Sum) or is_measured(power.exponent) or not odd:
            continue
        if any(one.coefficient < 0 for one in base.terms):
            new = Power(_negative(base), power.exponent)
            return Product(
                -term.coefficient, (*term.powers[:place], new, *term.powers[place + 1 :])
            )
    return None


def _negative(base: Sum) -> Sum:
    return Sum(tuple(Product(-one.coefficient, one.powers) for one in base.terms))
