"""On which rows a formula's values are more than rounding errors."""

from itertools import count

import numpy as np

from nalm.symbolic import Power, Product, Sum, evaluate, with_sum

STEPS = (-1e-9, 0.0, 1e-9)
RELATIVE = 1e-6


def nearby(formula, x):
    """Evaluate with inputs and coefficients a little smaller, as they are, and a little larger.

    Each coefficient is changed by another share: of large terms that cancel, as of sin π, nothing
    but rounding errors is left, which differ between ways to compute them.
    """
    return np.array([evaluate(_shaken(formula, h, count(1)), x * (1 + h)) for h in STEPS])


def conditioned(values):
    """Say for each row whether three values `(3, rows)` are finite, and hardly differ."""
    usable = np.isfinite(values).all(axis=0) & (np.abs(values[1]) < 1e150)
    spread = np.ptp(np.where(usable, values, 0.0), axis=0)
    return usable & (spread <= RELATIVE * np.abs(np.where(usable, values[1], 0.0)))


def _shaken(formula, h, shares):
    terms = []
    for term in formula.terms:
        coefficient = float(term.coefficient) * (1 + next(shares) * h)
        powers = tuple(
            Power(with_sum(power.base, lambda inner: _shaken(inner, h, shares)), power.exponent)
            for power in term.powers
        )
        terms.append(Product(coefficient, powers))
    return Sum(tuple(terms))
