"""All of a fit: smoothing, library candidates, searches, integration."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from nalm.discovery._budget import Budget
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
from nalm.discovery.dynamics.regressor._solution import FitSpecification
from nalm.discovery.dynamics.verdict._report import Equations
from nalm.discovery.result._candidate import Discovery
from nalm.discovery.strategy._outputs import Planned, search_outputs
from nalm.discovery.strategy._search import SearchOptions
from nalm.errors import UnfinishedWarning

SEARCHED = 0.35
"""Share of the time at which the searches end."""
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
) -> Equations:
    """Find the equations of all states.

    Args:
        trajectories: Checked data.
        specification: The fit specification.
        options: Of the searches; `max_time` is for the whole fit.
        earlier: Discoveries of each state to begin with, or none.
        verbose: 0 for silence.
    """
    budget = Budget.start(options.max_time)
    groups = specification.groups
    full = tuple(filled(each, groups) for each in trajectories)
    data = constrained(smooth_trajectories(full, relative=specification.relative), groups)
    following = dependent(groups)
    states = [state for state in range(data.states.shape[1]) if state not in following]
    planned = plan(data, specification.names, states=states, time=specification.time)
    known = _known(
        data, planned, states=states, functions=options.functions, budget=budget.part(SEARCHED)
    )
    search = partial(
        search_outputs,
        planned,
        options,
        earlier=[earlier[s] for s in states] if len(earlier) == data.states.shape[1] else (),
        verbose=verbose,
        initial=[[one.formula for one in own[:GUESSES]] for own in known],
    )
    is_known = all(own and own[0].is_exact for own in known)
    briefly = is_known or len(specification.structures) == len(states)
    found = searched(_searched(search, budget.part(SEARCHED), briefly=briefly), states)
    try:
        if budget.interruption.happened:  # a search only notes it: its answer comes first
            raise KeyboardInterrupt
        if specification.structures:
            found = _given(found, specification, planned)
        elif any(known):
            found = _with_library(found, data, planned=planned, known=known)
        return assemble(data, found, groups=groups, time=specification.time, budget=budget)
    except KeyboardInterrupt:
        warnings.warn(STOPPED, UnfinishedWarning, stacklevel=3)
        return unrefined(data, found, groups=groups)


def _searched(
    search: Callable[..., tuple[Discovery, ...]], budget: Budget, *, briefly: bool
) -> tuple[Discovery, ...]:
    """Search, but only briefly where the library or the user leaves nothing to find."""
    if not briefly:
        return search(budget=budget)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnfinishedWarning)
        found = search(budget=budget.at_most(MOMENT))
    # The search was cut short on purpose, and what it was to find is known already.
    return tuple(replace(each, complete=True) for each in found)


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
    functions: tuple[str, ...],
    budget: Budget,
) -> list[list[Screened]]:
    """Find library candidates; none after an interrupt: the search then returns its first."""
    try:
        return library_candidates(data, planned, states=states, functions=functions, budget=budget)
    except KeyboardInterrupt:
        return [[] for _ in states]
