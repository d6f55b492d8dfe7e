"""Sums that touch 0 without a change of sign, whose roots are sizes: √(1 - cos² u) = |sin u|."""

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import Sum, evaluate

POINTS = 2048
"""Points between two rows each that a sum is computed at."""
NEXT_TO = 1e-4
"""Values, in units of the largest, that are next to 0."""
COUNT = 5
"""Points next to 0 from which a zero is double: of a simple one at the edge there is hardly any."""


def has_double_zero(base: Sum, x: FloatArray) -> bool:
    """Say whether a sum is 0 along a surface between the rows, and positive on both sides.

    Next to a zero of r², as many values are below ε as r has below √ε. Between two rows, so that a
    zero at the edge of the data is no such zero.

    Args:
        base: The sum.
        x: Inputs `(rows, inputs)`.
    """
    random = np.random.default_rng(0)
    one, other = x[random.integers(len(x), size=(2, POINTS))]
    share = random.random((POINTS, 1))
    with np.errstate(all="ignore"):
        values = evaluate(base, share * one + (1 - share) * other)
    largest = np.abs(values).max()
    if not np.isfinite(largest) or (values < -(NEXT_TO**2) * largest).any():
        return False
    return bool((values < NEXT_TO * largest).sum() >= COUNT)
