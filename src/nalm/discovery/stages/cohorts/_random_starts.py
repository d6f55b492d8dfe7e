"""Many random starts of one structure, trained at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from nalm.discovery._budget import Budget
from nalm.discovery._one_thread import one_thread
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.cohorts._structure import Structure


@final
@dataclass(frozen=True)
class RandomStarts:
    """A cohort: the starts of a structure are fitted together, the best ones rounded.

    Attributes:
        structure: How many products are added, raised and multiplied.
        factor: How many times more starts than `SearchState.starts`.
    """

    structure: Structure
    factor: int = 1

    @property
    def name(self) -> str:
        """Return the structure in words."""
        return str(self.structure)

    def due(self, state: SearchState) -> bool:
        """Always: whether there are rows to train on is seen when they are prepared."""
        return True

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield the shortest descriptions that starts ended in."""
        # They load PyTorch, which takes longer than many a search that needs none.
        from nalm.discovery.stages.cohorts._cohorts import train
        from nalm.discovery.stages.cohorts._starts import StartSampler
        from nalm.discovery.stages.cohorts._training_rows import training_rows
        from nalm.discovery.stages.cohorts._write import found_in

        rows = training_rows(state, power=self.structure.power)
        if rows is None:
            return
        features = len(state.groups.exponents)
        starts = state.starts * self.factor
        with one_thread():
            trained = train(
                self.structure,
                searched=rows.searched,
                rounded_on=rows.rounded,
                sampler=StartSampler(generator=state.generator, starts=starts, features=features),
                limits=state.limits(budget),
                beat=rows.bar,
            )
        for start, hits, restarts in found_in(trained):
            yield Proposal(formula=rows.formula(trained, start), hits=hits, restarts=restarts)
