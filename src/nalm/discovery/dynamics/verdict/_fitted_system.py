"""The chosen system with all that its equations are judged by."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from nalm._typing import FloatArray
from nalm.discovery.dynamics.candidates._candidates import Ranked
from nalm.discovery.dynamics.candidates._joint import Chosen
from nalm.discovery.dynamics.candidates._ranking import ScoredSystem
from nalm.discovery.dynamics.systems._shooting import Refined


@dataclass(frozen=True, kw_only=True)
class ClosedPart:
    """Equations that depend on no other state than their own, judged and fitted by themselves.

    Attributes:
        judged: What became of them, with and without the held-out rows.
        fitted: The same, fitted to all rows.
    """

    judged: ScoredSystem
    fitted: Refined


@dataclass(frozen=True, kw_only=True)
class FittedSystem:
    """The chosen system, and how it was chosen.

    Attributes:
        ranked: Candidates of each state that was searched.
        chosen: Of these, which make the system.
        judged: What became of it, with and without the held-out rows.
        fitted: The same, fitted to all rows.
        sigma: Noise of each state's measurements.
        given: The states whose form the user gave.
        closed: The part by which a state is judged that wrong equations of others do not touch.
    """

    ranked: dict[int, Ranked]
    chosen: Chosen
    judged: ScoredSystem
    fitted: Refined
    sigma: FloatArray
    given: frozenset[int] = frozenset()
    closed: Mapping[int, ClosedPart] = field(default_factory=dict[int, ClosedPart])

    @property
    def cut(self) -> bool:
        """Whether the time was up before the whole system was fitted, or judged."""
        return self.fitted.cut or self.judged.cut

    def part_of(self, state: int) -> tuple[ScoredSystem, Refined, int]:
        """Return what a state is judged by, its fit, and which column of them it is.

        Args:
            state: Which state.
        """
        if state not in self.closed:
            return self.judged, self.fitted, state
        part = self.closed[state]
        return part.judged, part.fitted, part.fitted.system.columns.index(state)
