"""The stage that finds products and sums of curves, each of one input."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from nalm.discovery._budget import Budget
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.curves._separation import separated
from nalm.discovery.stages.curves._shapes import SIMPLE, shapes_of
from nalm.discovery.stages.functions._stages import is_unexplained

MOST_INPUTS = 4


@final
@dataclass(frozen=True)
class SeparateInputs:
    """Products and sums of the usual curves of single inputs, as of substrate and temperature."""

    name: str = "curves of single inputs"

    def due(self, state: SearchState) -> bool:
        """Unless a simple formula fits to the noise."""
        return is_unexplained(state) and 2 <= len(state.groups.exponents) <= MOST_INPUTS

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the likely ones."""
        reduced = state.reduced
        if reduced is None:
            return
        shapes = (*SIMPLE, *shapes_of(state.functions))
        for formula in separated(reduced, shapes, limits=state.limits(budget)):
            yield Proposal(formula=state.groups.restored(formula))
