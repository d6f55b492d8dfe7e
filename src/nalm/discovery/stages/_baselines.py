"""The formulas that everything else has to beat: a constant and a plane."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import final

import numpy as np

from nalm.discovery._budget import Budget
from nalm.discovery.problem._problem import Problem
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.symbolic import Power, Product, Sum


@final
@dataclass(frozen=True)
class Baselines:
    """The mean, and the plane where there are rows enough and an exponent may be 1."""

    name: str = "mean and plane"

    def due(self, state: SearchState) -> bool:
        """Always: without them there is nothing to return."""
        return True

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield them, however little time there is."""
        for formula in baselines(state.pool.inner, largest=state.largest_exponent):
            yield Proposal(formula=formula)


def baselines(problem: Problem, *, largest: float) -> Iterator[Sum]:
    """Yield the mean, and the plane.

    Args:
        problem: The data.
        largest: Largest absolute exponent.
    """
    yield Sum((Product(float(np.average(problem.y, weights=problem.weight))),))
    rows, inputs = problem.x.shape
    # With units a plane of the inputs would add what cannot be added.
    if rows > inputs + 1 and problem.dimensions is None and largest >= 1:
        columns = np.column_stack([np.ones(rows), problem.x])
        values = np.linalg.lstsq(columns, problem.y, rcond=None)[0]
        slopes = tuple(
            Product(float(c), (Power(i, Fraction(1)),)) for i, c in enumerate(values[1:]) if c
        )
        yield Sum((Product(float(values[0])), *slopes))
