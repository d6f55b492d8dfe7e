"""From candidates of each state to one system: ranked, chosen together, simplified, judged."""

import time as reading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget
from nalm.discovery.dynamics.candidates._candidates import Ranked, rank
from nalm.discovery.dynamics.candidates._joint import choose
from nalm.discovery.dynamics.candidates._library_candidates import borrowed, candidate
from nalm.discovery.dynamics.candidates._outermost import outermost
from nalm.discovery.dynamics.candidates._ranking import judge
from nalm.discovery.dynamics.candidates._supported import with_supported_terms
from nalm.discovery.dynamics.measurements._conserved import dependent, joined
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories, nodes
from nalm.discovery.dynamics.regressor._closed_parts import with_closed_parts
from nalm.discovery.dynamics.regressor._counted import counted, fewest
from nalm.discovery.dynamics.systems._numbers import whole_exponents
from nalm.discovery.dynamics.systems._shooting import Refined, refine, rescaled
from nalm.discovery.dynamics.systems._shooting_step import Nodes
from nalm.discovery.dynamics.systems._system import numbers
from nalm.discovery.dynamics.systems._terms import merged, separated, simplified
from nalm.discovery.dynamics.verdict._fitted_system import FittedSystem
from nalm.discovery.dynamics.verdict._report import Equations, report_state
from nalm.discovery.dynamics.verdict._verdict_rules import DYNAMICS_VERDICT_RULES
from nalm.discovery.result._candidate import Candidate, Discovery, Verdict, rewritten
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.strategy._outputs import Planned
from nalm.symbolic import same_form

LENDING = 2
"""Equations of each state whose terms are tried in the others'."""
RANKED, BORROWED, CHOSEN, SIMPLIFIED = 0.4, 0.55, 0.78, 0.9
"""Shares of the time left after the searches at which the parts of a fit have to end."""


@dataclass(frozen=True, kw_only=True)
class StateCandidates:
    """The candidates of each state.

    Attributes:
        states: Which states have an equation of their own.
        discoveries: Of their searches.
        pools: Their candidates, best first.
        planned: The slopes of each state; without them no equation borrows from another.
        given: The states whose form the user gave; if there are any, no form is changed.
    """

    states: tuple[int, ...]
    discoveries: tuple[Discovery, ...]
    pools: tuple[tuple[Candidate, ...], ...]
    planned: Planned | None = None
    given: frozenset[int] = frozenset()


def searched(discoveries: Sequence[Discovery], states: Sequence[int]) -> StateCandidates:
    """Take the candidates of the searches only.

    Args:
        discoveries: One per state.
        states: Which states.
    """
    pools: list[tuple[Candidate, ...]] = []
    for each in discoveries:
        bic = [candidate.bic for candidate in each.candidates]
        # The chosen one first: its search knows of held-out rows, which the criterion does not.
        order = sorted(range(len(bic)), key=lambda i: (i != each.chosen, bic[i]))
        best = [each.candidates[i] for i in order]
        pools.append(tuple(rewritten(c, whole_exponents(c.formula)) for c in best))
    return StateCandidates(states=tuple(states), discoveries=tuple(discoveries), pools=tuple(pools))


def assemble(
    data: SmoothedTrajectories,
    found: StateCandidates,
    *,
    groups: tuple[tuple[int, ...], ...],
    time: bool,
    budget: Budget,
) -> Equations:
    """Choose among the candidates by integrating them, and fit the whole system.

    Args:
        data: Measurements and curves.
        found: The candidates.
        groups: States whose sum is constant.
        time: Whether time is an input.
        budget: How long it may take.
    """
    held, budget = outermost(data), replace(budget, begin=reading.perf_counter())
    ranked = _ranked(data, found, time=time, held=held, until=budget.until(RANKED))
    data, ranked = counted(data, ranked)
    ranked = _borrowing(replace(data, deadline=budget.until(BORROWED)), found, ranked, time=time)
    data = replace(data, deadline=budget.until(CHOSEN))
    chosen = choose(data, ranked, groups=groups, time_is_input=time, held=held)
    shares = fewest(data, chosen.judged.refined)
    data = replace(data, deadline=budget.until(SIMPLIFIED), independent=shares)
    fitted, sigma = _fitted(chosen.judged.refined, data, time=time, given=bool(found.given))
    data = replace(data, deadline=budget.until(1.0))
    outcome = FittedSystem(
        ranked=ranked,
        chosen=chosen,
        judged=judge(fitted.system, data, time=time, held=held),
        fitted=fitted,
        sigma=sigma,
        given=found.given,
    )
    outcome = with_closed_parts(outcome, data, time=time)
    return Equations(
        system=outcome.fitted.system,
        covariance=outcome.fitted.covariance,
        sigma=outcome.sigma,
        discoveries=tuple(
            report_state(outcome, data, state=state, groups=groups)
            for state in range(data.states.shape[1])
        ),
    )


def _ranked(
    data: SmoothedTrajectories,
    found: StateCandidates,
    *,
    time: bool,
    held: "np.ndarray",
    until: float,
) -> dict[int, Ranked]:
    """Integrate the candidates of one state after the other."""
    ranked = dict[int, Ranked]()
    for state, discovery, pool in zip(found.states, found.discoveries, found.pools, strict=True):
        now, waiting = reading.perf_counter(), len(found.states) - len(ranked)
        part = now + max(until - now, 0.0) / waiting  # each has its part of the rest
        own = replace(data, deadline=part)
        ranked[state] = rank(own, discovery, pool=pool, state=state, time=time, held=held)
    return ranked


def _borrowing(
    data: SmoothedTrajectories, found: StateCandidates, ranked: dict[int, Ranked], *, time: bool
) -> dict[int, Ranked]:
    """Add candidates that are made of the terms of the others' best equations."""
    if found.planned is None or len(ranked) < 2 or reading.perf_counter() > data.deadline:
        return ranked
    held = outermost(data)
    best = {state: each.best(LENDING) for state, each in ranked.items()}
    more: dict[int, Ranked] = {}
    for state, each in ranked.items():
        made = borrowed(data, found.planned, chosen=best, state=state, states=found.states)
        known = [one.formula for one in each.pool]
        new = [f for f in made if not any(same_form(f, old) for old in known)]
        pool = [candidate(formula, each.discovery) for formula in new]
        more[state] = each.joined(
            rank(data, each.discovery, pool=pool, state=state, time=time, held=held)
        )
    return more


def _fitted(
    chosen: Refined, data: SmoothedTrajectories, *, time: bool, given: bool
) -> tuple[Refined, FloatArray]:
    """Fit a system to all measurements and simplify it; return it and the noise."""
    nobody = np.zeros(len(data.t), dtype=bool)
    everything = nodes(data, columns=chosen.system.columns, time=time, held=nobody)
    start = everything.sigma
    # Every summand a term of its own, so that moves can share, change or drop each.
    system, is_smooth = merged(separated(chosen.system)), min(data.independent, default=1.0) < 1
    if is_smooth and not given:
        system = with_supported_terms(system, data, time=time)
    fitted = refine(system, replace(everything, guess=chosen.states))
    if fitted.cut and np.isfinite(chosen.chi2):
        return replace(chosen, cut=True), start
    if not np.isfinite(fitted.chi2):
        return fitted, start
    # The noise comes from the residuals, and changes the weights: so it is fitted again.
    everything = rescaled(everything, fitted)
    fitted = _again(fitted, everything)
    if given:
        return fitted, rescaled(everything, fitted).sigma
    is_noise = (everything.sigma < DYNAMICS_VERDICT_RULES.misfit * start).all()
    if np.isfinite(fitted.chi2) and (is_noise or is_smooth):
        # The residuals of wrong equations are no noise by which moves could be judged, unless they
        # count as what they are: few independent ones.
        # An interrupt gives moves up: the system before them is fitted already.
        with suppress(KeyboardInterrupt):
            fitted = simplified(fitted, everything)
        everything = rescaled(everything, fitted)
        fitted = _again(fitted, everything)
    return fitted, everything.sigma


def _again(fitted: Refined, points: Nodes) -> Refined:
    """Fit a system with other weights, or keep its fit where the time does not allow that."""
    again = refine(fitted.system, points)
    return fitted if again.cut and not fitted.cut else again


def unrefined(
    data: SmoothedTrajectories, found: StateCandidates, *, groups: tuple[tuple[int, ...], ...]
) -> Equations:
    """Take the best candidates by their slopes, after an interrupt.

    Args:
        data: Measurements and curves.
        found: The candidates.
        groups: States whose sum is constant.
    """
    # Nothing was integrated: there is no covariance, and no verdict.
    chosen = {state: pool[0].formula for state, pool in zip(found.states, found.pools, strict=True)}
    system = joined(chosen, groups)
    size = len(numbers(system))
    by_state = {
        state: replace(discovery, candidates=pool, chosen=0)
        for state, discovery, pool in zip(found.states, found.discoveries, found.pools, strict=True)
    }
    # A state that follows from the others had no search; it borrows the record of one.
    first = next(iter(by_state.values()))
    incomplete = [
        replace(
            by_state.get(state, first),
            complete=False,
            verdict=Verdict.UNDECIDED,
            reason=Reason(ReasonKind.INTERRUPTED),
        )
        for state in range(data.states.shape[1])
    ]
    for state in dependent(groups):
        formula = system.formulas[state]
        old = incomplete[state].candidates[0]
        incomplete[state] = replace(
            incomplete[state], candidates=(rewritten(old, formula),), chosen=0
        )
    return Equations(
        system=system,
        covariance=np.full((size, size), np.nan),
        sigma=data.sigma,
        discoveries=tuple(incomplete),
    )
