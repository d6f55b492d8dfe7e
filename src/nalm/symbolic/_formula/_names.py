"""The names of the inputs that a formula is written with."""

from collections.abc import Sequence

from nalm.errors import InvalidValueError
from nalm.symbolic._formula._fold import Fold
from nalm.symbolic._formula._formula import Sum


def inputs_of(formula: Sum) -> set[int]:
    """Return the indices of the inputs that a formula uses.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product
        >>> inputs_of(Sum((Product(2.0, (Power(3, Fraction(1)),)),)))
        {3}
    """
    return _INPUTS(formula)


def inputs_needed(formula: Sum) -> int:
    """Count the inputs up to the last one that the formula uses."""
    return 1 + max(inputs_of(formula), default=-1)


_INPUTS: Fold[None, set[int], set[int], set[int], set[int]] = Fold(
    number=lambda number: None,
    input=lambda index: {index},
    call=lambda function, argument: argument,
    power=lambda base, exponent: base,
    product=lambda coefficient, powers: set[int]().union(*powers),
    sum=lambda terms: set[int]().union(*terms),
)


def check_names(formula: Sum, names: Sequence[str]) -> None:
    """Raise `InvalidValueError` unless there is a name for every input."""
    needed = inputs_needed(formula)
    if isinstance(names, str) or len(names) < needed:
        raise InvalidValueError(
            f"names should hold at least {needed} names, one for each input of the formula, "
            f"found {names!r}; give the names of all columns in their order."
        )
