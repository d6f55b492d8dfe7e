"""The stage that fits the usual curves of one argument."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, final

from nalm.discovery._budget import Budget
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.curves._curve_fits import best_curves
from nalm.discovery.stages.curves._shapes import shapes_of
from nalm.discovery.stages.curves._usual_arguments import usual_arguments
from nalm.discovery.stages.functions._stages import is_open


@final
@dataclass(frozen=True)
class UsualCurves:
    """The usual curves of one argument."""

    name: str = "usual curves"
    is_owed: ClassVar[bool] = True

    def due(self, state: SearchState) -> bool:
        """Unless a product of powers fits to the noise."""
        return is_open(state)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the curves that leave least."""
        reduced = state.reduced
        if reduced is None:
            return
        shapes = shapes_of(state.functions)
        along = usual_arguments(reduced)
        for formula in best_curves(shapes, reduced, along=along, limits=state.limits(budget)):
            yield Proposal(formula=state.groups.restored(formula))
