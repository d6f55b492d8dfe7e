"""The stages for laws with an exponential that are found before larger structures."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import final

from nalm.discovery._budget import Budget
from nalm.discovery.stages._baselines import Baselines
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.functions._affine import affine_in
from nalm.discovery.stages.functions._exponentials import exponentials
from nalm.discovery.stages.functions._nested import briefly, nested
from nalm.discovery.stages.functions._stages import is_open, is_unexplained
from nalm.discovery.stages.products._monomial import PowerProduct
from nalm.discovery.stages.regressions._regressions import Sums, near_the_best

BRIEF = 2
"""Products in the exponent, at most, before simple structures; one, if there are more inputs."""
INPUTS = 3
"""At least: two for the exponential, and one besides."""
SEARCHED = briefly(Baselines(), PowerProduct(), Sums())
"""Stages for what remains, which is a sum of products or the reciprocal of one."""


@final
@dataclass(frozen=True)
class Exponentials:
    """Products of powers of inputs and an exponential of few products of them."""

    name: str = "product with an exponential"

    def due(self, state: SearchState) -> bool:
        """Unless a product of powers fits to the noise."""
        return "exp" in state.functions and is_open(state)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the shortest descriptions."""
        reduced = state.reduced
        if reduced is None:
            return
        most = min(BRIEF, state.max_terms) if reduced.x.shape[1] <= BRIEF else 1
        found = exponentials(reduced, state.limits(budget), max_terms=most)
        yield from near_the_best(found, state)


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
