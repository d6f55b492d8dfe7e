"""The candidates of one state, each integrated while the other states follow their curves."""

import time as clock
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from nalm.discovery.dynamics.candidates._ranking import ScoredSystem, judge
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories
from nalm.discovery.dynamics.systems._length import constants
from nalm.discovery.dynamics.systems._system import independent
from nalm.discovery.result._candidate import Candidate, Discovery
from nalm.symbolic import Sum

MOST_CANDIDATES = 10
"""Candidates of each state that are integrated."""
SHARE = 4
"""Least measurements for each constant, where rows are few."""
ENOUGH = 4
"""Least number of integrated candidates for a choice that counts as complete."""


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """The candidates of one state that were integrated."""

    discovery: Discovery
    pool: list[Candidate]
    judged: list[ScoredSystem]
    complete: bool

    @property
    def chosen(self) -> int:
        """The one with the best score; the first if none has a solution."""
        return int(np.argmin([each.score for each in self.judged]))

    def best(self, count: int) -> list[Sum]:
        """Return the equations with the best scores."""
        order = sorted(range(len(self.judged)), key=lambda i: self.judged[i].score)
        return [self.formula_of(i) for i in order[:count]]

    def joined(self, other: "Ranked") -> "Ranked":
        """Add candidates of the same state."""
        return replace(self, pool=[*self.pool, *other.pool], judged=[*self.judged, *other.judged])

    def formula_of(self, index: int) -> Sum:
        """Return what a candidate became by integrating it; if it has no solution, as found."""
        judged = self.judged[index]
        solved = np.isfinite(judged.score)
        return judged.refined.system.formulas[0] if solved else self.pool[index].formula


def rank(
    data: SmoothedTrajectories,
    discovery: Discovery,
    *,
    pool: Sequence[Candidate],
    state: int,
    time: bool,
    held: "np.ndarray",
) -> Ranked:
    """Integrate the candidates of one state, best first, as many as there is time for.

    Args:
        data: The measurements; its deadline is that of this state.
        discovery: Of the state's search.
        pool: Its candidates, best first.
        state: Which state they are the right-hand side of.
        time: Whether the last column is time.
        held: Which rows are held out.
    """
    judged: list[ScoredSystem] = []
    # If every candidate has too many constants, all are tried: the verdict will say so.
    wanted = list((_testable(pool, data, state) or list(pool))[:MOST_CANDIDATES])
    for each in wanted:
        # The first one is always integrated: without any there is no system.
        if judged and clock.perf_counter() > data.deadline:
            break
        system = independent((each.formula,), (state,))
        judged.append(judge(system, data, time=time, held=held))
    return Ranked(
        discovery=discovery,
        pool=wanted[: len(judged)],
        judged=judged,
        complete=sum(not each.cut or np.isfinite(each.score) for each in judged)
        >= min(len(wanted), ENOUGH),
    )


def _testable(pool: Sequence[Candidate], data: SmoothedTrajectories, state: int) -> list[Candidate]:
    """Leave out what has too many constants for the rows, if these are few."""
    most = np.isfinite(data.measured[:, state]).sum() / SHARE if data.is_short else np.inf
    return [each for each in pool if constants(each.formula) <= most]
