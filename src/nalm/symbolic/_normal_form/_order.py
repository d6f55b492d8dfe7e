"""The order of terms and factors: by what they are made of, not by the values of coefficients."""

from typing import TypeAlias

from nalm.symbolic._formula._fold import Fold
from nalm.symbolic._formula._formula import Power, Product
from nalm.symbolic._formula._number import as_float

_DIGITS = 3  # exponents that differ by less are noise, which must not decide the order

_Key: TypeAlias = tuple[object, ...]


def ordered_terms(terms: list[Product]) -> tuple[Product, ...]:
    """Sort by first input, then falling exponents; constants last."""
    return tuple(sorted(terms, key=_KEYS.of_product))


def ordered_powers(powers: list[Power]) -> tuple[Power, ...]:
    """Sort inputs by number, then sums."""
    return tuple(sorted(powers, key=_KEYS.of_power))


# A part has two keys: one that leaves coefficients and small differences of exponents out, and an
# exact one that orders parts of which the first are equal. They are plain tuples, since sorting by
# them takes most of the time of `simplify`.
_BaseKey: TypeAlias = tuple[_Key, _Key]
_PowerKey: TypeAlias = tuple[_Key, _Key]
_ProductKey: TypeAlias = tuple[_Key, _Key, float]


def _power_key(base: _BaseKey, exponent: float) -> _PowerKey:
    form, exact = base
    # Negative: high powers come first.
    return (*form, -round(exponent, _DIGITS)), (exponent, exact)


def _product_key(coefficient: float, powers: list[_PowerKey]) -> _ProductKey:
    forms = tuple([form for form, _ in powers])
    return (not powers, forms), tuple([exact for _, exact in powers]), coefficient


def _sum_key(terms: list[_ProductKey]) -> _BaseKey:
    return (1, 0, tuple([form for form, _, _ in terms])), tuple(terms)


_KEYS: Fold[float, _BaseKey, _PowerKey, _ProductKey, _BaseKey] = Fold(
    number=as_float,
    input=lambda index: ((0, index, ()), ()),
    call=lambda function, argument: ((2, function, argument[0]), argument[1]),
    power=_power_key,
    product=_product_key,
    sum=_sum_key,
)
