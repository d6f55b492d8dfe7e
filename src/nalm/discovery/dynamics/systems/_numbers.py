"""Formulas compared and changed number by number."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from nalm.discovery.dynamics.systems._system import System, numbers
from nalm.discovery.rewriting._properties import numbers_of
from nalm.symbolic import Base, Call, Fold, Number, Power, Product, Sum, sum_in, with_sum

CLOSE = 0.15
"""Difference of exponents up to which two terms are tried as one."""
FACTOR = 4.0
"""Ratio of coefficients up to which they are: those of a saturation are poorly determined."""


def likeness(a: Sum, b: Sum) -> int:
    """Return 1 or -1 where b is about ± a, else 0.

    Args:
        a: A formula of one term.
        b: Another.
    """
    first, second = a.terms[0], b.terms[0]
    x, y = float(first.coefficient), float(second.coefficient)
    if not x or not y or not 1 / FACTOR < abs(x / y) < FACTOR:
        return 0
    if not _alike(first.powers, second.powers):
        return 0
    return 1 if x * y > 0 else -1


def _alike(a: tuple[Power, ...], b: tuple[Power, ...]) -> bool:
    if len(a) != len(b):
        return False
    for one, other in zip(a, b, strict=True):
        if abs(float(one.exponent) - float(other.exponent)) > CLOSE:
            return False
        if not _alike_bases(one.base, other.base):
            return False
    return True


def _alike_bases(one: Base, other: Base) -> bool:
    p, q = sum_in(one), sum_in(other)
    if p is None or q is None or _function(one) != _function(other):
        return one == other
    # Inside a power a sign cannot be drawn out as a factor: inner terms have to agree in theirs.
    return len(p.terms) == len(q.terms) and all(
        likeness(Sum((a,)), Sum((b,))) == 1 for a, b in zip(p.terms, q.terms, strict=True)
    )


def _function(base: Base) -> str:
    return base.function if isinstance(base, Call) else ""


def kinds(system: System) -> Iterator[tuple[float, bool]]:
    """Yield every measured number and whether it is an exponent, in their order.

    Args:
        system: Whose terms are gone through.
    """
    for term in system.terms:
        yield from _kinds_of(term)


def _kinds_of(formula: Sum) -> Iterator[tuple[float, bool]]:
    return ((number, kind) for number, kind in numbers_of(formula) if isinstance(number, float))


def with_exact(system: System, place: int, *, value: Fraction) -> System:
    """Replace one measured number by an exact one; a power of 0 disappears.

    Args:
        system: Whose number it is.
        place: Which one, in the order of `kinds`.
        value: The exact one.
    """
    counter = iter(range(len(numbers(system))))

    def number(old: Number) -> Number:
        if not isinstance(old, float):
            return old
        # A `Fold` meets the numbers in the order of `parameters`, so that places count up.
        return value if next(counter) == place else old

    exact: Fold[Number, Base, Power, Product, Sum] = Fold(
        number=number,
        input=lambda index: index,
        call=Call,
        power=Power,
        product=lambda c, powers: Product(c, tuple(w for w in powers if w.exponent != 0)),
        sum=lambda terms: Sum(tuple(terms)),
    )
    return replace(system, terms=tuple(exact(term) for term in system.terms))


def exponents(formula: Sum) -> list[bool]:
    """Tell of each measured number of a formula whether it is an exponent.

    Args:
        formula: Whose numbers are meant, in the order of `parameters`.
    """
    return [is_exponent for _, is_exponent in _kinds_of(formula)]


def whole_exponents(formula: Sum) -> Sum:
    """Make measured exponents that are whole numbers exact: then any sign has its power.

    Args:
        formula: As a search returned it.
    """
    terms: list[Product] = []
    for term in formula.terms:
        powers: list[Power] = []
        for power in term.powers:
            base = with_sum(power.base, whole_exponents)
            exponent = power.exponent
            if isinstance(exponent, float) and exponent.is_integer():
                exponent = Fraction(exponent)
            powers.append(Power(base, exponent))
        terms.append(Product(term.coefficient, tuple(powers)))
    return Sum(tuple(terms))
