"""The order of terms and factors: by what they are made of, not by the values of coefficients."""

from typing import TypeAlias

from nalm.symbolic._formula._formula import Power, Product, Sum
from nalm.symbolic._formula._number import as_float

_DIGITS = 3  # exponents that differ by less are noise, which must not decide the order

Key: TypeAlias = tuple[object, ...]


def ordered_terms(terms: list[Product]) -> tuple[Product, ...]:
    """Sort by first input, then falling exponents; constants last."""
    return tuple(sorted(terms, key=_term_key))


def ordered_powers(powers: list[Power]) -> tuple[Power, ...]:
    """Sort inputs by number, then sums."""
    return tuple(sorted(powers, key=lambda power: (_power_key(power), _exact_power_key(power))))


def _term_key(term: Product) -> Key:
    exact = tuple(_exact_power_key(power) for power in term.powers)
    return (_product_key(term), exact, as_float(term.coefficient))


def _product_key(term: Product) -> Key:
    return (not term.powers, tuple(_power_key(power) for power in term.powers))


def _power_key(power: Power) -> Key:
    falling = -round(as_float(power.exponent), _DIGITS)
    if isinstance(power.base, Sum):
        return (1, 0, tuple(_product_key(term) for term in power.base.terms), falling)
    return (0, power.base, (), falling)


def _exact_power_key(power: Power) -> Key:
    inner = tuple(_term_key(t) for t in power.base.terms) if isinstance(power.base, Sum) else ()
    return (as_float(power.exponent), inner)
