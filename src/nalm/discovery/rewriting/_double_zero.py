"""Sums that touch 0 without a change of sign, whose roots are sizes: √(1 - cos² u) = |sin u|."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.rewriting._inner_sums import with_other_sums
from nalm.discovery.rewriting._perfect_squares import root_of_square
from nalm.symbolic import Power, Product, Sum, evaluate

POINTS = 2048
"""Points between two rows each that a sum is computed at."""
NEXT_TO = 1e-4
"""Values, in units of the largest, that are next to 0."""
COUNT = 5
"""Points next to 0 from which a zero is double: of a simple one at the edge there is hardly any."""

NEARLY = 0.1
"""Largest difference, in units of its largest term, of a polynomial from the square it may be."""


def has_double_zero(base: Sum, x: FloatArray) -> bool:
    """Say whether a sum is 0 along a surface between the rows, and positive on both sides.

    Next to a zero of r², as many values are below ε as r has below √ε. Between two rows, so that a
    zero at the edge of the data is no such zero.

    Args:
        base: The sum.
        x: Inputs `(rows, inputs)`.
    """
    values = _between(base, x)
    largest = np.abs(values).max()
    if not np.isfinite(largest) or (values < -(NEXT_TO**2) * largest).any():
        return False
    return bool((values < NEXT_TO * largest).sum() >= COUNT)


def with_double_zeros(
    formula: Sum, x: FloatArray, *, where: Callable[[Power], bool] = lambda _: True
) -> Iterator[Sum]:
    """Make each inner sum, one after another, the square that it nearly is.

    A constant that was measured hides it: x² - 2x + 1.003 and x² - 2x + 0.998, which is negative
    around 1, are (x - 1)² but for their least values, and x² - 1.998 xy + y² is nearly (x - y)².
    Whether the data notice the difference is another question.

    Args:
        formula: Whose own terms all stay.
        x: Inputs `(rows, inputs)`.
        where: Whether the sum under a power is changed; sums inside it always are.
    """

    def touching(power: Power, inner: Sum) -> Iterator[Sum]:
        yield from with_double_zeros(inner, x, where=where)
        if not where(power):
            return
        values = _between(inner, x)
        if np.isfinite(values).any():
            yield Sum((*inner.terms, Product(-float(np.nanmin(values)))))
        root = root_of_square(inner, x, near=NEARLY)
        if root is not None:
            yield Sum((Product(1.0, (Power(root, Fraction(2)),)),))

    yield from with_other_sums(formula, touching)


def _between(base: Sum, x: FloatArray) -> FloatArray:
    """Compute a sum at random points between two rows each."""
    random = np.random.default_rng(0)
    one, other = x[random.integers(len(x), size=(2, POINTS))]
    share = random.random((POINTS, 1))
    with np.errstate(all="ignore"):
        return evaluate(base, share * one + (1 - share) * other)
