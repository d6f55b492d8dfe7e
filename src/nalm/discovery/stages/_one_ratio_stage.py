"""Formulas of one ratio but for a factor, sought as those of one input."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from nalm.discovery._budget import Budget
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.products._binomial_search import NearbyBinomials
from nalm.discovery.stages.products._one_ratio import one_ratio
from nalm.discovery.stages.regressions._regressions import SumsAndQuotients


@final
@dataclass(frozen=True)
class OneRatio:
    """Binomials, sums and quotients of each ratio that may be the only one."""

    name: str = "one ratio"

    def due(self, state: SearchState) -> bool:
        """Once, unless a simple formula fits to the noise: a curve would then follow the noise."""
        is_open = state.max_terms > 1 and self not in state.tried
        return is_open and not state.pool.has_simple_answer()

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the formulas of the best ratio first."""
        state.once(self)
        for groups in () if state.reduced is None else one_ratio(state.reduced):
            within = state.within(groups)
            for stage in (NearbyBinomials(), SumsAndQuotients()):
                if stage.due(within):
                    yield from stage.propose(within, budget)
