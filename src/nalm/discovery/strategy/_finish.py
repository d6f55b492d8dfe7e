"""From what was found on the inner rows to candidates fitted on all."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget
from nalm.discovery.constraints._known import Known
from nalm.discovery.problem._problem import Problem
from nalm.discovery.result._candidate import Discovery, Verdict
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.result._wording import RIVAL
from nalm.discovery.rewriting._inner_terms import without_inner_terms
from nalm.discovery.rewriting._trim import trim
from nalm.discovery.scoring._constants import neat
from nalm.discovery.scoring._judge import ScoredFormula, judge
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.scoring._preferred import preferred
from nalm.discovery.scoring._refit import LEAST
from nalm.discovery.scoring._search_rules import SearchRules
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.discovery.strategy._last_fits import Fitted, LastFits, beaten
from nalm.discovery.verdict._constrained import contradicted, with_findings
from nalm.discovery.verdict._verdict import verdict
from nalm.symbolic import Sum, complexity, evaluate, same_form

READ = 6
"""Formulas at most whose constants are made exact."""
DIGITS = -2 * float(np.log(LEAST))
"""Description length of a number that rounding error alone limits."""
SHOWN = 12
"""Candidates that are kept, next to the front between error and complexity."""


def finish(
    pool: Pool,
    problem: Problem,
    *,
    inner: np.ndarray,
    outer: np.ndarray,
    complete: bool,
    budget: Budget,
) -> Discovery:
    """Choose, judge the choice, and refit the formulas that are kept on all rows.

    Once the time is up, no other is refitted than the chosen one.
    """
    # Constants are made exact before the choice and the verdict: both compare description lengths,
    # which exact constants shorten. The verdict is about the fit to the inner rows, for which the
    # outer ones are new; the candidates that are shown are fitted to all rows.
    ranked = _with_values(pool.ranked(), problem)
    ranked = preferred(_read(ranked, pool, budget), pool.rank)
    last_fits = LastFits(problem, budget)
    ranked = _usable(ranked, last_fits, problem=problem, rounding=pool.rules.r2_rounding)
    ranked, word, reason = _judged(ranked, pool, complete=complete)
    pairs = last_fits.of_all(_front(ranked, also=_rivals(reason, ranked)))
    chosen = next((k for k, (judged, _) in enumerate(pairs) if judged is ranked[0]), len(pairs) - 1)
    rivals = [pair for pair in pairs if not pool.breaks(pair[0])] or pairs
    if word is Verdict.LAW and pairs and (doubt := beaten(pairs[chosen], rivals, ranked=ranked)):
        word, reason = Verdict.UNDECIDED, doubt
    reason = _numbered(_with_outliers(reason, ranked[0], pool), ranked, pairs)
    if pairs:
        formula = pairs[chosen][1].formula
        word, reason = with_findings(word, reason, formula=formula, known=problem.known)
    return Discovery(
        candidates=tuple(candidate for _, candidate in pairs),
        chosen=chosen,
        verdict=word,
        reason=reason,
        inner_rows=tuple(inner.tolist()),
        outer_rows=tuple(outer.tolist()),
        complete=complete,
        seconds=budget.seconds,
    )


def with_r2(reason: Reason, r2: float) -> Reason:
    """Say of a formula that is worse than the mean of the target that it is.

    Args:
        reason: Of its verdict.
        r2: Its coefficient of determination over all rows.
    """
    exact = reason.kind in (ReasonKind.ROUNDING_ERROR, ReasonKind.CONSTANT_TARGET)
    if exact or r2 >= -SearchRules().r2_rounding:
        return reason
    return replace(reason, numbers={**reason.numbers, "worse_r2": r2})


def _judged(
    ranked: list[ScoredFormula], pool: Pool, *, complete: bool
) -> tuple[list[ScoredFormula], Verdict, Reason]:
    """Judge the first formula beside those that keep the constraints; others come behind these."""
    breaking = [each for each in ranked if pool.breaks(each)]
    keeping = [each for each in ranked if not pool.breaks(each)]
    word, reason = verdict(
        keeping or ranked,
        inner=pool.inner,
        outer=pool.outer,
        complete=complete or pool.is_stable(cut=True),
    )
    word, reason = contradicted(word, reason, keeping=keeping, breaking=breaking)
    return [*keeping, *breaking], word, reason


def _with_outliers(reason: Reason, chosen: ScoredFormula, pool: Pool) -> Reason:
    if not chosen.far_off:
        return reason
    rows = len(pool.inner.y) + len(pool.outer.y)
    numbers = {**reason.numbers, "far_off": chosen.far_off, "all_rows": rows}
    return replace(reason, numbers=numbers)


def _with_values(ranked: list[ScoredFormula], problem: Problem) -> list[ScoredFormula]:
    """Leave out the first that have no value on some row, which the pool may not have seen."""
    for place, judged in enumerate(ranked):
        with np.errstate(all="ignore"):
            if np.isfinite(evaluate(judged.fit.formula, problem.x)).all():
                return ranked[place:]
    return ranked


def _usable(
    ranked: list[ScoredFormula], last_fits: LastFits, *, problem: Problem, rounding: float
) -> list[ScoredFormula]:
    """Put the first first whose fit to all rows is no worse than their mean, and keeps constraints.

    A row that is far off, and that only the last fit sees, can draw a formula away from the others.
    """
    for judged in ranked:
        candidate = last_fits.of(judged)
        if candidate is None or _breaks(candidate.formula, problem.known):
            continue
        if judged.far_off or candidate.r2 >= -rounding:
            return [judged, *(other for other in ranked if other is not judged)]
        if not last_fits.has_time:
            break
    return ranked


def _breaks(formula: Sum, known: Known | None) -> bool:
    return known is not None and any(each.is_kept is False for each in known.findings(formula))


def _read(ranked: list[ScoredFormula], pool: Pool, budget: Budget) -> list[ScoredFormula]:
    """Make constants exact before formulas that are nearly as good as the first are compared."""
    limit = pool.rank(ranked[0]) + VERDICT_RULES.close
    # An exact constant saves hardly more than log n: formulas further behind seldom become best.
    near = [each for each in ranked[:READ] if pool.rank(each) < limit]
    made = [
        _neat(each, pool, budget) if each is ranked[0] or not budget.is_up else each
        for each in near
    ]
    return [*sorted(made, key=pool.rank), *ranked[len(near) :]]


def _neat(judged: ScoredFormula, pool: Pool, budget: Budget) -> ScoredFormula:
    """Make the constants exact that the data cannot tell from exact ones."""
    noises = (judged.noise,)

    def read(formula: Sum) -> ScoredFormula | None:
        # With an exact number a shorter form may be the same: e^(-x) (e^x - 1) is 1 - e^(-x).
        normal = pool.normal(formula)
        formula = formula if normal is None else normal
        return judge(formula, pool.inner, outer=pool.outer, noises=noises)

    def score(formula: Sum) -> float:
        again = read(formula)
        if again is None or pool.breaks(again):
            return np.inf
        # To write a number that fits to its last digit takes all of them.
        return again.score + (DIGITS * again.fit.free if again.fits_exactly(VERDICT_RULES) else 0.0)

    with np.errstate(all="ignore"):
        judged = _shortened(judged, read, pool.inner.x) if judged.is_exact else judged
        fit, units = judged.fit, pool.units
        made = neat(fit.formula, fit.deviations, accept=score, budget=budget, units=units)
        again = read(made)
    if again is None:
        return judged
    return replace(again, hits=judged.hits, restarts=judged.restarts, by=judged.by)


def _shortened(
    judged: ScoredFormula, read: Callable[[Sum], ScoredFormula | None], x: FloatArray
) -> ScoredFormula:
    """Leave out each term, also of an inner sum, without which the formula is better.

    A search that is over once a formula is exact to the data's digits has not tried: √(x² + y² + c)
    with a c below the last digit is exact, and so is √(x² + y²).
    """
    terms = judged.fit.formula.terms
    without = [Sum((*terms[:k], *terms[k + 1 :])) for k in range(len(terms)) if len(terms) > 1]
    for shorter in (*without, *without_inner_terms(judged.fit.formula)):
        trimmed = trim(shorter, x)
        again = None if trimmed is None else read(trimmed)
        if again is not None and again.score < judged.score:
            again = replace(again, hits=judged.hits, restarts=judged.restarts, by=judged.by)
            return _shortened(again, read, x)
    return judged


def _rivals(reason: Reason, ranked: list[ScoredFormula]) -> list[ScoredFormula]:
    """Return the formula that a reason names, if it names one."""
    return [ranked[int(reason.numbers[RIVAL])]] if RIVAL in reason.numbers else []


def _numbered(reason: Reason, ranked: list[ScoredFormula], shown: list[Fitted]) -> Reason:
    """Name a formula by its place among the candidates that are shown, not among all."""
    numbers = {name: value for name, value in reason.numbers.items() if name != RIVAL}
    for each in _rivals(reason, ranked):
        for place, (other, _) in enumerate(shown):
            if same_form(other.fit.formula, each.fit.formula):
                numbers[RIVAL] = place
    return replace(reason, numbers=numbers)


def _front(ranked: list[ScoredFormula], also: list[ScoredFormula]) -> list[ScoredFormula]:
    """Keep the best few, the best first, whatever is best for its complexity, and what is named.

    Each form is kept once.
    """
    kept: list[ScoredFormula] = []
    seen = np.inf
    # The Pareto front of complexity and score: each formula on it is better than all simpler ones.
    by_complexity = sorted(ranked, key=lambda one: (complexity(one.fit.formula), one.score))
    front: list[ScoredFormula] = []
    for judged in by_complexity:
        if judged.score < seen:
            front.append(judged)
            seen = judged.score
    for judged in [*ranked[:SHOWN], *also, *front]:
        if not any(same_form(judged.fit.formula, other.fit.formula) for other in kept):
            kept.append(judged)
    return kept
