"""A formula as MathML, which browsers draw and read aloud without a script."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from nalm.symbolic import Number, Power, Product, Sum

DIGITS = 6
"""Digits of a measured number."""


def mathml(left: str, formula: Sum, *, names: Sequence[str], digits: int = DIGITS) -> str:
    """Write an equation.

    Args:
        left: The left side; ``dx/dt`` becomes a fraction.
        formula: The right side.
        names: Of its inputs.
        digits: Digits of a measured number.

    Returns:
        A ``math`` element; every name is escaped.

    Example:
        >>> mathml("y", Sum((Product(2.0),)), names=[])
        '<math display="block"><mrow><mi>y</mi><mo>=</mo><mn>2</mn></mrow></math>'
    """
    right = _sum(formula, names, digits)
    body = f"<mrow>{_left(left)}<mo>=</mo>{right}</mrow>"
    return f'<math display="block">{body}</math>'


def _left(name: str) -> str:
    if name.startswith("d") and name.endswith("/dt"):
        top = f"<mrow><mi>d</mi>{_name(name[1:-3])}</mrow>"
        return f"<mfrac>{top}<mrow><mi>d</mi><mi>t</mi></mrow></mfrac>"
    return _name(name)


def _name(name: str) -> str:
    return f"<mi>{escape(name)}</mi>"


def _sum(formula: Sum, names: Sequence[str], digits: int) -> str:
    if not formula.terms:
        return "<mn>0</mn>"
    parts: list[str] = []
    for k, term in enumerate(formula.terms):
        negative = term.coefficient < 0
        if negative or k:
            sign = "−" if negative else "+"
            form = ' form="infix"' if k else ' form="prefix"'
            parts.append(f"<mo{form}>{sign}</mo>")
        parts.append(_product(term, names, digits))
    return "".join(parts)


def _product(term: Product, names: Sequence[str], digits: int) -> str:
    """Write a term without its sign: what has a negative exponent goes below the line."""
    size = abs(term.coefficient)
    below = [power for power in term.powers if _whole(power.exponent) and power.exponent < 0]
    above = [power for power in term.powers if power not in below]
    top = [_power(power, names, digits, alone=False) for power in above]
    bottom = [
        _power(Power(power.base, -power.exponent), names, digits, alone=len(below) == 1)
        for power in below
    ]
    if isinstance(size, Fraction) and size.denominator != 1 and bottom:
        bottom.insert(0, f"<mn>{size.denominator}</mn>")
        size = Fraction(size.numerator)
    if size != 1 or isinstance(size, float) or not top:
        top.insert(0, _number(size, digits))
    if len(top) == 1 and len(above) == 1 and bottom:
        top = [_power(above[0], names, digits, alone=True)]
    joined = "<mo>⋅</mo>".join(top)
    if not bottom:
        return joined
    under = "<mo>⋅</mo>".join(bottom)
    return f"<mfrac><mrow>{joined}</mrow><mrow>{under}</mrow></mfrac>"


def _power(power: Power, names: Sequence[str], digits: int, *, alone: bool) -> str:
    exponent = power.exponent
    if isinstance(power.base, Sum):
        inside = f"<mrow>{_sum(power.base, names, digits)}</mrow>"
    else:
        inside = _name(names[power.base])
    if exponent == Fraction(1, 2):
        return f"<msqrt>{inside}</msqrt>"
    if isinstance(power.base, Sum) and not (alone and exponent == 1):
        inside = f"<mrow><mo>(</mo>{inside}<mo>)</mo></mrow>"
    if exponent == 1:
        return inside
    sign = "<mo>−</mo>" if exponent < 0 else ""
    return f"<msup>{inside}<mrow>{sign}{_raised(abs(exponent), digits)}</mrow></msup>"


def _raised(exponent: Number, digits: int) -> str:
    """Write an exponent on one line: a stacked fraction would be too small to read."""
    if isinstance(exponent, Fraction) and exponent.denominator != 1:
        return f"<mn>{exponent.numerator}</mn><mo>/</mo><mn>{exponent.denominator}</mn>"
    return _number(exponent, digits)


def _number(value: Number, digits: int) -> str:
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return f"<mn>{value.numerator}</mn>"
        return f"<mfrac><mn>{value.numerator}</mn><mn>{value.denominator}</mn></mfrac>"
    mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
    if not exponent:
        return f"<mn>{mantissa}</mn>"
    power = int(exponent)
    sign = "<mo>−</mo>" if power < 0 else ""
    ten = f"<msup><mn>10</mn><mrow>{sign}<mn>{abs(power)}</mn></mrow></msup>"
    return f"<mrow><mn>{mantissa}</mn><mo>×</mo>{ten}</mrow>"


def _whole(exponent: Number) -> bool:
    return isinstance(exponent, Fraction)
