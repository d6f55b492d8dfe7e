"""Polynomials that are the squares of others, whose roots are no roots: √(x² - 2xy + y²) = |x - y|.

The root of x⁴ - 2x³ + 3x² - 2x + 1 comes term by term, as in the division of polynomials: x² is the
root of the first term, and what is left begins with -2x³ = 2 · x² · (-x), then 2x² = 2 · x² · 1.
"""

from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import Power, Product, Sum, evaluate

MOST = 6
"""Terms of the root that is looked for."""

_Terms = dict[tuple[Fraction, ...], float]
"""Coefficient of each product of inputs, by their exponents."""


def root_of_square(base: Sum, x: FloatArray, *, near: float) -> Sum | None:
    """Find the sum whose square a polynomial is; `None` if there is none.

    Args:
        base: The polynomial.
        x: Inputs `(rows, inputs)`.
        near: Largest difference of the two on any row, in units of the largest term.

    Returns:
        Of the two roots the one that is positive on the first row.

    Example:
        >>> from nalm.symbolic import to_text
        >>> x, y = Power(0, Fraction(1)), Power(1, Fraction(1))
        >>> squares = [Product(1.0, (Power(k, Fraction(2)),)) for k in (0, 1)]
        >>> base = Sum((*squares, Product(-2.0, (x, y))))
        >>> to_text(root_of_square(base, np.array([[1.0, 3.0], [2.0, 2.5]]), near=1e-9), ["x", "y"])
        'y - x'
    """
    # The first term in lexicographic order is the square of the root's first term: no other product
    # of two terms has its exponents. The square of two terms has three.
    left = _terms(base, inputs=x.shape[1])
    if len(left) < 3 or left[max(left)] <= 0:
        return None
    with np.errstate(all="ignore"):
        bound = near * np.abs([evaluate(Sum((term,)), x) for term in base.terms]).max(axis=0)
        root: _Terms = {}
        while left and len(root) < MOST:
            _extend(root, left)
            left = {e: c for e, c in left.items() if not _is_small({e: c}, x, bound)}
        # Small parts were dropped on the way, and may add up: only the whole difference decides.
        miss = np.square(evaluate(_sum(root), x)) - evaluate(base, x)
        if not (np.abs(miss) <= bound).all():
            return None
        sign = 1.0 if evaluate(_sum(root), x[:1])[0] >= 0 else -1.0
    return _sum({exponents: sign * value for exponents, value in root.items()})


def _extend(root: _Terms, left: _Terms) -> None:
    """Add to a root the term that explains the first of what its square leaves."""
    first = max(left)
    if root:
        lead = max(root)
        new = tuple(a - b for a, b in zip(first, lead, strict=True))
        # What is left of (r₁ + r₂ + …)² begins with 2 r₁ r₂.
        value = left[first] / (2 * root[lead])
    else:
        new, value = tuple(e / 2 for e in first), left[first] ** 0.5
    root[new] = root.get(new, 0.0) + value
    for old, other in root.items():
        both = tuple(a + b for a, b in zip(old, new, strict=True))
        change = value * (other if old == new else 2 * other)
        left[both] = left.get(both, 0.0) - change
    # It is 0 but for rounding error, which would be found again as the first.
    left.pop(first)


def _is_small(left: _Terms, x: FloatArray, bound: FloatArray) -> bool:
    return bool((np.abs(evaluate(_sum(left), x)) <= bound).all())


def _terms(base: Sum, *, inputs: int) -> _Terms:
    """Read a polynomial; empty if it is none."""
    found: _Terms = {}
    for term in base.terms:
        exponents = [Fraction(0)] * inputs
        for power in term.powers:
            if not (isinstance(power.base, int) and isinstance(power.exponent, Fraction)):
                return {}
            exponents[power.base] += power.exponent
        key = tuple(exponents)
        found[key] = found.get(key, 0.0) + float(term.coefficient)
    return found


def _sum(terms: _Terms) -> Sum:
    return Sum(
        tuple(
            Product(value, tuple(Power(i, e) for i, e in enumerate(exponents) if e))
            for exponents, value in terms.items()
        )
    )
