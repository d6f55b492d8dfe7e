"""Terms of a sum: sums to the power 1 resolved, equal products merged."""

from collections.abc import Iterable

from nalm.symbolic._formula._formula import Number, Power, Product, Sum
from nalm.symbolic._formula._number import ZERO
from nalm.symbolic._formula._parameters import parameters
from nalm.symbolic._normal_form._logarithm import without_scales
from nalm.symbolic._normal_form._order import ordered_terms


def merged(terms: Iterable[Product]) -> Sum:
    """Add equal products, in the order of the normal form; those of 0 are dropped.

    Scales of logarithms go into the constant.
    """
    return _ordered(without_scales(_added(terms)))


def merged_without_functions(terms: Iterable[Product]) -> Sum:
    """Do the same where no term is a logarithm, in less time."""
    return _ordered(_added(terms))


def _added(terms: Iterable[Product]) -> dict[tuple[Power, ...], Number]:
    numbers: dict[tuple[Power, ...], Number] = {}
    for term in terms:
        for part in _resolved(term):
            numbers[part.powers] = numbers.get(part.powers, ZERO) + part.coefficient
    return numbers


def _ordered(numbers: dict[tuple[Power, ...], Number]) -> Sum:
    left = [Product(number, powers) for powers, number in numbers.items() if number != 0]
    return Sum(ordered_terms(left))


def _resolved(term: Product) -> tuple[Product, ...]:
    """Distribute the coefficient of a sum to the power 1, if no parameter is doubled by it."""
    if len(term.powers) != 1:
        return (term,)
    (power,) = term.powers
    # A measured exponent is a parameter, even where its value is 1.
    if not isinstance(power.base, Sum) or power.exponent != 1 or isinstance(power.exponent, float):
        return (term,)
    parts = tuple(Product(term.coefficient * t.coefficient, t.powers) for t in power.base.terms)
    # Two numbers measured from one would be treated as independent, with errors of their own.
    more = len(parameters(Sum(parts))) > len(parameters(Sum((term,))))
    return (term,) if more else parts
