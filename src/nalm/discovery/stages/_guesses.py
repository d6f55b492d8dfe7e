"""Formulas to begin with: those of an earlier search, or of a user who knows more."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from nalm.discovery._budget import Budget
from nalm.discovery.stages._stage import Proposal, SearchState


@final
@dataclass(frozen=True)
class Guesses:
    """The guesses that the search was given."""

    name: str = "guesses"

    def due(self, state: SearchState) -> bool:
        """Where there are any."""
        return bool(state.guesses)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield them in their order."""
        return (Proposal(formula=guess) for guess in state.guesses)
