"""Library candidates of right-hand sides, compared by slopes, before and after the searches."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from nalm.discovery._budget import Budget
from nalm.discovery.dynamics.candidates._library import lent, proposals
from nalm.discovery.dynamics.candidates._screen import Screened, diverse, screened
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories
from nalm.discovery.dynamics.systems._numbers import whole_exponents
from nalm.discovery.problem._preparation import with_inputs
from nalm.discovery.result._candidate import Candidate, Discovery, rewritten
from nalm.discovery.strategy._outputs import Planned
from nalm.symbolic import Sum, same_form

MOST = 30
"""Candidates of one state."""


def library_candidates(
    data: SmoothedTrajectories,
    planned: Planned,
    *,
    states: Sequence[int],
    functions: tuple[str, ...] = (),
    budget: Budget | None = None,
) -> list[list[Screened]]:
    """Find the best sums of the library for every state.

    Args:
        data: Curves.
        planned: The slopes of each state as a function of the columns.
        states: Which states these are.
        functions: Names of the functions that a sum may have.
        budget: Time in which these are looked for; by default, as long as it takes.

    Returns:
        Formulas of the problems' inputs for each state, best first.
    """
    return [
        proposals(
            each.problem,
            freedom=freedom(data, state),
            functions=functions,
            budget=budget,
        )
        for each, state in zip(planned.prepared, states, strict=True)
    ]


def pools(
    data: SmoothedTrajectories,
    planned: Planned,
    *,
    discoveries: Sequence[Discovery],
    found: Sequence[Sequence[Screened]],
    states: Sequence[int],
) -> list[list[Candidate]]:
    """Join what the searches found with what was found before, best first.

    Args:
        data: Curves.
        planned: The slopes of each state.
        discoveries: Of the searches, in the table's columns.
        found: What was found before, in the problems' inputs.
        states: Which states these are.
    """
    # Problems number only those columns of the table that change.
    index, back = _index(planned), dict(enumerate(planned.columns))
    result: list[list[Candidate]] = []
    for each, state, discovery, own in zip(
        planned.prepared, states, discoveries, found, strict=True
    ):
        new = [with_inputs(whole_exponents(c.formula), index) for c in discovery.candidates]
        formulas = [*new, *(one.formula for one in own)]
        # Screened once more together, so that both sources are compared by one measure.
        best = diverse(screened(formulas, each.problem, freedom=freedom(data, state)))[:MOST]
        result.append(
            [candidate(with_inputs(one.formula, back), discovery) for one in best]
            or [rewritten(c, whole_exponents(c.formula)) for c in discovery.candidates]
        )
    return result


def borrowed(
    data: SmoothedTrajectories,
    planned: Planned,
    *,
    chosen: Mapping[int, Sequence[Sum]],
    state: int,
    states: Sequence[int],
) -> list[Sum]:
    """Make right-hand sides of one state from the terms of the others' equations.

    Args:
        data: Curves.
        planned: The slopes of each state.
        chosen: The best equations of each state.
        state: Whose right-hand side.
        states: Which states were planned.
    """
    index, back = _index(planned), dict(enumerate(planned.columns))
    terms = [
        term
        for other, formulas in chosen.items()
        if other != state
        for formula in formulas
        for term in with_inputs(formula, index).terms
    ]
    problem = planned.prepared[list(states).index(state)].problem
    made = lent(problem, terms, freedom=freedom(data, state))
    return [with_inputs(each, back) for each in made]


def _index(planned: Planned) -> dict[int, int]:
    return {column: place for place, column in enumerate(planned.columns)}


def candidate(formula: Sum, discovery: Discovery) -> Candidate:
    """Write a formula as a candidate, and say how often the search found its form, if it did.

    Args:
        formula: In the table's columns.
        discovery: Of the search.
    """
    for each in discovery.candidates:
        # How often restarts agreed on a form is known only of forms that the search found.
        if same_form(whole_exponents(each.formula), formula):
            return rewritten(each, formula)
    chosen = discovery.candidates[discovery.chosen]
    return replace(rewritten(chosen, formula), hits=0, restarts=0)


def freedom(data: SmoothedTrajectories, state: int) -> float:
    """Count the independent numbers in the slopes of a state.

    Args:
        data: Curves.
        state: Which one.
    """
    return float(np.sum([curves[state].freedom for curves in data.curves]))
