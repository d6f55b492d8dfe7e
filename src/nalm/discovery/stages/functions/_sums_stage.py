"""The stages that find sums of short products, with functions and without."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from nalm.discovery._budget import Budget
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.functions._function_sums import function_sums, short_products
from nalm.discovery.stages.functions._stages import is_unexplained
from nalm.discovery.stages.regressions._column_subsets import (
    best_subsets,
    of_size,
    with_coefficients,
)

PRODUCTS, WIDTH, LONGEST, EACH = 150, 40, 3, 2
"""Products of short sums, sums of one length that are extended, most terms, sums of each length."""


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


@final
@dataclass(frozen=True)
class ShortSums:
    """Sums of few short products, found in a moment: what a function may be of."""

    name: str = "short sums"

    def due(self, state: SearchState) -> bool:
        """Unless a simple formula fits to the noise."""
        return not state.pool.has_simple_answer()

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the best sums of each length."""
        reduced = state.reduced
        if reduced is None:
            return
        shapes = short_products(reduced.x, most=PRODUCTS)
        found = best_subsets(reduced, shapes, freedom=len(reduced.y), width=WIDTH)
        several = (of_size(found, size)[:EACH] for size in range(1, LONGEST + 1))
        sums = [[shapes[k] for k in one.columns] for each in several for one in each]
        for formula in with_coefficients(sums, reduced):
            yield Proposal(formula=state.groups.restored(formula))
