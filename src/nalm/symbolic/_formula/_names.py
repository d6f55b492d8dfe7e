"""The names of the inputs that a formula is written with."""

from collections.abc import Sequence

from nalm.errors import InvalidValueError
from nalm.symbolic._formula._fold import Fold
from nalm.symbolic._formula._formula import Sum


def inputs_needed(formula: Sum) -> int:
    """Count the inputs up to the last one that the formula uses."""
    return _NEEDED(formula)


_NEEDED: Fold[None, int, int, int, int] = Fold(
    number=lambda number: None,
    input=lambda index: index + 1,
    call=lambda function, argument: argument,
    power=lambda base, exponent: base,
    product=lambda coefficient, powers: max(powers, default=0),
    sum=lambda terms: max(terms, default=0),
)


def check_names(formula: Sum, names: Sequence[str]) -> None:
    """Raise `InvalidValueError` unless there is a name for every input."""
    needed = inputs_needed(formula)
    if isinstance(names, str) or len(names) < needed:
        raise InvalidValueError(
            f"names should hold at least {needed} names, one for each input of the formula, "
            f"found {names!r}; give the names of all columns in their order."
        )
