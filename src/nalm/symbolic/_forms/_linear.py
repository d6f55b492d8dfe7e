"""Which constants of a form enter linearly, all of them together."""

import math
from collections.abc import Sequence

from nalm.symbolic._forms._expression import (
    Added,
    Expression,
    Multiplied,
    Name,
    Raised,
    exact_value,
    parts,
)


def linear_constants(expression: Expression, constants: Sequence[str]) -> tuple[int, ...]:
    """Choose constants in which an expression is linear while the others stay, from left to right.

    Args:
        expression: What a user wrote.
        constants: Their names.

    Returns:
        Their places; of a product of two constants the first one.

    Example:
        >>> from nalm.symbolic import read_form
        >>> form = read_form("a*exp(-b*t) + c", ["t"])
        >>> linear_constants(form.expression, form.constants)
        (0, 2)
    """
    chosen: set[str] = set()
    for name in constants:
        if _degree(expression, chosen | {name}) <= 1:
            chosen.add(name)
    return tuple(k for k, name in enumerate(constants) if name in chosen)


def _degree(expression: Expression, names: set[str]) -> float:
    """Return the degree as a polynomial in these names; infinite where it is none."""
    if isinstance(expression, Name):
        return float(expression.name in names)
    degrees = [_degree(part, names) for part in parts(expression)]
    if isinstance(expression, Added):
        return max(degrees)
    if isinstance(expression, Multiplied):
        return sum(degrees)
    if not any(degrees):
        return 0.0
    once = isinstance(expression, Raised) and exact_value(expression.exponent) == 1
    return degrees[0] if once else math.inf
