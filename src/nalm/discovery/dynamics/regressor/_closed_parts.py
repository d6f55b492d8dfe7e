"""States whose equations depend on no others are judged by their own measurements alone.

A fit of all states gives way where one equation is wrong: numbers of the right ones move to make up
for it, and its solution may not exist. What the measurements of some states decide among themselves
does not depend on that.
"""

from dataclasses import replace

import numpy as np

from nalm.discovery.dynamics.candidates._outermost import outermost
from nalm.discovery.dynamics.candidates._ranking import ScoredSystem, judge
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories, nodes
from nalm.discovery.dynamics.systems._shooting import refine, rescaled
from nalm.discovery.dynamics.systems._system import System, numbers_of_terms
from nalm.discovery.dynamics.verdict._fitted_system import ClosedPart, FittedSystem
from nalm.discovery.dynamics.verdict._verdict_rules import (
    DYNAMICS_VERDICT_RULES,
    DynamicsVerdictRules,
)
from nalm.symbolic import inputs_of


def with_closed_parts(
    outcome: FittedSystem,
    data: SmoothedTrajectories,
    *,
    time: bool,
    rules: DynamicsVerdictRules = DYNAMICS_VERDICT_RULES,
) -> FittedSystem:
    """Fit and judge the closed parts of a system again, where the whole misses the data.

    Args:
        outcome: The whole system.
        data: The measurements.
        time: Whether the last column is time.
        rules: The numbers that decide.

    Returns:
        The system with the numbers of its closed parts that have a solution.
    """
    misses = ~(np.maximum(outcome.judged.inner, outcome.judged.outer) <= rules.misfit_many)
    if outcome.cut or not misses.any():
        return outcome
    held = outermost(data)
    for columns in closed_columns(outcome.fitted.system):
        part, terms = _part(outcome.fitted.system, columns)
        judged = judge(part, data, time=time, held=held)
        if judged.cut and misses[list(columns)].any():
            # Whose fault the misfit of the whole system is, stays open.
            own = ClosedPart(judged=judged, fitted=judged.refined)
            outcome = replace(outcome, closed={**outcome.closed, **dict.fromkeys(columns, own)})
        elif np.isfinite(judged.score):
            outcome = _joined(outcome, judged, data, terms=terms, time=time)
    return outcome


def closed_columns(system: System) -> list[tuple[int, ...]]:
    """List the sets of states that depend on no others, largest first; not that of all states.

    Args:
        system: Of all states.
    """
    reached = [inputs_of(formula) & set(system.columns) for formula in system.formulas]
    found: set[tuple[int, ...]] = set()
    for state in system.columns:
        own: set[int] = {state}
        while not (more := {c for each in own for c in reached[each]}) <= own:
            own |= more
        found.add(tuple(sorted(own)))
    # A smaller set comes after those that it is in: what is decided last stays.
    return sorted(
        (each for each in found if len(each) < len(system.columns)), key=lambda e: -len(e)
    )


def _part(system: System, columns: tuple[int, ...]) -> tuple[System, list[int]]:
    """Return the equations of some states, and which terms of the system these have."""
    balance = system.balance[list(columns)]
    terms = np.flatnonzero(balance.any(axis=0)).tolist()
    part = replace(
        system,
        terms=tuple(system.terms[k] for k in terms),
        balance=balance[:, terms],
        columns=columns,
    )
    return part, terms


def _joined(
    outcome: FittedSystem,
    judged: ScoredSystem,
    data: SmoothedTrajectories,
    *,
    terms: list[int],
    time: bool,
) -> FittedSystem:
    """Fit a part to its noise, and put its numbers and their covariance into the system."""
    columns, whole = judged.refined.system.columns, outcome.fitted
    points = nodes(data, columns=columns, time=time, held=np.zeros_like(judged.held))
    # The noise comes from the residuals of the first fit, as that of the whole system does.
    points = rescaled(points, judged.refined)
    fitted = refine(judged.refined.system, points)
    if not np.isfinite(fitted.chi2):
        return outcome
    formulas = list(whole.system.terms)
    for place, term in zip(terms, fitted.system.terms, strict=True):
        formulas[place] = term
    places = numbers_of_terms(whole.system, terms)
    covariance, sigma = whole.covariance.copy(), outcome.sigma.copy()
    covariance[places, :] = covariance[:, places] = 0.0
    covariance[np.ix_(places, places)] = fitted.covariance
    sigma[list(columns)] = points.sigma
    system = replace(whole.system, terms=tuple(formulas))
    part = ClosedPart(judged=judged, fitted=fitted)
    return replace(
        outcome,
        fitted=replace(whole, system=system, covariance=covariance),
        sigma=sigma,
        closed={**outcome.closed, **dict.fromkeys(columns, part)},
    )
