"""Fits to all rows, the held-out ones included, of formulas that were fitted to the inner ones."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget
from nalm.discovery.problem._problem import Problem
from nalm.discovery.result._candidate import Candidate
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.result._wording import RIVAL
from nalm.discovery.scoring._judge import ScoredFormula, description_length
from nalm.discovery.scoring._refit import Refit, refit
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.symbolic import complexity, evaluate, without_leading_minus

Fitted: TypeAlias = tuple[ScoredFormula, Candidate]
"""A formula fitted to the inner rows, and to all."""


class LastFits:
    """Fits to all rows, each made once, as long as there is time for one more."""

    def __init__(self, problem: Problem, budget: Budget) -> None:
        self._problem = problem
        self._budget = budget
        self._made: dict[int, Candidate | None] = {}
        self._longest = 0.0

    def of(self, judged: ScoredFormula) -> Candidate | None:
        """Fit, or return what was fitted before."""
        key = id(judged)
        if key not in self._made:
            before = self._budget.seconds
            self._made[key] = _candidate(judged, self._problem)
            self._longest = max(self._longest, self._budget.seconds - before)
        return self._made[key]

    def of_all(self, several: Iterable[ScoredFormula]) -> list[Fitted]:
        """Fit the first, and the others while there is time; from simple to complex."""
        pairs: list[Fitted] = []
        for judged in several:
            if pairs and not self.has_time:
                break
            if (candidate := self.of(judged)) is not None:
                pairs.append((judged, candidate))
        return sorted(pairs, key=lambda pair: (pair[1].complexity, pair[1].loss))

    @property
    def has_time(self) -> bool:
        """Whether a fit that takes as long as the longest so far would end in time."""
        return not self._budget.is_up and self._budget.seconds_left > self._longest


def beaten(
    chosen: Fitted, pairs: Sequence[Fitted], *, ranked: Sequence[ScoredFormula]
) -> Reason | None:
    """Doubt a formula that another one beats once both are fitted to all rows.

    Among few held-out rows, some that are far off can contradict the law itself.

    Args:
        chosen: What may be a law.
        pairs: All that were fitted to all rows, the chosen one among them.
        ranked: Formulas by their score, the chosen one first.
    """
    other, best = min(pairs, key=lambda pair: pair[1].bic)
    ahead = chosen[1].bic - best.bic
    if chosen[0].is_exact or ahead <= VERDICT_RULES.strong:
        return None
    place = next(k for k, judged in enumerate(ranked) if judged is other)
    with np.errstate(over="ignore"):
        odds = float(np.exp(ahead / 2))
    return Reason(ReasonKind.OTHER_ON_ALL_ROWS, {"odds": odds, RIVAL: place})


def _candidate(judged: ScoredFormula, problem: Problem) -> Candidate | None:
    # Constants are listed with the signs that the equation is written with.
    formula = without_leading_minus(judged.fit.formula)
    with np.errstate(all="ignore"):
        fit = refit(formula, problem, noise=judged.noise)
    return None if fit is None else candidate_of(fit, problem, judged=judged)


def candidate_of(fit: Refit, problem: Problem, *, judged: ScoredFormula) -> Candidate:
    """Make a candidate of a fit to all rows.

    Args:
        fit: To all rows.
        problem: All rows.
        judged: The same form, fitted to the inner rows.
    """
    with np.errstate(all="ignore"):
        miss = evaluate(fit.formula, problem.x) - problem.y
    weight: FloatArray = problem.weight / problem.weight.mean()
    # Squares of values in units of the largest one do not overflow.
    largest = float(np.abs(problem.y).max()) or 1.0
    centred = (problem.y - float(np.average(problem.y, weights=weight))) / largest
    spread = float(np.mean(weight * np.square(centred)))
    unit_loss = float(np.mean(weight * np.square(miss / largest)))
    bic = fit.likelihood + description_length(fit, len(problem.y))
    return Candidate(
        formula=fit.formula,
        complexity=complexity(fit.formula),
        loss=unit_loss * largest**2,
        r2=1 - unit_loss / spread if spread else float(unit_loss == 0),
        extrapolation_error=judged.extrapolation_error,
        bic=bic,
        noise=judged.noise,
        sigma=fit.sigma,
        covariance=fit.covariance,
        hits=judged.hits,
        restarts=judged.restarts,
        found_by=judged.by,
    )
