"""Groups that a form was not chosen by: they get their constants, and may contradict the form."""

from dataclasses import replace

import numpy as np

from nalm.discovery.groups._form import with_shared
from nalm.discovery.groups._new_group import with_group
from nalm.discovery.groups._result import GroupDiscovery
from nalm.discovery.groups._verdict import GROUP, contradiction
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import FEWEST, outer_rows, take_rows
from nalm.discovery.result._candidate import Verdict
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.scoring._judge import judge_fit
from nalm.discovery.scoring._refit import Refit, refit
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.discovery.verdict._case import Case


def with_further(
    found: GroupDiscovery, problem: Problem, *, name: str, among: int
) -> GroupDiscovery:
    """Fit the constants of one more group; if its rows contradict the form, say so of all groups.

    Args:
        found: The other groups.
        problem: Rows of the new one.
        name: Of the new one, for a message.
        among: How many groups are asked, of which the worst is looked at.

    Returns:
        The groups with the new one as the last.

    Raises:
        InvalidValueError: As in `with_group`.
    """
    found = with_group(found, problem, name=name)
    if found.discoveries[0].verdict is Verdict.APPROXIMATION or len(problem.y) < FEWEST:
        return found
    reason = _contradiction(found, problem, among=among)
    if reason is None:
        return found
    numbers = {**reason.numbers, GROUP: len(found.discoveries) - 1}
    return _decided(found, Verdict.APPROXIMATION, replace(reason, numbers=numbers))


def stopped(found: GroupDiscovery) -> GroupDiscovery:
    """Say that the time was up before all groups were asked.

    Args:
        found: Those that were asked.
    """
    unfinished = tuple(replace(each, complete=False) for each in found.discoveries)
    found = replace(found, discoveries=unfinished)
    if found.discoveries[0].verdict is not Verdict.LAW:
        return found
    return _decided(found, Verdict.UNDECIDED, Reason(ReasonKind.SEARCH_STOPPED))


def _contradiction(found: GroupDiscovery, problem: Problem, *, among: int) -> Reason | None:
    """Return how the rows of the last group contradict the chosen form, by the noise of all."""
    last = found.discoveries[-1]
    candidate = last.candidates[last.chosen]
    held = outer_rows(problem)
    inner = take_rows(problem, np.setdiff1d(np.arange(len(problem.y)), held))
    outer = take_rows(problem, held)
    form = with_shared(candidate.formula, found.own[last.chosen])
    with np.errstate(all="ignore"):
        fit = refit(form, inner, noise=candidate.noise)
        known = None if fit is None else _with_noise_of_all(fit, found)
        judged = known and judge_fit(known, inner, outer=outer, noise=candidate.noise)
    if judged is None:
        return None
    case = Case(
        chosen=judged,
        others=[],
        inner=inner,
        outer=outer,
        complete=True,
        rules=VERDICT_RULES,
        among=among,
    )
    return contradiction(case)


def _with_noise_of_all(fit: Refit, found: GroupDiscovery) -> Refit:
    """Take σ from the groups that chose the form: a few rows of one hardly tell it."""
    asked = [each for each in found.discoveries if each.inner_rows]
    first = asked[0]
    candidate, own = first.candidates[first.chosen], found.own[first.chosen]
    rows = sum(len(each.inner_rows) + len(each.outer_rows) for each in asked)
    ratio = candidate.sigma / max(fit.sigma, float(np.finfo(float).tiny))
    return replace(
        fit,
        sigma=candidate.sigma,
        covariance=fit.covariance * ratio**2,
        degrees=max(rows - sum(own) * len(asked) - own.count(False), 1),
    )


def _decided(found: GroupDiscovery, verdict: Verdict, reason: Reason) -> GroupDiscovery:
    each = (replace(one, verdict=verdict, reason=reason) for one in found.discoveries)
    return replace(found, discoveries=tuple(each))
