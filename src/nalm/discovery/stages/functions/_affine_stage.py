"""The stage for laws that are affine in an exponential of several inputs."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import final

from nalm.discovery._budget import Budget
from nalm.discovery.stages._baselines import Baselines
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.functions._affine import affine_in
from nalm.discovery.stages.functions._nested import briefly, nested
from nalm.discovery.stages.functions._stages import is_unexplained
from nalm.discovery.stages.products._monomial import PowerProduct
from nalm.discovery.stages.regressions._regressions import Sums

INPUTS = 3
"""At least: two for the exponential, and one besides."""
SEARCHED = briefly(Baselines(), PowerProduct(), Sums())
"""Stages for what remains, which is a sum of products or the reciprocal of one."""


@final
@dataclass(frozen=True)
class AffineExponentials:
    """Formulas with an exponential of several inputs in the place of these.

    Attributes:
        share: Of the time of a search, that each of them gets at most.
    """

    name: str = "exponential in the place of inputs"
    share: float = 0.2

    def due(self, state: SearchState) -> bool:
        """Unless a simple formula fits to the noise."""
        is_wide = len(state.groups.exponents) >= INPUTS
        return "exp" in state.functions and is_wide and is_unexplained(state)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the best formulas of each exponential that is likely."""
        reduced = state.reduced
        if reduced is None:
            return
        found = affine_in(reduced, limits=state.limits(budget))
        seen = [one.view for one in found]
        own = partial(budget.share, self.share)
        for formulas in nested(state, seen, stages=lambda _: SEARCHED, budget=own):
            yield from formulas
            if not self.due(state):
                return
