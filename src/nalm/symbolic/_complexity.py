"""The size of a formula."""

from nalm.symbolic._formula import Power, Product, Sum
from nalm.symbolic._layout import layout
from nalm.symbolic._number import HALF


def complexity(formula: Sum) -> int:
    """Count the nodes of a formula as written: variables, constants and operators.

    Each variable, each constant and each +, -, *, /, ^ and sqrt is one node, as in the complexity
    of PySR: `2.5*m*v^2/r` has 9. A coefficient of 1 and an exponent of 1 are not written; a
    negative exponent is a division; a fraction such as 2/3 is one constant. A minus of its own
    counts only where no term could come first without it.

    Args:
        formula: What is counted; write it in its normal form first.

    Returns:
        Number of nodes, at least 1.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product, Sum, complexity
        >>> complexity(Sum((Product(2.5, (Power(0, Fraction(2)),)), Product(1.5))))
        7
    """
    layouts = [layout(term) for term in formula.terms]
    led_by_minus = len(layouts) > 0 and all(
        each.negative and each.coefficient is None for each in layouts
    )
    joined = max(len(layouts) - 1, 0)
    return sum(map(_product_nodes, formula.terms)) + joined + led_by_minus + (not layouts)


def _product_nodes(term: Product) -> int:
    parts = layout(term)
    powers = (*parts.above, *parts.below)
    constants = parts.coefficient is not None
    # n factors are joined by n - 1 signs of multiplication or division.
    return sum(map(_power_nodes, powers)) + constants + len(powers) + constants - 1


def _power_nodes(power: Power) -> int:
    base = complexity(power.base) if isinstance(power.base, Sum) else 1
    if power.exponent == 1:
        return base
    return base + (1 if power.exponent == HALF else 2)
