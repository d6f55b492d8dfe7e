"""The formulas that everything else has to beat: a constant and a plane."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from nalm.discovery._limits import Limits
from nalm.discovery.problem._problem import Problem
from nalm.symbolic import Power, Product, Sum


def baselines(problem: Problem, limits: Limits) -> Iterator[Sum]:
    """Yield the mean, and the plane where there are rows enough and an exponent may be 1."""
    yield Sum((Product(float(np.average(problem.y, weights=problem.weight))),))
    rows, inputs = problem.x.shape
    if rows > inputs + 1 and problem.dimensions is None and limits.largest >= 1:
        columns = np.column_stack([np.ones(rows), problem.x])
        values = np.linalg.lstsq(columns, problem.y, rcond=None)[0]
        slopes = tuple(
            Product(float(c), (Power(i, Fraction(1)),)) for i, c in enumerate(values[1:]) if c
        )
        yield Sum((Product(float(values[0])), *slopes))
