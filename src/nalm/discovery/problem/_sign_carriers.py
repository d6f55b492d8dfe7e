"""Inputs that carry the sign of the target, which a root cannot have."""

from itertools import combinations

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.problem._problem import Problem

MOST = 3
"""Most inputs that are looked at."""


def sign_carriers(problem: Problem) -> tuple[int, ...]:
    """Find the fewest inputs whose product has y's sign on every row, or its opposite.

    Returns:
        Their places; none if y has one sign, or if it needs more than a few inputs.

    Example:
        >>> x = np.array([[1.0, 2.0], [-1.0, 3.0], [2.0, -1.0]])
        >>> sign_carriers(Problem(x=x, y=x[:, 1] * np.sqrt(1 + x[:, 0] ** 2), weight=np.ones(3)))
        (1,)
    """
    if has_one_sign(problem.y):
        return ()
    signs, inputs = np.sign(problem.y), np.sign(problem.x)
    signed = np.flatnonzero((inputs < 0).any(axis=0) & (inputs > 0).any(axis=0)).tolist()
    # Few inputs first. All subsets of three are still few, and more would fit by chance.
    for count in range(1, MOST + 1):
        for chosen in combinations(signed, count):
            if has_one_sign(signs * np.prod(inputs[:, chosen], axis=1)):
                return chosen
    return ()


def has_one_sign(y: FloatArray) -> bool:
    """Say whether all are positive, or all negative."""
    return bool((y > 0).all() or (y < 0).all())
