"""A formula as MathML, which browsers draw and read aloud without a script."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from html import escape
from typing import NamedTuple

from nalm.symbolic import Fold, MultipleOfPi, Number, Sum, without_leading_minus

_SYMBOL = re.compile("<mi>[^<]*</mi>")
DIGITS = 6
"""Digits of a measured number."""


def mathml(
    left: str, formula: Sum, *, names: Sequence[str], digits: int = DIGITS, broken: bool = False
) -> str:
    """Write an equation.

    Args:
        left: The left side; ``dx/dt`` becomes a fraction.
        formula: The right side.
        names: Of its inputs.
        digits: Digits of a measured number.
        broken: Whether lines may end between terms. No browser breaks a line within an element, so
            that each term is one of its own.

    Returns:
        A ``math`` element, or several with spaces between them; every name is escaped.

    Example:
        >>> from nalm.symbolic import Product
        >>> mathml("y", Sum((Product(2.0),)), names=[])
        '<math display="block"><mrow><mi>y</mi><mo>=</mo><mn>2</mn></mrow></math>'
    """
    write = Fold(
        number=lambda number: number,
        input=lambda index: _input(names[index]),
        call=_call,
        power=partial(_power, digits=digits),
        product=partial(_product, digits=digits),
        sum=_sum,
    )
    terms = without_leading_minus(formula).terms
    parts = _signed([write.of_product(term) for term in terms])
    lines = parts if broken else ["".join(parts)]
    lines[0] = f"{_left(left)}<mo>=</mo>{lines[0]}"
    return " ".join(f'<math display="block"><mrow>{each}</mrow></math>' for each in lines)


class _Base(NamedTuple):
    """What is raised: as it is, as one element, and as it stands beside other factors."""

    text: str
    alone: str
    enclosed: str
    around: tuple[str, str] | None = None
    """Of a function, what an exponent belongs to, and what stands behind it."""


class _Factor(NamedTuple):
    below: bool
    alone: str
    enclosed: str


class _Term(NamedTuple):
    negative: bool
    text: str


def _left(name: str) -> str:
    if name.startswith("d") and name.endswith("/dt"):
        top = f"<mrow><mi>d</mi>{_name(name[1:-3])}</mrow>"
        return f"<mfrac>{top}<mrow><mi>d</mi><mi>t</mi></mrow></mfrac>"
    return _name(name)


def _name(name: str) -> str:
    return f"<mi>{escape(name)}</mi>"


def _input(name: str) -> _Base:
    text = _name(name)
    return _Base(text, text, text)


def _sum(terms: list[_Term]) -> _Base:
    text = "".join(_signed(terms))
    row = f"<mrow>{text}</mrow>"
    return _Base(text, row, f"<mrow><mo>(</mo>{row}<mo>)</mo></mrow>")


def _signed(terms: list[_Term]) -> list[str]:
    """Write each term with its sign; without any, 0."""
    parts: list[str] = []
    for k, term in enumerate(terms):
        sign, form = "−" if term.negative else "+", "infix" if k else "prefix"
        shown = f'<mo form="{form}">{sign}</mo>' if term.negative or k else ""
        parts.append(shown + term.text)
    return parts or ["<mn>0</mn>"]


def _call(function: str, argument: _Base) -> _Base:
    if function == "exp" and argument.alone.count("<mfrac>") < 2:
        power = f"<msup><mi>e</mi>{argument.alone}</msup>"
        row = f"<mrow><mo>(</mo>{power}<mo>)</mo></mrow>"
        return _Base(power, power, power, (row, ""))
    name = f"<mi>{escape({'log': 'ln'}.get(function, function))}</mi>"
    inside = f"<mrow><mo>(</mo>{argument.alone}<mo>)</mo></mrow>"
    if _SYMBOL.fullmatch(argument.text):
        inside = argument.text
    behind = f"<mo>&#x2061;</mo>{inside}"  # the invisible "function of"
    row = f"<mrow>{name}{behind}</mrow>"
    return _Base(row, row, row, (name, behind))


def _product(coefficient: Number, factors: list[_Factor], *, digits: int) -> _Term:
    """Write a term without its sign: what has a negative exponent goes below the line."""
    size = abs(coefficient)
    above = [factor for factor in factors if not factor.below]
    below = [factor for factor in factors if factor.below]
    top = [factor.enclosed for factor in above]
    bottom = [factor.enclosed for factor in below]
    if isinstance(size, Fraction) and bottom and (denominator := _factor(size).denominator) != 1:
        bottom.insert(0, f"<mn>{denominator}</mn>")
        size = size * denominator
    if size != 1 or isinstance(size, float) or not top:
        top.insert(0, _number(size, digits))
    # Above or below a line, a sum that stands alone needs no parentheses.
    if len(top) == len(above) == 1 and bottom:
        top = [above[0].alone]
    if len(bottom) == len(below) == 1:
        bottom = [below[0].alone]
    text = "<mo>⋅</mo>".join(top)
    if bottom:
        under = "<mo>⋅</mo>".join(bottom)
        text = f"<mfrac><mrow>{text}</mrow><mrow>{under}</mrow></mfrac>"
    return _Term(coefficient < 0, text)


def _power(base: _Base, exponent: Number, *, digits: int) -> _Factor:
    below = isinstance(exponent, Fraction) and exponent < 0
    if below:
        exponent = -exponent
    if exponent == 1:
        return _Factor(below, base.alone, base.enclosed)
    if exponent == Fraction(1, 2):
        text = f"<msqrt>{base.alone}</msqrt>"
    else:
        sign = "<mo>−</mo>" if exponent < 0 else ""
        raised = _raised(abs(exponent), digits)
        under, behind = base.around or (base.enclosed, "")
        text = f"<msup>{under}<mrow>{sign}{raised}</mrow></msup>{behind}"
        text = f"<mrow>{text}</mrow>" if behind else text
    return _Factor(below, text, text)


def _raised(exponent: Number, digits: int) -> str:
    """Write an exponent on one line: a stacked fraction would be too small to read."""
    if isinstance(exponent, Fraction) and (denominator := _factor(exponent).denominator) != 1:
        return f"{_number(exponent * denominator, digits)}<mo>/</mo><mn>{denominator}</mn>"
    return _number(exponent, digits)


def _factor(value: Fraction) -> Fraction:
    """Return k of k π, and any other exact number itself."""
    return value.factor if isinstance(value, MultipleOfPi) else value


def _number(value: Number, digits: int) -> str:
    if isinstance(value, Fraction):
        factor = _factor(value)
        above = f"<mn>{factor.numerator}</mn>"
        if factor is not value:
            above = "<mi>π</mi>" if factor.numerator == 1 else f"<mrow>{above}<mi>π</mi></mrow>"
        if factor.denominator == 1:
            return above
        return f"<mfrac>{above}<mn>{factor.denominator}</mn></mfrac>"
    mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
    if not exponent:
        return f"<mn>{mantissa}</mn>"
    power = int(exponent)
    sign = "<mo>−</mo>" if power < 0 else ""
    ten = f"<msup><mn>10</mn><mrow>{sign}<mn>{abs(power)}</mn></mrow></msup>"
    return f"<mrow><mn>{mantissa}</mn><mo>×</mo>{ten}</mrow>"
