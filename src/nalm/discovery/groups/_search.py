"""The search for several groups: forms come from single groups, and all groups decide."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

import numpy as np

from nalm.discovery._budget import Budget
from nalm.discovery._jobs import ALONE
from nalm.discovery._noise import Noise
from nalm.discovery._noise_model import AUTO, NoiseModel, find_noise, noise_models
from nalm.discovery._one_thread import one_thread
from nalm.discovery.groups._every_group import Fits, all_in_every_group
from nalm.discovery.groups._fit import GroupFit, judge_groups
from nalm.discovery.groups._forms import Forms
from nalm.discovery.groups._result import GroupDiscovery, described
from nalm.discovery.groups._rows import GroupedRows
from nalm.discovery.groups._sharing import simplest
from nalm.discovery.groups._verdict import GROUP, contradictions, rank, verdict_of_groups
from nalm.discovery.groups._views import View, some_groups, views
from nalm.discovery.result._candidate import Discovery, Verdict
from nalm.discovery.result._reason import Reason
from nalm.discovery.scoring._search_rules import SearchRules
from nalm.discovery.strategy._search import SearchOptions, SearchProgress, search
from nalm.errors import InvalidValueError
from nalm.symbolic import Product, Sum, same_form

SEARCHED, REDUCED = 0.7, 0.85
"""Shares of the time after which the searches of single groups end, and sharing; the rest is for
all groups together."""
CHOOSING = 12
"""Groups that choose the form, at most; the others get their constants, and may contradict it."""
LEAST_VIEWS = 2
"""Groups that are searched in most cases: one finds the form, and the next one no better."""
MOST_VIEWS = 3
"""Groups that are searched at most, before all rows together."""
TAKEN = 8
"""Formulas of a search that are tried on all groups, the best ones."""
KEPT = 6
"""Forms whose constants are shared as far as the score asks for, the best ones."""
MEAN = Sum((Product(1.0),))


def search_groups(
    rows: GroupedRows,
    options: SearchOptions,
    *,
    budget: Budget,
    report: Callable[[SearchProgress], None] | None = None,
) -> GroupDiscovery:
    """Search one form for several groups, and say which of its constants they share.

    Single groups are searched as tables of their own; what is found there is fitted to every group.
    Of the best forms, groups share one constant after the other as long as the score gets better.

    Args:
        rows: Of all groups.
        options: How to search.
        budget: Of the whole.
        report: Called after each stage of a search.

    Returns:
        What was found, one discovery for each group.

    Raises:
        InvalidValueError: If the noise is one of the inputs too, or units cannot agree.
    """
    chosen = some_groups(rows, count=CHOOSING)
    part = rows.some(chosen)
    forms = Forms(rows=part, noises=_noises(options.noise, rows))
    with one_thread(), budget.interruptible():
        forms.take(MEAN, budget=Budget())
        mean = list(_reduced(forms, budget=budget, rules=options.rules))
        ended = _searched(forms, rows, options, budget=budget.part(SEARCHED), report=report)
        fits = _reduced(forms, budget=budget.part(REDUCED), rules=options.rules)
        ranked = sorted(fits, key=rank)
        found = all_in_every_group(ranked, rows, chosen=chosen, budget=budget)
        # The mean has a value in any group: there is no other answer.
        found = found or all_in_every_group(mean, rows, chosen=chosen, budget=budget)
        verdict, reason = _decided(
            found, rows, chosen=chosen, complete=ended.complete or ended.stable
        )
        return described(
            [fits.every for fits in found],
            rows,
            verdict=verdict,
            reason=reason,
            complete=ended.complete,
            seconds=budget.seconds,
        )


def _decided(
    found: Sequence[Fits], rows: GroupedRows, *, chosen: Sequence[int], complete: bool
) -> tuple[Verdict, Reason]:
    """Judge the form by the groups that chose it; each of the others may contradict it, too."""
    ranked = [fits.chosen for fits in found]
    verdict, reason = verdict_of_groups(ranked, rows.some(chosen), complete=complete)
    if GROUP in reason.numbers:  # in the numbers of all groups
        group = chosen[int(reason.numbers[GROUP])]
        reason = replace(reason, numbers={**reason.numbers, GROUP: group})
    others = np.setdiff1d(np.arange(rows.groups), chosen).tolist()
    further = next(contradictions(found[0].every, rows, groups=others), None)
    if verdict is Verdict.APPROXIMATION or further is None:
        return verdict, reason
    return Verdict.APPROXIMATION, further


class _Ended(NamedTuple):
    """How the searches of views ended.

    Attributes:
        complete: Whether none was stopped by its time.
        stable: Whether they stopped at a form that fits all groups and was not beaten.
    """

    complete: bool
    stable: bool


def _searched(
    forms: Forms,
    rows: GroupedRows,
    options: SearchOptions,
    *,
    budget: Budget,
    report: Callable[[SearchProgress], None] | None,
) -> _Ended:
    """Search views until one form fits all groups, and stays the best after another view.

    With several processes each searches a view, as many at once as there are processes.
    """
    *single, pooled = views(rows)
    chosen = [*islice(single, MOST_VIEWS), pooled]
    jobs = options.jobs
    if jobs.processes > 1:
        options, report = replace(options, jobs=ALONE), None
    searches = (
        _ViewSearch(
            view=view,
            options=options,
            # Most often the first two suffice.
            budget=budget.shared(
                jobs.rounds(LEAST_VIEWS + 1 if place < LEAST_VIEWS else len(chosen), before=place)
            ),
            report=report,
        )
        for place, view in enumerate(chosen)
    )
    complete, before = True, None
    for view, found in zip(chosen, jobs.map(_search_view, searches), strict=True):
        complete = complete and found.complete
        for formula in _best_of(found, view):
            forms.take(formula, budget=budget)
        best = forms.best()[0]
        stable = best is before and forms.is_settled(options.rules)
        before = best
        if stable:
            return _Ended(complete=complete, stable=True)
    return _Ended(complete=complete, stable=False)


@dataclass(frozen=True, kw_only=True)
class _ViewSearch:
    """What any process may search."""

    view: View
    options: SearchOptions
    budget: Budget
    report: Callable[[SearchProgress], None] | None


def _search_view(wanted: _ViewSearch) -> Discovery:
    problem = wanted.view.problem
    return search(problem, wanted.options, budget=wanted.budget, report=wanted.report)


def _best_of(found: Discovery, view: View) -> Iterator[Sum]:
    ordered = sorted(found.candidates, key=lambda each: each.bic)
    first = found.candidates[found.chosen]
    for candidate in [first, *(each for each in ordered if each is not first)][:TAKEN]:
        yield view.restored(candidate.formula)


def _reduced(forms: Forms, *, budget: Budget, rules: SearchRules) -> Iterator[GroupFit]:
    """Yield the best families, each in the scaling in which groups share most."""
    known: list[Sum] = []
    for family in forms.best()[:KEPT]:
        if known and budget.is_up:
            return
        fits = [
            simplest(fit, forms.rows, budget=budget)
            for each in forms.scalings(family, budget=budget)
            if (fit := judge_groups(each.form, forms.rows, noises=forms.noises)) is not None
        ]
        if not fits:
            continue
        limit = min(fit.judged.score for fit in fits) + rules.gain
        # The first of those that are as good: a (x - b) comes before c (1 + d x).
        best = next(fit for fit in fits if fit.judged.score <= limit)
        joint = best.judged.fit.formula  # two families may become one once constants are read
        if not any(same_form(joint, other) for other in known):
            known.append(joint)
            yield best


def _noises(noise: str, rows: GroupedRows) -> tuple[NoiseModel, ...]:
    if noise == Noise.VARIABLES.name:
        raise InvalidValueError(
            "`noise` must be of the target alone where there are groups; found "
            f'"{noise}". Give "constant", "relative" or "auto".'
        )
    if noise != AUTO:
        return (find_noise(noise),)
    # The columns of groups are inputs too, and have no errors.
    others = (each for each in noise_models() if each != Noise.VARIABLES)
    return tuple(each for each in others if each.is_applicable(rows.problem.y))
