"""The equations of all states chosen together: every system is integrated as a whole."""

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from nalm.discovery._budget import TimeIsUpError
from nalm.discovery.dynamics.candidates._candidates import Ranked
from nalm.discovery.dynamics.candidates._ranking import ScoredSystem, judge
from nalm.discovery.dynamics.measurements._conserved import joined
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories
from nalm.discovery.dynamics.systems._length import constants

FINALISTS = 4
"""Candidates of each state that are tried in the whole system."""
FINALISTS_OF_FEW = 10
"""The same where rows are few: there a curve follows its noise, and every equation of one state
alone follows the noise of the others."""
# Coordinate descent over the states: all combinations of the finalists would be too many.
SWEEPS = 2


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """The best system, and all that were compared with it.

    Attributes:
        places: Which candidate of each state it has, by the number of the state.
        judged: The system of these.
        tried: Every combination that was integrated.
        complete: Whether every state's second-best equation was tried at least. What the time may
            cut off after that are equations that are still worse by themselves.
    """

    places: dict[int, int]
    judged: ScoredSystem
    tried: dict[tuple[int, ...], ScoredSystem]
    complete: bool


def choose(
    data: SmoothedTrajectories,
    ranked: dict[int, Ranked],
    *,
    groups: tuple[tuple[int, ...], ...],
    time_is_input: bool,
    held: "np.ndarray",
) -> Chosen:
    """Replace the equation of one state after the other as long as the whole system gets better.

    Args:
        data: The measurements.
        ranked: Candidates of each state, judged for themselves.
        groups: States whose sum is constant.
        time_is_input: Whether the last column is time.
        held: Which rows are held out.
    """
    states = sorted(ranked)
    most = FINALISTS_OF_FEW if data.is_short else FINALISTS
    finalists = {state: _finalists(ranked[state], most) for state in states}
    tried: dict[tuple[int, ...], ScoredSystem] = {}

    def judged(places: Sequence[int]) -> ScoredSystem:
        key = tuple(places)
        if key not in tried:
            # One system there has to be, however late it is.
            if tried and time.perf_counter() > data.deadline:
                raise TimeIsUpError
            formulas = {s: ranked[s].formula_of(p) for s, p in zip(states, key, strict=True)}
            tried[key] = judge(joined(formulas, groups), data, time=time_is_input, held=held)
        return tried[key]

    best, complete = [finalists[state][0] for state in states], True
    others = _levels(ranked, finalists) if data.is_short else []
    try:
        judged(best)
        for trial in itertools.chain(others, _sweeps(best, list(finalists.values()))):
            if judged(trial).score < judged(best).score:
                best[:] = trial  # in place: the sweeps go on from it
    except TimeIsUpError:
        complete = len(tried) > len(states)
    places = dict(zip(states, best, strict=True))
    return Chosen(places=places, judged=judged(best), tried=tried, complete=complete)


def _sweeps(best: list[int], finalists: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Replace one place of the best after the other, which changes where a trial is better."""
    for _ in range(SWEEPS):
        before = list(best)
        for level in range(max(map(len, finalists))):  # first all seconds, then all thirds
            for k, own in enumerate(finalists):
                if level < len(own):
                    yield [*best[:k], own[level], *best[k + 1 :]]
        if best == before:
            return


def _levels(ranked: dict[int, Ranked], finalists: dict[int, list[int]]) -> list[list[int]]:
    """Of each number of constants, join the best equation of every state that has so many."""
    best: dict[int, dict[int, int]] = {}
    for state, places in finalists.items():
        for place in places:
            # Finalists are sorted by score, so the first of each length is its best.
            best.setdefault(constants(ranked[state].formula_of(place)), {}).setdefault(state, place)
    return [
        [own[state] for state in sorted(finalists)]
        for _, own in sorted(best.items())
        if len(own) == len(finalists)
    ]


def _finalists(ranked: Ranked, most: int) -> list[int]:
    scores = [each.score for each in ranked.judged]
    order = sorted(range(len(scores)), key=lambda i: scores[i])
    solved = [i for i in order if np.isfinite(scores[i])]
    return (solved or order)[:most]
