"""Whether two formulas differ in their measured values only."""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from nalm.symbolic._formula._fold import Fold
from nalm.symbolic._formula._formula import Call, Number, Power, Product, Sum
from nalm.symbolic._formula._number import as_float

_DIGITS = 3
_NEAR = 10.0**-_DIGITS  # measured exponents that differ by less are one

_Key: TypeAlias = tuple[object, ...]
_Part = TypeVar("_Part", Product, Power)


def same_form(a: Sum, b: Sum) -> bool:
    """Tell whether two formulas are equal except for the values of measured coefficients.

    Exact coefficients must be equal, and so must exponents where both are exact; if one is
    measured they may differ by 0.001. The order of terms and factors does not matter. Bring both
    into their normal form with `simplify` before.

    Args:
        a: One formula.
        b: The other.

    Returns:
        Whether they are of one form.

    Example:
        >>> from nalm.symbolic import Product, Sum, same_form
        >>> same_form(Sum((Product(2.5),)), Sum((Product(3.5),)))
        True
    """
    return _matched(a.terms, b.terms, _same_product)


def form_key(formula: Sum) -> Hashable:
    """Summarise the form of a formula, to count how often it was found.

    Formulas of one form have equal keys, unless a measured exponent lies where rounding to three
    decimals separates it from the other's. Bring formulas into their normal form before.

    Args:
        formula: Whose form it is.

    Returns:
        What to put into a set or a `collections.Counter`.

    Example:
        >>> from nalm.symbolic import Product, Sum, form_key
        >>> form_key(Sum((Product(2.5),))) == form_key(Sum((Product(3.5),)))
        True
    """
    return _FORM(formula)


def _power_key(base: _Key, exponent: Number) -> _Key:
    return (*base, round(as_float(exponent), _DIGITS))


def _product_key(coefficient: Number, powers: list[_Key]) -> _Key:
    exact = isinstance(coefficient, Fraction)
    # The first entry keeps an exact 0 and the stand-in of a measured number apart.
    return (exact, coefficient if exact else 0, tuple(sorted(powers)))


# Bases of all kinds have keys of one shape, input before sum before function, so that they can be
# sorted together.
_FORM: Fold[Number, _Key, _Key, _Key, _Key] = Fold(
    number=lambda number: number,
    input=lambda index: (0, index, ()),
    call=lambda function, argument: (2, function, argument),
    power=_power_key,
    product=_product_key,
    sum=lambda terms: (1, 0, tuple(sorted(terms))),
)


def _same_product(a: Product, b: Product) -> bool:
    exact = isinstance(a.coefficient, Fraction), isinstance(b.coefficient, Fraction)
    if exact[0] != exact[1] or (exact[0] and a.coefficient != b.coefficient):
        return False
    return _matched(a.powers, b.powers, _same_power)


def _same_power(a: Power, b: Power) -> bool:
    if not _same_exponent(a.exponent, b.exponent):
        return False
    if isinstance(a.base, Sum) and isinstance(b.base, Sum):
        return same_form(a.base, b.base)
    if isinstance(a.base, Call) and isinstance(b.base, Call):
        same = a.base.function == b.base.function
        return same and same_form(a.base.argument, b.base.argument)
    return a.base == b.base


def _same_exponent(a: Number, b: Number) -> bool:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a == b
    return abs(as_float(a) - as_float(b)) <= _NEAR


def _matched(a: Sequence[_Part], b: Sequence[_Part], same: Callable[[_Part, _Part], bool]) -> bool:
    """Pair each of `a` with one of `b`: nearness is not transitive, so the first may be wrong."""
    if len(a) != len(b):
        return False
    if not a:
        return True
    # Forms have few terms, so all pairings are tried one after another.
    return any(
        same(a[0], each) and _matched(a[1:], [*b[:i], *b[i + 1 :]], same)
        for i, each in enumerate(b)
    )
