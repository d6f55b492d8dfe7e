"""What the form of a sum says about its sign."""

from collections.abc import Sequence

from nalm.symbolic._formula._formula import Base, Call, Power, Product, argument_of
from nalm.symbolic._formula._number import is_even, is_integer


def is_positive(base: Base, positive: Sequence[bool]) -> bool:
    """Tell whether a base is known to be > 0 wherever it has a value.

    Args:
        base: An input or a sum.
        positive: Which inputs are positive; inputs beyond its end are of unknown sign.
    """
    if isinstance(base, int):
        return base < len(positive) and positive[base]
    if isinstance(base, Call):
        return argument_of(base, "exp") is not None
    return all(never_negative(term, positive) for term in base.terms) and any(
        _is_positive_term(term, positive) for term in base.terms
    )


def never_negative(
    term: Product, positive: Sequence[bool], *, without: "Base | None" = None
) -> bool:
    """Tell whether a term, `without` one of its bases, is known to be >= 0 where it has a value."""
    return term.coefficient >= 0 and all(
        power.base == without or _never_negative(power) or is_positive(power.base, positive)
        for power in term.powers
    )


def _is_positive_term(term: Product, positive: Sequence[bool]) -> bool:
    # Raised to an even or fractional negative exponent, a base is > 0 wherever that has a value.
    return term.coefficient > 0 and all(
        (_never_negative(power) and power.exponent < 0) or is_positive(power.base, positive)
        for power in term.powers
    )


def _never_negative(power: Power) -> bool:
    # To an exponent that is no integer only a base ≥ 0 has a power, which is ≥ 0 again.
    return is_even(power.exponent) or not is_integer(power.exponent)
