"""What a search has found so far: one judged formula per form, best first."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from functools import partial

import numpy as np

from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.problem._problem import Problem, Units
from nalm.discovery.rewriting._properties import (
    has_measured_exponents,
    is_flexible,
    is_product,
    skeleton,
)
from nalm.discovery.rewriting._simple_exponents import with_simple_exponents
from nalm.discovery.scoring._constants import with_exact_exponents
from nalm.discovery.scoring._curve_information import shows_its_curve
from nalm.discovery.scoring._judge import ScoredFormula, judge
from nalm.discovery.scoring._normal_on_rows import normal_on_rows
from nalm.discovery.scoring._residual_pattern import residuals_consistent_with_noise
from nalm.discovery.scoring._search_rules import SearchRules
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.symbolic import Sum, form_key, parameters, same_form


class Pool:
    """Formulas that were fitted to the inner rows and tried on the outer ones."""

    def __init__(
        self,
        inner: Problem,
        outer: Problem,
        *,
        noises: tuple[NoiseModel, ...],
        rules: SearchRules = SearchRules(),  # noqa: B008  (frozen)
        units: Units | None = None,
    ) -> None:
        self.inner = inner
        self.outer = outer
        self.rules = rules
        self.units = units
        self.noises = noises
        self._found: dict[Hashable, ScoredFormula] = {}
        self._best: ScoredFormula | None = None
        self._tried: set[tuple[Hashable, int]] = set()
        self._breaks: dict[Sum, bool] = {}
        self._last: tuple[float, Hashable] = np.inf, None
        self._since = 0
        self._answers: dict[str, tuple[ScoredFormula, bool]] = {}

    def __len__(self) -> int:
        return len(self._found)

    def add(self, formula: Sum, *, hits: int = 0, restarts: int = 0, by: str = "") -> None:
        """Judge a formula, unless its form is known; then only count its hits.

        An exponent near to an exact one is of the same form, but has a longer description and may
        fit better: of the two, the better is kept.
        """
        normal, x = self.normal(formula), self.inner.x
        if normal is None:
            return
        key = form_key(normal)
        # The same form with one number less measured is another description, which may be shorter.
        tried = key, len(parameters(normal))
        known = self._found.get(key)
        # A fit that is worse than the mean began at the wrong place.
        if known is not None and tried in self._tried and known.explained >= 0:
            self._count(key, hits, restarts)
            return
        self._tried.add(tried)
        with np.errstate(all="ignore"):
            judged = self._judged(normal)
        if judged is None:
            return
        key = form_key(judged.fit.formula)  # the fit may have moved exponents near to exact ones
        known = self._found.get(key)  # from other stages and starts: only its best fit stays
        if known is None or judged.score < known.score:
            best = self._keep(key, replace(judged, hits=hits, restarts=restarts, by=by))
            # No stage rounds one exponent and measures another: x^0.26 z^0.0003 is x^0.26.
            for exact in with_exact_exponents(best.fit, x) if best is self.best() else ():
                self.add(exact, hits=hits, restarts=restarts, by=by)

    def _count(self, key: Hashable, hits: int, restarts: int) -> None:
        known = self._found[key]
        if hits / max(restarts, 1) > known.hits / max(known.restarts, 1):
            self._keep(key, replace(known, hits=hits, restarts=restarts))

    def _keep(self, key: Hashable, judged: ScoredFormula) -> ScoredFormula:
        self._found[key], self._best = judged, None
        return judged

    def normal(self, formula: Sum) -> Sum | None:
        """Bring a formula into its normal form on the inner rows; `None` if there is none."""
        return normal_on_rows(formula, self.inner, units=self.units)

    def _judged(self, formula: Sum) -> ScoredFormula | None:
        """Fit, well if it is worth it; fit again what is left if the fit made something vanish."""
        # Nearly all are far behind the best one, which a rough fit under its noise shows.
        likely = (self.best().noise, self.noises[0]) if self._found else self.noises
        noises = tuple(dict.fromkeys(likely))
        judged = self._judge(formula, worth=self.rules.first_step, noises=noises)
        if judged is None or self._is_far_behind(judged):
            return judged
        judged = self._judge(judged.fit.formula)
        # The fit may have made a term vanish or two exponents equal: the shorter form is fitted
        # again.
        for _ in range(self.rules.refits):
            if judged is None:
                break
            formula = judged.fit.formula
            again = self.normal(
                with_simple_exponents(
                    formula,
                    near=self.rules.exponent_rounding,
                    denominator=self.rules.exponent_denominator,
                )
            )
            if again is None and self.inner.dimensions is not None:
                break  # units that agree forbid what rounding would make
            if again is None:
                return None
            if same_form(again, formula) and len(parameters(again)) == len(parameters(formula)):
                break
            judged = self._judge(again)
        return judged

    def _judge(
        self, formula: Sum, *, worth: float = 0.0, noises: tuple[NoiseModel, ...] | None = None
    ) -> ScoredFormula | None:
        noises = self.noises if noises is None else noises
        return judge(formula, self.inner, outer=self.outer, noises=noises, worth=worth)

    def _is_far_behind(self, judged: ScoredFormula) -> bool:
        rivals = (one.score for one in self._found.values() if not self.breaks(one))
        best = min(rivals, default=np.inf)
        answered = bool(self._found) and self.has_simple_answer()
        return judged.score > best + self.rules.behind(answered=answered)

    def add_all(self, formulas: Iterable[Sum]) -> None:
        """Judge several formulas."""
        for formula in formulas:
            self.add(formula)

    def best(self) -> ScoredFormula:
        """Return the formula with the best score; of two near ones, what reaches further."""
        if self._best is None:  # asked far more often than formulas are found
            self._best = min(self._found.values(), key=self.rank)
        return self._best

    def ranked(self) -> list[ScoredFormula]:
        """Return all formulas, best first."""
        return sorted(self._found.values(), key=self.rank)

    def rank(self, judged: ScoredFormula) -> float:
        """Compute what formulas are compared by; lower is better."""
        weak = judged.is_contradicted() or judged.explained < self.rules.explained
        worse = judged.explained < -self.rules.r2_rounding
        # Handicaps, as nothing may be left out: there always is a best formula.
        handicaps = self.rules.contradicted * weak + self.rules.worse_than_mean * worse
        return judged.score + handicaps + self.rules.constraint_broken * self.breaks(judged)

    def breaks(self, judged: ScoredFormula) -> bool:
        """Say whether a formula is seen to break what is known of the law."""
        known, formula = self.inner.known, judged.fit.formula
        if known is None:
            return False
        if formula not in self._breaks:
            self._breaks[formula] = known.breaks(formula)
        return self._breaks[formula]

    def count_step(self) -> None:
        """Note that a piece of the search is done; exact numbers in the same form are no gain."""
        score, form = self.rank(self.best()), skeleton(self.best().fit.formula)
        gained = score < self._last[0] - self.rules.gain
        self._since = 0 if gained and form != self._last[1] else self._since + 1
        self._last = (score, form) if gained else self._last

    @property
    def is_stuck(self) -> bool:
        """Whether the last steps gained nothing."""
        return self._since >= self.rules.stuck_after

    @property
    def is_exact(self) -> bool:
        """Whether a formula fits every row to rounding error."""
        return bool(self._found) and self.best().is_exact

    def is_simple(self) -> bool:
        """Say whether the best formula has few measured constants, and no exponents such as 5/4.

        A sum with these follows many functions, so that another formula may be the law.
        """
        formula = self.best().fit.formula
        few = len(parameters(formula)) <= self.rules.few_constants
        return few and not has_measured_exponents(formula) and not is_flexible(formula)

    def is_stable(self, *, cut: bool = False) -> bool:
        """Say whether the best formula was not beaten for long, or cannot be expected to be."""
        if not self._found:
            return False
        # Of a search that was cut short, not all that is owed may have been tried.
        rows = 0 if cut else len(self.inner.y)
        simple, product = self.is_simple(), is_product(self.best().fit.formula)
        patience = self.rules.patience_with(rows, simple=simple, product=product)
        return self._since >= patience or self.is_clear()

    def is_clear(self) -> bool:
        """Say whether the rows show the curve of a short formula so well that it is no other's."""
        best, rules = self.best(), self.rules
        # Of few rows more is asked in the verdict, by what they are compared with.
        if len(self.inner.y) < VERDICT_RULES.few_rows or best.explained < rules.explained:
            return False
        # The measured exponents of a product follow no other function.
        if not (self.is_simple() or is_product(best.fit.formula)):
            return False
        clear = partial(shows_its_curve, times=rules.clear)
        return self.is_consistent_with_noise() and self._of_best("clear", clear)

    def is_consistent_with_noise(self) -> bool:
        """Say whether the residuals of the best formula are consistent with noise, in and out.

        Those of an exact one are rounding errors, which may have a pattern.
        """
        if not self._found:
            return False
        return self.best().is_exact or self._of_best("noise", residuals_consistent_with_noise)

    def _of_best(self, question: str, asked: Callable[..., bool]) -> bool:
        """Ask about the best formula, once: every stage does, and all rows have to be looked at."""
        best = self.best()
        known = self._answers.get(question)
        if known is None or known[0] is not best:
            known = best, asked(best, inner=self.inner, outer=self.outer)
            self._answers[question] = known
        return known[1]

    def has_simple_answer(self) -> bool:
        """Say whether a simple formula fits to the noise."""
        return self.is_simple() and self.is_consistent_with_noise()
