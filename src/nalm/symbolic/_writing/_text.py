"""A formula as one readable line."""

from collections.abc import Sequence

from nalm.symbolic._formula._formula import Number, Power, Product, Sum
from nalm.symbolic._formula._names import check_names
from nalm.symbolic._formula._number import HALF
from nalm.symbolic._writing._layout import join_terms, layout, rounded


def to_text(formula: Sum, names: Sequence[str], *, digits: int = 6) -> str:
    """Write a formula as text, such as `2.5*m*v^2/r + sqrt(x^2 + y^2)`.

    Args:
        formula: What is written, a positive term first.
        names: Names of the inputs.
        digits: Significant digits of measured numbers; exact ones are written in full.

    Returns:
        The text.

    Raises:
        InvalidValueError: If there are fewer names than inputs.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product, Sum, to_text
        >>> to_text(Sum((Product(2.5, (Power(0, Fraction(2)), Power(1, -1.0))),)), ["v", "r"])
        '2.5*v^2/r'
    """
    check_names(formula, names)
    return _sum_text(rounded(formula, digits=digits), names, digits)


def _sum_text(formula: Sum, names: Sequence[str], digits: int) -> str:
    return join_terms(formula, lambda term: _product_text(term, names, digits))


def _product_text(term: Product, names: Sequence[str], digits: int) -> str:
    parts = layout(term)
    first, last = ([_number_text(c, digits) for c in each] for each in parts.constants())
    above = first + [_power_text(power, names, digits) for power in parts.above]
    below = last + [_power_text(power, names, digits) for power in parts.below]
    text = "*".join(above)
    if not below:
        return text
    return f"{text}/{below[0]}" if len(below) == 1 else f"{text}/({'*'.join(below)})"


def _power_text(power: Power, names: Sequence[str], digits: int) -> str:
    if isinstance(power.base, Sum):
        inner = _sum_text(power.base, names, digits)
        base = f"({inner})"
    else:
        inner = base = names[power.base]
    if power.exponent == 1:
        return base
    if power.exponent == HALF:
        return f"sqrt({inner})"
    exponent = _number_text(power.exponent, digits)
    return f"{base}^({exponent})" if "/" in exponent else f"{base}^{exponent}"


def _number_text(number: Number, digits: int) -> str:
    if isinstance(number, float):
        return f"{number:.{digits}g}"
    return str(number)
