"""From candidates of each state to one system: ranked, joined, refined, simplified, judged."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nalm.discovery._candidate import Discovery, Verdict
from nalm.discovery._dynamics_conserved import dependent, joined
from nalm.discovery._dynamics_data import Courses, nodes
from nalm.discovery._dynamics_exchange import exchanged
from nalm.discovery._dynamics_numbers import whole_exponents
from nalm.discovery._dynamics_ranking import judge, outermost, preferred, rank
from nalm.discovery._dynamics_report import Equations, Ranked, report_state
from nalm.discovery._dynamics_system import numbers
from nalm.discovery._dynamics_terms import separated, simplified
from nalm.discovery._dynamics_verdict import MISFIT
from nalm.discovery._shooting import refine, rescaled
from nalm.symbolic import Sum, same_form

MOST_CANDIDATES = 6
"""Of each state that are integrated."""


def assemble(
    data: Courses,
    discoveries: Sequence[Discovery],
    *,
    states: Sequence[int],
    groups: tuple[tuple[int, ...], ...],
    time: bool,
) -> Equations:
    """Choose among the candidates by integrating them, and fit the whole system.

    Args:
        data: Measurements and curves.
        discoveries: What the searches found, in the order of `states`.
        states: Which states were searched.
        groups: States whose sum is constant.
        time: Whether time is an input.
    """
    held = outermost(data)
    ranked: dict[int, Ranked] = {}
    leading = [whole_exponents(each.candidates[each.chosen].formula) for each in discoveries]
    for place, (state, discovery) in enumerate(zip(states, discoveries, strict=True)):
        others = leading[:place] + leading[place + 1 :]
        extra = exchanged(data, others, state=state, time=time)
        ranked[state] = _rank(data, discovery, extra=extra, state=state, time=time, held=held)
    system = joined({state: each.formula for state, each in ranked.items()}, groups)
    everything = nodes(data, columns=system.columns, time=time, held=np.zeros_like(held))
    start = everything.sigma
    fitted = refine(separated(system), everything)
    everything = rescaled(everything, fitted)
    fitted = refine(fitted.system, everything)
    if (everything.sigma < MISFIT * start).all():
        # The residuals of wrong equations are no noise by which moves could be judged.
        fitted = simplified(fitted, everything)
        everything = rescaled(everything, fitted)
        fitted = refine(fitted.system, everything)
    judged = judge(fitted.system, data, time=time, held=held)
    found = Equations(
        system=fitted.system, covariance=fitted.covariance, sigma=everything.sigma, discoveries=()
    )
    return replace(
        found,
        discoveries=tuple(
            report_state(found, data, ranked=ranked, state=state, judged=judged, groups=groups)
            for state in range(data.states.shape[1])
        ),
    )


def unrefined(
    data: Courses,
    discoveries: Sequence[Discovery],
    *,
    states: Sequence[int],
    groups: tuple[tuple[int, ...], ...],
) -> Equations:
    """Take the searches' own choices, after an interrupt.

    Args:
        data: Measurements and curves.
        discoveries: What the searches found, in the order of `states`.
        states: Which states were searched.
        groups: States whose sum is constant.
    """
    chosen = {
        state: whole_exponents(each.candidates[each.chosen].formula)
        for state, each in zip(states, discoveries, strict=True)
    }
    system = joined(chosen, groups)
    size = len(numbers(system))
    by_state = dict(zip(states, discoveries, strict=True))
    first = discoveries[0]
    incomplete = [
        replace(
            by_state.get(state, first),
            complete=False,
            verdict=Verdict.UNDECIDED,
            reason="The fit was interrupted before its equations were integrated.",
        )
        for state in range(data.states.shape[1])
    ]
    for state in dependent(groups):
        formula = system.formulas[state]
        old = incomplete[state].candidates[0]
        candidate = replace(old, formula=formula, covariance=np.full((0, 0), np.nan))
        incomplete[state] = replace(incomplete[state], candidates=(candidate,), chosen=0)
    return Equations(
        system=system,
        covariance=np.full((size, size), np.nan),
        sigma=data.sigma,
        discoveries=tuple(incomplete),
    )


def _rank(
    data: Courses,
    discovery: Discovery,
    *,
    extra: list[Sum],
    state: int,
    time: bool,
    held: "np.ndarray",
) -> Ranked:
    order = sorted(
        range(len(discovery.candidates)),
        key=lambda i: (i != discovery.chosen, discovery.candidates[i].bic),
    )
    best = [discovery.candidates[i] for i in order[:MOST_CANDIDATES]]
    pool = [replace(each, formula=whole_exponents(each.formula)) for each in best]
    new = [each for each in extra if not any(same_form(each, old.formula) for old in pool)]
    pool += [replace(pool[0], formula=each, found=1, starts=1) for each in new]
    formulas = [each.formula for each in pool]
    judged = rank(formulas, data, state=state, time=time, held=held)
    chosen, close = preferred(judged, held)
    return Ranked(discovery=discovery, pool=pool, judged=judged, chosen=chosen, close=close)
