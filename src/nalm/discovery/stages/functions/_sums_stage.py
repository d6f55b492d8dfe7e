"""The stage that finds sums of products with functions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from nalm.discovery._budget import Budget
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.functions._function_sums import function_sums, short_products
from nalm.discovery.stages.functions._stages import is_unexplained


@final
@dataclass(frozen=True)
class FunctionSums:
    """Sums of short products, some of which have a function."""

    name: str = "functions in a sum"

    def due(self, state: SearchState) -> bool:
        """Unless a simple formula fits to the noise."""
        return is_unexplained(state)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the best sums."""
        reduced = state.reduced
        if reduced is None:
            return
        found = function_sums(
            reduced,
            state.functions,
            shapes=short_products(reduced.x),
            freedom=len(reduced.y),
            limits=state.limits(budget),
        )
        for formula in found:
            yield Proposal(formula=state.groups.restored(formula))
