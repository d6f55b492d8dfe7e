"""How a given form stands: on held-out rows, and against what a search found."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.forms._equalities import free_directions
from nalm.discovery.forms._fit import FormFit, fit_from
from nalm.discovery.forms._minimum import Bounds
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import draw_rows, outer_rows, take_rows
from nalm.discovery.result._candidate import Candidate, Discovery, Verdict
from nalm.discovery.result._fitted_form import FittedForm
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.scoring._judge import ScoredFormula, judge, judge_fit
from nalm.discovery.scoring._refit import Refit, describe
from nalm.discovery.scoring._search_rules import SearchRules
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.discovery.strategy._finish import with_r2
from nalm.discovery.strategy._last_fits import candidate_of
from nalm.discovery.verdict._constrained import with_findings
from nalm.discovery.verdict._doubts import CHECKS_OF_GIVEN
from nalm.discovery.verdict._verdict import verdict
from nalm.symbolic import same_form, simplify

IntArray: TypeAlias = NDArray[np.intp]

FORM = "form"
"""What is said to have found a form that was given."""
RULES = replace(VERDICT_RULES, flexible=10**6)
"""A form that was given does not fit by its freedom: rounding error is that of any formula."""
_LAWS = (ReasonKind.PREDICTS, ReasonKind.PREDICTS_AS_OTHERS)
LARGEST = 690.0
"""Logarithm of odds that a double can hold."""


@final
@dataclass(frozen=True, kw_only=True)
class Rows:
    """Hold a problem in two parts.

    Attributes:
        whole: The rows with a weight.
        inner: Indices of those that forms are fitted to.
        outer: Indices of those that are held out.
        table: The table's row behind each row.
        seed: Of the rows that are drawn where there are many.
    """

    whole: Problem
    inner: IntArray
    outer: IntArray
    table: IntArray
    seed: int = 0

    @classmethod
    def of_table(
        cls, whole: Problem, weight: FloatArray, *, found: Discovery | None, seed: int
    ) -> "Rows":
        """Hold out the rows that a search held out; without one, the outermost.

        Args:
            whole: The rows with a weight.
            weight: Of all rows of the table.
            found: What a search found in the table; `None` without one.
            seed: Of the rows that are drawn where there are many.
        """
        table = np.flatnonzero(weight > 0)
        outer = outer_rows(whole)
        if found is not None:
            outer = np.searchsorted(table, np.array(found.outer_rows, dtype=np.intp))
        inner = np.setdiff1d(np.arange(len(whole.y)), outer)
        return cls(whole=whole, inner=inner, outer=outer, table=table, seed=seed)

    def part(self, rows: IntArray) -> Problem:
        """Return some rows, a draw of them where they are many."""
        some = take_rows(self.whole, rows)
        return draw_rows(some, SearchRules().judged_rows, seed=self.seed)


@np.errstate(all="ignore")  # a form may have slopes without a value on some row
def judged_form(
    fit: FormFit, rows: Rows, *, noise: NoiseModel, found: Discovery | None
) -> Discovery:
    """Put a form beside the candidates of a search, and judge it.

    Args:
        fit: The form, fitted to all rows.
        rows: All rows, in two parts.
        noise: Whose size the rows' errors share.
        found: What a search found on these rows; `None` without one.

    Returns:
        A discovery that has chosen the form, of the table's rows.
    """
    inner, outer = rows.part(rows.inner), rows.part(rows.outer)
    own = _scored(fit.fitted, inner, outer=outer, noise=noise)
    candidate = _candidate(fit, rows.whole, noise=noise, judged=own)
    normal = simplify(candidate.formula)
    searched: tuple[Candidate, ...] = () if found is None else found.candidates
    others = [each for each in searched if not same_form(each.formula, normal)]
    rated = [judge(each.formula, inner, outer=outer, noises=(noise,)) for each in others]
    listed = sorted([*others, candidate], key=lambda each: (each.complexity, each.loss))
    place = {id(each): k for k, each in enumerate(listed)}
    word, reason = _verdict(
        own, rated, inner=inner, outer=outer, complete=found.complete if found else None
    )
    if word is not Verdict.LAW and (better := _better(own, rated)) is not None:
        index, odds = better
        reason = Reason(ReasonKind.BETTER_FORM, {"odds": odds, "index": place[id(others[index])]})
    word, reason = with_findings(word, reason, formula=candidate.formula, known=rows.whole.known)
    reason = with_r2(reason, candidate.r2)
    return Discovery(
        candidates=tuple(listed),
        chosen=place[id(candidate)],
        verdict=word,
        reason=reason,
        inner_rows=tuple(rows.table[rows.inner].tolist()),
        outer_rows=tuple(rows.table[rows.outer].tolist()),
        complete=found is None or found.complete,
        seconds=0.0 if found is None else found.seconds,
    )


def _scored(
    fitted: FittedForm, inner: Problem, *, outer: Problem, noise: NoiseModel
) -> ScoredFormula | None:
    """Fit the form to the inner rows and try it on the outer ones."""
    form = fitted.form
    bounds = Bounds.read(fitted)
    values = fit_from(form, inner, values=fitted.values, bounds=bounds, noise=noise)
    free = free_directions(form, inner, values=values)
    fit = describe(form.at(values), inner, noise=noise, directions=form.slopes(values) @ free)
    fit = None if fit is None else replace(fit, held=len(values) - free.shape[1])
    scored = None if fit is None else judge_fit(fit, inner, outer=outer, noise=noise)
    if fit is None or scored is None:
        return None
    # Nobody chose it among thousands: of its description only the constants' digits count.
    length = free.shape[1] * float(np.log(len(inner.y)))
    return replace(scored, score=fit.likelihood + length + scored.outside, by=FORM)


def _candidate(
    form_fit: FormFit, whole: Problem, *, noise: NoiseModel, judged: ScoredFormula | None
) -> Candidate:
    fitted = form_fit.fitted
    formula = fitted.form.at(fitted.values)
    slopes = fitted.form.slopes(fitted.values) @ free_directions(
        fitted.form, whole, values=fitted.values
    )
    fit = describe(formula, whole, noise=noise, directions=slopes)
    assert fit is not None  # it was fitted to these rows
    judged = _without_value(fit, noise) if judged is None else judged
    candidate = candidate_of(fit, whole, judged=judged)
    return replace(candidate, form=fitted, hits=form_fit.hits, restarts=form_fit.followed)


def _verdict(
    own: ScoredFormula | None,
    rated: Sequence[ScoredFormula | None],
    *,
    inner: Problem,
    outer: Problem,
    complete: bool | None,
) -> tuple[Verdict, Reason]:
    if own is None:
        numbers = {"rows": len(outer.y), "ratio": np.inf}
        return Verdict.APPROXIMATION, Reason(ReasonKind.HELD_OUT_ROWS_MISSED, numbers)
    others = sorted((each for each in rated if each is not None), key=lambda each: each.score)
    word, reason = verdict(
        [own, *others],
        inner=inner,
        outer=outer,
        complete=complete is not False,
        rules=RULES,
        checks=CHECKS_OF_GIVEN,
    )
    if reason.kind not in _LAWS:
        return word, reason
    if complete is None:
        return Verdict.UNDECIDED, Reason(ReasonKind.FORM_NOT_COMPARED)
    return word, Reason(
        ReasonKind.FORM_HOLDS, {"rows": len(outer.y), "error": own.extrapolation_error}
    )


def _better(
    own: ScoredFormula | None, rated: Sequence[ScoredFormula | None]
) -> tuple[int, float] | None:
    """Return the place of the best other formula, and its odds, if the evidence is strong."""
    scores = [np.inf if each is None else each.score for each in rated]
    if own is None or not scores:
        return None
    best = int(np.argmin(scores))
    gain = own.score - scores[best]
    return (best, float(np.exp(min(gain / 2, LARGEST)))) if gain > RULES.strong else None


def _without_value(fit: Refit, noise: NoiseModel) -> ScoredFormula:
    """Stand for a form that, fitted to the inner rows, has no value on some held-out row."""
    return ScoredFormula(
        fit=fit,
        by=FORM,
        noise=noise,
        score=np.inf,
        outside=np.inf,
        prediction_error=np.inf,
        prediction_errors=np.full(len(fit.residual), np.inf),
        misses=np.full(len(fit.residual), np.inf),
        is_far=np.zeros(len(fit.residual), dtype=bool),
        extrapolation_error=np.inf,
        explained=-np.inf,
    )
