"""Poles among the rows: laws that go to infinity where a difference of inputs is 0.

    y = a Π xᵢ^(vᵢ) Πₖ (1 ± Rₖ)^(qₖ),   as F/(m (ω² - w²)) near resonance

A few rows next to the pole decide the sum of squares. So what fits all rows but these comes nowhere
near, and a search that goes from formula to better formula does not begin.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget
from nalm.discovery.problem._problem import Problem
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.products._binomial_search import formulas_near
from nalm.discovery.stages.products._factored import factored

TAIL = 10.0
"""Largest |y|, in units of the median, of values of which few are far larger than the others."""
FEWEST = 20
"""Rows below which the largest tells nothing."""


@final
@dataclass(frozen=True)
class Poles:
    """Products of inputs and binomials that change their sign, near the target itself."""

    name: str = "poles"

    def due(self, state: SearchState) -> bool:
        """Once, where a few values are far larger than the others and no product explains that."""
        return (
            state.max_terms >= 2
            and self not in state.tried
            and not state.pool.has_simple_answer()
            and has_tail(state.rows.y)
        )

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield formulas for errors of one size, and for errors in proportion to the target."""
        state.once(self)
        limits = state.limits(budget)
        for rows in for_either_error(state.rows):
            yield from formulas_near(
                factored, state, limits=limits, rows=rows, values=rows.y, poles=True
            )


def for_either_error(problem: Problem) -> Iterator[Problem]:
    """Yield rows weighted for errors of one size, and for errors in proportion to the target."""
    yield problem
    with np.errstate(all="ignore"):
        relative = problem.weight / np.square(problem.y)
    if np.isfinite(relative).all():
        yield replace(problem, weight=relative)


def has_tail(y: FloatArray) -> bool:
    """Say whether few of the values are far larger than the others."""
    size = np.abs(y)
    return len(y) >= FEWEST and bool(size.max() > TAIL * np.median(size))
