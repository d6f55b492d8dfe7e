"""What is left of a law beside a known factor: a product of powers of inputs, or nothing."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from nalm.discovery._budget import Limits
from nalm.discovery.numerics._rounding import UNROUNDED
from nalm.discovery.problem._problem import Problem
from nalm.discovery.stages.products._monomial import monomials
from nalm.symbolic import Power, Product, Sum, evaluate

LARGEST = 1e60
"""Of a target or a weight, relative to the others, beyond which squares may overflow."""


def products_beside(
    factor: tuple[Power, ...], problem: Problem, *, limits: Limits
) -> Iterator[Sum]:
    """Yield a Π xᵢ^(vᵢ) times a factor, nearest to y.

    Args:
        factor: Its powers.
        problem: The data.
        limits: What may not be exceeded.
    """
    with np.errstate(all="ignore"):
        value = evaluate(Sum((Product(Fraction(1), factor),)), problem.x)
        size = float(np.sqrt(np.mean(np.square(value))))
        value = value / size
        y = problem.y / value
        # w (y - F f)² = w F² (y / F - f)²
        weight = problem.weight * np.square(value)
    usable = np.isfinite(y) & np.isfinite(weight) & (np.abs(y) < LARGEST) & (weight > 1 / LARGEST)
    if not usable.all():
        return
    rest = replace(problem, y=y, weight=weight, known=None, rounding=UNROUNDED)
    for formula in monomials(rest, limits):
        yield Sum(
            tuple(Product(float(t.coefficient) / size, (*t.powers, *factor)) for t in formula.terms)
        )
