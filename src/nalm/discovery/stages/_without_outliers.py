"""A search of the rows that are not far off: regressions and starts know nothing of outliers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import final

import numpy as np

from nalm.discovery._budget import Budget
from nalm.discovery.numerics._outliers import are_apart
from nalm.discovery.problem._rows import take_rows
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._baselines import Baselines
from nalm.discovery.stages._stage import Proposal, SearchState, Stage
from nalm.discovery.stages.functions._nested import searched


@final
@dataclass(frozen=True)
class WithoutOutliers:
    """Formulas of the rows that are not far off the best formula so far.

    Attributes:
        strategy: The stages of a whole search.
        share: Of the time of a search, that it gets at most.
    """

    strategy: Callable[[SearchState], Sequence[Stage]]
    share: float = 0.4
    name: str = "without outliers"

    def due(self, state: SearchState) -> bool:
        """Where few rows are far off, and apart from the others."""
        best = state.pool.best()
        far = best.far_off
        return far > 0 and are_apart(best.fit.residual[~best.fit.is_far], far=far)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the best formulas, once for the same rows."""
        pool, best = state.pool, state.pool.best()
        far, beyond = np.flatnonzero(best.fit.is_far), np.flatnonzero(best.is_far)
        if not state.once(("outliers", tuple(far.tolist()), tuple(beyond.tolist()))):
            return
        # What the best formula takes for outliers is taken from the others here, and judged with
        # all rows again by the search as it is.
        usual = tuple(noise for noise in pool.noises if not noise.has_outliers)
        inner = take_rows(pool.inner, np.flatnonzero(~best.fit.is_far))
        outer = take_rows(pool.outer, np.flatnonzero(~best.is_far))
        noises = usual or pool.noises
        own = Pool(inner, outer, noises=noises, rules=pool.rules, units=pool.units)
        inside = replace(state, pool=own, guesses=(), tried=set(), latest={})
        stages = (Baselines(), *self.strategy(inside))
        for formula in searched(inside, budget=budget.share(self.share), stages=stages):
            yield Proposal(formula=formula)
