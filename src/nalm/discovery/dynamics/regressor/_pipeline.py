"""All of a fit: smoothing, library candidates, searches, integration."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from nalm.discovery._budget import Budget
from nalm.discovery.dynamics.candidates._held_choice import held_or_linear
from nalm.discovery.dynamics.candidates._library_candidates import (
    candidate,
    library_candidates,
    pools,
)
from nalm.discovery.dynamics.candidates._screen import Screened
from nalm.discovery.dynamics.candidates._search import plan
from nalm.discovery.dynamics.candidates._structures import first_guess
from nalm.discovery.dynamics.measurements._conserved import constrained, dependent, filled
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories, smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import Trajectory
from nalm.discovery.dynamics.regressor._fit import StateCandidates, assemble, searched, unrefined
from nalm.discovery.dynamics.regressor._shares import SEARCHED, searching_until, warn_unfinished
from nalm.discovery.dynamics.regressor._solution import FitSpecification
from nalm.discovery.dynamics.verdict._report import Equations
from nalm.discovery.result._candidate import Discovery
from nalm.discovery.strategy._outputs import Planned, search_outputs
from nalm.discovery.strategy._search import SearchOptions
from nalm.errors import UnfinishedWarning

COMPARED = 0.05
"""Share of the time in which controls that may be held are integrated both ways."""
MOMENT = 0.5
"""Seconds of all searches where library candidates already fit to rounding error."""
GUESSES = 6
"""Library candidates that a search begins with."""
STOPPED = (
    "the fit was stopped before its equations were integrated: they are those of the slopes. "
    "Fit again with warm_start=True."
)


def discover(
    trajectories: tuple[Trajectory, ...],
    specification: FitSpecification,
    *,
    options: SearchOptions,
    earlier: Sequence[Discovery],
    verbose: int,
    budget: Budget | None = None,
) -> tuple[FitSpecification, Equations]:
    """Find the equations of all states.

    Args:
        trajectories: Checked data.
        specification: The fit specification.
        options: Of the searches; `max_time` is for the whole fit.
        earlier: Discoveries of each state to begin with, or none.
        verbose: 0 for silence.
        budget: Of the fit; `options.max_time` from now by default.

    Returns:
        The specification, with what the data decided, and the equations.
    """
    budget = budget or Budget.start(options.max_time)
    groups, time = specification.groups, specification.time
    full = tuple(filled(each, groups) for each in trajectories)
    data = constrained(smooth_trajectories(full, relative=specification.relative), groups)
    states = [s for s in range(data.states.shape[1]) if s not in dependent(groups)]
    planned = plan(data, specification.names, states=states, time=time)
    known = _known(data, planned, states=states, options=options, budget=budget.part(SEARCHED))
    briefly = _is_known(specification, known)
    until = searching_until(data, planned, known=known, states=states, time=time, budget=budget)
    search = partial(
        search_outputs,
        planned,
        options,
        earlier=[earlier[s] for s in states] if len(earlier) == data.states.shape[1] else (),
        verbose=verbose,
        initial=[[one.formula for one in own[:GUESSES]] for own in known],
    )
    searching = budget.at_most(MOMENT) if briefly else replace(budget, end=until)
    found = searched(_searched(search, searching, briefly=briefly), states)
    try:
        found = _candidates(data, found, specification, planned=planned, known=known)
        answer = _integrated(data, found, specification, budget=budget)
    except KeyboardInterrupt:
        warnings.warn(STOPPED, UnfinishedWarning, stacklevel=3)
        return specification, unrefined(data, found, groups=groups)
    warn_unfinished(answer[1], names=specification.names, budget=budget)
    return answer


def _is_known(specification: FitSpecification, known: Sequence[Sequence[Screened]]) -> bool:
    """Say whether the user or the library leaves nothing to find."""
    given = len(specification.structures) == len(known)
    return given or all(own and own[0].is_exact for own in known)


def _candidates(
    data: SmoothedTrajectories,
    found: StateCandidates,
    specification: FitSpecification,
    *,
    planned: Planned,
    known: Sequence[Sequence[Screened]],
) -> StateCandidates:
    """Join what was found with what the user knows, or with the library."""
    if specification.structures:
        return _given(found, specification, planned)
    return _with_library(found, data, planned=planned, known=known) if any(known) else found


def _integrated(
    data: SmoothedTrajectories,
    found: StateCandidates,
    specification: FitSpecification,
    *,
    budget: Budget,
) -> tuple[FitSpecification, Equations]:
    """Integrate the candidates, once it is known what controls do between samples."""
    if budget.interruption.happened:  # a search only notes it: its answer comes first
        raise KeyboardInterrupt
    formulas = [[one.formula for one in own] for own in found.pools]
    data = held_or_linear(
        replace(data, deadline=budget.share(COMPARED).end),
        dict(zip(found.states, formulas, strict=True)),
        time=specification.time,
    )
    equations = assemble(
        data, found, groups=specification.groups, time=specification.time, budget=budget
    )
    return replace(specification, held=data.trajectories[0].held), equations


def _searched(
    search: Callable[..., tuple[Discovery, ...]], budget: Budget, *, briefly: bool
) -> tuple[Discovery, ...]:
    """Search; where the library or the user leaves nothing to find, a moment is all it needs."""
    with warnings.catch_warnings():
        # What was cut short, and whether that matters, is said at the end of the fit.
        warnings.simplefilter("ignore", UnfinishedWarning)
        found = search(budget=budget)
    return tuple(replace(each, complete=each.complete or briefly) for each in found)


def _given(
    found: StateCandidates, specification: FitSpecification, planned: Planned
) -> StateCandidates:
    """Put the forms that the user knows in place of what was found."""
    known, pools = dict(specification.structures), list(found.pools)
    for place, state in enumerate(found.states):
        if state in known:
            formula = first_guess(known[state], planned, place=place)
            pools[place] = (candidate(formula, found.discoveries[place]),)
    return replace(found, pools=tuple(pools), given=frozenset(known))


def _with_library(
    found: StateCandidates,
    data: SmoothedTrajectories,
    *,
    planned: Planned,
    known: Sequence[Sequence[Screened]],
) -> StateCandidates:
    """Join the library candidates of each state with what its search found."""
    own = pools(data, planned, discoveries=found.discoveries, found=known, states=found.states)
    return replace(found, pools=tuple(tuple(each) for each in own), planned=planned)


def _known(
    data: SmoothedTrajectories,
    planned: Planned,
    *,
    states: Sequence[int],
    options: SearchOptions,
    budget: Budget,
) -> list[list[Screened]]:
    """Find library candidates; none after an interrupt: the search then returns its first."""
    try:
        return library_candidates(
            data, planned, states=states, functions=options.functions, budget=budget
        )
    except KeyboardInterrupt:
        return [[] for _ in states]
