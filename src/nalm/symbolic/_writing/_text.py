"""A formula as one readable line."""

from collections.abc import Sequence
from functools import partial

from nalm.symbolic._formula._fold import Fold
from nalm.symbolic._formula._formula import Number, Sum
from nalm.symbolic._formula._names import check_names
from nalm.symbolic._formula._number import HALF
from nalm.symbolic._writing._layout import Base, Factor, Term, join_terms, layout, placed, rounded
from nalm.symbolic._writing._leading_minus import without_leading_minus


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

    def power(base: Base, exponent: Number) -> Factor:
        below, size = placed(exponent)
        text = _power_text(base, size, digits)
        return Factor(below, text, text)

    write = Fold(
        number=partial(rounded, digits=digits),
        input=lambda index: Base(names[index], names[index]),
        call=_call_text,
        power=power,
        product=partial(_product_text, digits=digits),
        sum=_sum_text,
    )
    return write(without_leading_minus(formula)).alone


def _call_text(function: str, argument: Base) -> Base:
    text = f"{function}({argument.alone})"
    return Base(text, text)


def _sum_text(terms: list[Term]) -> Base:
    text = join_terms(terms)
    return Base(text, f"({text})")


def _product_text(coefficient: Number, factors: list[Factor], *, digits: int) -> Term:
    parts = layout(coefficient, factors)
    first, last = ([_number_text(c, digits) for c in each] for each in parts.constants())
    above = "*".join(first + [factor.enclosed for factor in parts.above])
    below = last + [factor.enclosed for factor in parts.below]
    if not below:
        return Term(parts.negative, above)
    under = below[0] if len(below) == 1 else f"({'*'.join(below)})"
    return Term(parts.negative, f"{above}/{under}")


def _power_text(base: Base, exponent: Number, digits: int) -> str:
    if exponent == 1:
        return base.enclosed
    if exponent == HALF:
        return f"sqrt({base.alone})"
    text = _number_text(exponent, digits)
    # x^2/3 would be read as (x^2)/3.
    return f"{base.enclosed}^({text})" if "/" in text or "*" in text else f"{base.enclosed}^{text}"


def _number_text(number: Number, digits: int) -> str:
    if isinstance(number, float):
        return f"{number:.{digits}g}"
    return str(number)
