"""How the parts of a fit share its time, and what is said where one was cut short."""

import math
import time as clock
import warnings
from collections.abc import Sequence
from dataclasses import replace

from nalm.discovery._budget import Budget
from nalm.discovery.dynamics.candidates._outermost import outermost
from nalm.discovery.dynamics.candidates._ranking import judge
from nalm.discovery.dynamics.candidates._screen import Screened
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories
from nalm.discovery.dynamics.systems._system import independent
from nalm.discovery.dynamics.verdict._report import Equations
from nalm.discovery.problem._preparation import with_inputs
from nalm.discovery.result._candidate import Discovery, Verdict
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.strategy._outputs import Planned
from nalm.errors import UnfinishedWarning

SEARCHED = 0.35
"""Share of the time that the searches have in any case."""
ALIKE = 40.0
EACH_STATE = 12.0
"""Integrations of all states that a fit needs, and those more for each state: candidates, terms
that are borrowed, systems, moves of the simplification."""


def searching_until(
    data: SmoothedTrajectories,
    planned: Planned,
    *,
    known: Sequence[Sequence[Screened]],
    states: Sequence[int],
    time: bool,
    budget: Budget,
) -> float:
    """Return the moment at which the searches have to end, so that there is time to integrate.

    Args:
        data: Measurements and curves.
        planned: The slopes of each state.
        known: Library candidates of each state; one is integrated to see how long it takes.
        states: Which states are searched.
        time: Whether the last column is time.
        budget: Of the whole fit.
    """
    if not math.isfinite(budget.end) or not all(known):
        return budget.until(SEARCHED)
    begin, back = clock.perf_counter(), dict(enumerate(planned.columns))
    data = replace(data, deadline=budget.until(SEARCHED))
    for own, state in zip(known, states, strict=True):
        system = independent((with_inputs(own[0].formula, back),), (state,))
        judge(system, data, time=time, held=outermost(data))
        if clock.perf_counter() > budget.until(SEARCHED):
            break
    needed = (ALIKE + EACH_STATE * len(states)) * (clock.perf_counter() - begin)
    return max(budget.until(SEARCHED), budget.end - needed)


def warn_unfinished(found: Equations, *, names: Sequence[str], budget: Budget) -> None:
    """Say which parts of a fit were cut short, and whether that changes its answer.

    Args:
        found: The equations.
        names: Of the states.
        budget: Of the fit.
    """
    pairs = list(zip(names, found.discoveries, strict=False))
    _warn("search for right-hand sides", [p for p in pairs if not p[1].complete], budget)
    late = [p for p in pairs if p[1].reason.kind is ReasonKind.NOT_INTEGRATED]
    _warn("integration of the candidates", late, budget)


def _warn(what: str, cut: Sequence[tuple[str, Discovery]], budget: Budget) -> None:
    if not cut:
        return
    effect = (
        "a better equation may have been missed, so it is called no law"
        if any(_may_change(each) for _, each in cut)
        else "the verdict does not depend on it"
    )
    by = f"by its share of `max_time` = {budget.end - budget.begin:.3g} s"
    warnings.warn(
        f"the {what} of {' and '.join(repr(name) for name, _ in cut)} was stopped "
        f"{'by an interrupt' if budget.interruption.happened else by}: {effect}. Give more "
        "`max_time`, or fit again with `warm_start`.",
        UnfinishedWarning,
        stacklevel=5,
    )


def _may_change(found: Discovery) -> bool:
    """Say whether more time may change a verdict: not one that is undecided for other reasons."""
    cut = (ReasonKind.SEARCH_STOPPED, ReasonKind.NOT_INTEGRATED)
    return found.verdict is not Verdict.UNDECIDED or found.reason.kind in cut
