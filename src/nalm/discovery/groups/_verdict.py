"""How far to trust one form for several groups: what all rows say, and what each group says."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from nalm.discovery.groups._fit import GroupFit
from nalm.discovery.groups._rows import GroupedRows
from nalm.discovery.result._candidate import Verdict
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.rewriting._properties import is_product
from nalm.discovery.scoring._prediction_limits import largest_prediction_error
from nalm.discovery.scoring._search_rules import SearchRules
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES, VerdictRules
from nalm.discovery.verdict._case import Case
from nalm.discovery.verdict._doubts import CHECKS
from nalm.discovery.verdict._held_out import far_off
from nalm.discovery.verdict._verdict import prediction, verdict_of
from nalm.symbolic import parameters

OF_ALL_ROWS = frozenset(
    {
        ReasonKind.HELD_OUT_ROWS_FAR,
        ReasonKind.LITTLE_EXPLAINED,
        ReasonKind.FLAT_OUTSIDE,
        ReasonKind.SEARCH_STOPPED,
        ReasonKind.CURVE_FITS_BETTER,
        ReasonKind.CURVE_UNSEEN,
        ReasonKind.FEW_POINTS,
        ReasonKind.OTHER_FORMS,
    }
)
"""Doubts that are asked of all rows at once, for together they speak for the form."""
ELSEWHERE = frozenset({ReasonKind.FEW_ROWS, ReasonKind.ONE_ROW_DECIDES})
"""Doubts that compare the scores of single tables, or count their rows, and say nothing here."""

GROUP = "group"
"""Name of the number, among a reason's numbers, of the group that the reason is about."""


def rank(fit: GroupFit) -> float:
    """Compute what forms are compared by; lower is better.

    Args:
        fit: Of a form.
    """
    judged, rules = fit.judged, SearchRules()
    weak = judged.is_contradicted() or judged.explained < rules.explained
    return judged.score + rules.contradicted * weak


def verdict_of_groups(
    ranked: Sequence[GroupFit],
    rows: GroupedRows,
    *,
    complete: bool,
    rules: VerdictRules = VERDICT_RULES,
) -> tuple[Verdict, Reason]:
    """Decide how far to trust the first form, by the rules for single tables.

    The data of all groups, and of each, may contradict it. Doubts about the fit are asked of all
    rows at once; the others, such as a rival or open exponents, of each group's formula.

    Args:
        ranked: Forms, the best first.
        rows: Of all groups.
        complete: Whether the search came to its own end.
        rules: The numbers that decide.
    """
    whole = _whole(ranked, rows, complete=complete, rules=rules)
    each = [_of_group(ranked, rows, group=group, rules=rules) for group in range(rows.groups)]
    held = len(rows.outermost)
    if held and all(case.chosen.fits_exactly(rules) for case in each):
        return Verdict.LAW, Reason(ReasonKind.ROUNDING_ERROR, {"rows": held})
    if against := _contradiction(whole, each, fit=ranked[0], rows=rows):
        return Verdict.APPROXIMATION, against
    if doubt := next(_doubts(whole, each, fit=ranked[0], rows=rows), None):
        return Verdict.UNDECIDED, doubt
    return Verdict.LAW, prediction(whole)


def _contradiction(
    whole: Case, each: Sequence[Case], *, fit: GroupFit, rows: GroupedRows
) -> Reason | None:
    """Return what contradicts a form: all rows, or one group."""
    of_all, of_one = contradiction(whole), list(_of_the_worst(enumerate(each), rows.groups))
    if not of_all or not of_one:
        return of_all or next(iter(of_one), None)
    # What all rows contradict is wrong for all, unless they do so by one group alone.
    off = [case for case in each if contradiction(case) or far_off(case)]
    alone = len(off) == 1 and _others_agree(fit, rows, of_one[0], rules=whole.rules)
    return of_one[0] if alone else of_all


def _others_agree(
    fit: GroupFit, rows: GroupedRows, contradiction: Reason, *, rules: VerdictRules
) -> bool:
    """Say whether chance explains the prediction errors in all groups but one."""
    others = fit.judged.prediction_errors[rows.outer.group != contradiction.numbers[GROUP]]
    error = float(np.square(others).mean()) if len(others) else np.inf
    return error <= largest_prediction_error(max(len(others), 1), rules)


def contradictions(
    fit: GroupFit,
    rows: GroupedRows,
    *,
    groups: Sequence[int],
    rules: VerdictRules = VERDICT_RULES,
) -> Iterator[Reason]:
    """Yield how the data of groups contradict a form, and of which group it is.

    Args:
        fit: The form.
        rows: Of all groups.
        groups: Numbers of those that are asked, the first first.
        rules: The numbers that decide.
    """
    cases = ((group, _of_group([fit], rows, group=group, rules=rules)) for group in groups)
    return _of_the_worst(cases, rows.groups)


def _of_the_worst(cases: Iterable[tuple[int, Case]], among: int) -> Iterator[Reason]:
    """Yield what contradicts groups, each being one of so many."""
    for group, case in cases:
        if found := contradiction(replace(case, among=among)):
            yield _of(found, group)


def contradiction(case: Case) -> Reason | None:
    """Return how rows contradict a formula, whatever else is doubtful; `None` if they do not.

    Args:
        case: The formula and the rows.
    """
    word, reason = verdict_of(case, ())
    return reason if word is Verdict.APPROXIMATION else None


def _whole(
    ranked: Sequence[GroupFit], rows: GroupedRows, *, complete: bool, rules: VerdictRules
) -> Case:
    chosen, *others = (fit.judged for fit in ranked)
    inner, outer = (part.marked(rows.groups) for part in (rows.inner, rows.outer))
    return Case(
        chosen=chosen, others=others, inner=inner, outer=outer, complete=complete, rules=rules
    )


def _of_group(
    ranked: Sequence[GroupFit], rows: GroupedRows, *, group: int, rules: VerdictRules
) -> Case:
    chosen, *others = (fit.of(group, rows) for fit in ranked)
    return Case(
        chosen=chosen,
        others=others,
        inner=rows.inner.part(group),
        outer=rows.outer.part(group),
        complete=True,
        rules=rules,
    )


def _doubts(
    whole: Case, each: Sequence[Case], *, fit: GroupFit, rows: GroupedRows
) -> Iterator[Reason]:
    for doubt in _all_of(whole):
        if doubt.kind in OF_ALL_ROWS:
            yield _with_measurable_size(doubt, fit)
    yield from _few_rows(fit, rows, whole.rules)
    for group, case in enumerate(each):
        for doubt in _all_of(case):
            if doubt.kind not in OF_ALL_ROWS | ELSEWHERE:
                yield _of(doubt, group)


def _few_rows(fit: GroupFit, rows: GroupedRows, rules: VerdictRules) -> Iterator[Reason]:
    """Compare the form's constants with the rows that further groups leave for them.

    A group with constants of its own spends as many rows on them. The others test the form, which
    is the same in all groups.
    """
    constants, own = len(fit.form.own), sum(fit.form.own)
    left = len(rows.inner.group) - (rows.groups - 1) * own
    # A product follows no other function than its own, however few rows there are.
    if not is_product(fit.form.form) and constants > max(left // rules.rows_each, 1):
        yield Reason(ReasonKind.FEW_ROWS, {"constants": constants, "rows": max(left, 0)})


def _of(reason: Reason, group: int) -> Reason:
    return replace(reason, numbers={**reason.numbers, GROUP: group})


def _with_measurable_size(doubt: Reason, fit: GroupFit) -> Reason:
    """Say that rows are too few where a curve of any size would go unnoticed."""
    if np.isfinite(doubt.numbers.get("size", 0.0)):
        return doubt
    rows, constants = len(fit.judged.fit.residual), len(parameters(fit.judged.fit.formula))
    return Reason(ReasonKind.FEW_ROWS, {"constants": constants, "rows": rows})


def _all_of(case: Case) -> Iterator[Reason]:
    return (doubt for check in CHECKS if (doubt := check(case)) is not None)
