"""Questions to a formula: which numbers it has, and whether they are neat."""

from collections.abc import Hashable, Iterator
from fractions import Fraction

from nalm.symbolic import Call, Fold, Number, Power, Product, Sum, inputs_of, sum_in

LARGEST_NEAT = 2
"""Largest exponent of a sum that counts as neat."""


def numbers_of(formula: Sum) -> Iterator[tuple[Number, bool]]:
    """Yield every number and whether it is an exponent, in the order of `nalm.symbolic.parameters`.

    Args:
        formula: Whose numbers.
    """
    for term in formula.terms:
        yield term.coefficient, False
        for power in term.powers:
            yield power.exponent, True
            if (inner := sum_in(power.base)) is not None:
                yield from numbers_of(inner)


def is_product(formula: Sum) -> bool:
    """Say whether a formula is one product of powers of inputs."""
    return len(formula.terms) == 1 and all(isinstance(w.base, int) for w in formula.terms[0].powers)


def count_calls(formula: Sum) -> int:
    """Count the functions that a formula calls."""
    return _CALLS(formula)


def constants_of_logarithms(formula: Sum) -> int:
    """Count the sums a log x + c, which are a log(b x): their constant is no term of its own."""
    inner = (sum_in(power.base) for term in formula.terms for power in term.powers)
    own = any(not term.powers for term in formula.terms) and any(
        _is_logarithm(term.powers) for term in formula.terms
    )
    return own + sum(constants_of_logarithms(each) for each in inner if each is not None)


def further_logarithms(formula: Sum) -> int:
    """Count the logarithms in sums a log x + b log z, which are one, a log(x z^(b/a))."""
    inner = (sum_in(power.base) for term in formula.terms for power in term.powers)
    own = sum(_is_logarithm(term.powers) for term in formula.terms)
    return max(own - 1, 0) + sum(further_logarithms(each) for each in inner if each is not None)


def _is_logarithm(powers: tuple[Power, ...]) -> bool:
    if len(powers) != 1 or powers[0].exponent != 1:
        return False
    base = powers[0].base
    return isinstance(base, Call) and base.function == "log"


def has_measured_exponents(formula: Sum) -> bool:
    """Say whether an exponent is a measured number."""
    return any(e and not isinstance(n, Fraction) for n, e in numbers_of(formula))


def has_neat_exponents(formula: Sum) -> bool:
    """Say whether all exponents are halves or whole, those of sums none beyond 2."""
    return _NEAT(formula)


def is_flexible(formula: Sum) -> bool:
    """Say whether a formula can follow other functions than its own, as a product cannot.

    Nor can a product of powers times a neat formula of other inputs, as x^0.26 exp(-z).
    """
    if len(formula.terms) != 1:
        return not has_neat_exponents(formula)
    (term,) = formula.terms
    others = tuple(power for power in term.powers if not isinstance(power.base, int))
    inside = inputs_of(Sum((Product(Fraction(1), others),)))
    rest = (power for power in term.powers if power in others or power.base in inside)
    return bool(others) and not has_neat_exponents(Sum((Product(Fraction(1), tuple(rest)),)))


def skeleton(formula: Sum) -> Hashable:
    """Return what a formula is but for its coefficients: x + 0.998 and x + 1 are the same."""
    return _SKELETON(formula)


def largest_exponent(formula: Sum) -> float:
    """Return the size of the largest exponent, 0 of a constant."""
    return max(
        (abs(float(n)) for n, is_exponent in numbers_of(formula) if is_exponent), default=0.0
    )


def _is_neat(base: bool | None, exponent: Number) -> bool:
    if not isinstance(exponent, Fraction) or exponent.denominator > 2:
        return False
    # A high power of a sum is a sum of many terms, which can follow nearly any function.
    return base is None or (base and abs(exponent) <= LARGEST_NEAT)


def _is_neat_call(function: str, argument: bool | None) -> bool | None:
    # A power of a function is as neat as one of an input, if its argument is.
    return None if argument else False


_NEAT: Fold[Number, None, bool, bool, bool] = Fold(
    number=lambda number: number,
    input=lambda index: None,
    call=_is_neat_call,
    power=_is_neat,
    product=lambda coefficient, powers: all(powers),
    sum=all,
)

_SKELETON: Fold[Number, tuple[object, ...], tuple[object, ...], object, tuple[object, ...]] = Fold(
    number=lambda number: number,
    input=lambda index: (index,),
    call=lambda function, argument: (function, argument),
    power=lambda base, exponent: (base, round(float(exponent), 3)),
    product=lambda coefficient, powers: tuple(sorted(powers, key=repr)),
    sum=lambda terms: tuple(sorted(terms, key=repr)),
)

_CALLS: Fold[None, int, int, int, int] = Fold(
    number=lambda number: None,
    input=lambda index: 0,
    call=lambda function, argument: 1 + argument,
    power=lambda base, exponent: base,
    product=lambda coefficient, powers: sum(powers),
    sum=sum,
)
