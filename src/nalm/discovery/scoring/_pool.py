"""What a search has found so far: one judged formula per form, best first."""

from collections.abc import Hashable, Iterable

import numpy as np

from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._properties import has_measured_exponents
from nalm.discovery.rewriting._settled import settled
from nalm.discovery.rewriting._trim import trim
from nalm.discovery.scoring._judge import Judged, judge, largest_surprise
from nalm.discovery.scoring._residual_pattern import leaves_only_noise
from nalm.symbolic import Sum, form_key, parameters, same_form, simplify

FEW = 3
"""Measured constants of a formula that is called simple."""
STUCK = 2
"""Steps without a gain after which what was found is varied."""
PATIENCE, LONG_PATIENCE = 5, 15
"""Steps without a gain after which a simple formula, and another, is not expected to be beaten."""
GAIN = 2.0
"""Difference of scores that counts as a gain."""
STEP = 1.0
"""What a step of a first fit has to gain."""
REFITS = 3
"""Times a formula is fitted again that its fit made simpler."""
ROUNDING, DENOMINATOR = 1e-9, 12
"""Distance of a measured exponent from a fraction that is rounding error, and its denominator."""
FAR_BEHIND = 100.0
"""By how much a formula may be behind after its first fit to be fitted to the end."""
CONTRADICTED = 30.0
"""What a formula's score must be better by if the outer rows contradict it."""
EXPLAINED = 0.5
"""Share of y's variation below which a formula says so little that no row could contradict it."""
WORSE_THAN_MEAN = 1e6
"""The same for what is worse than the mean of y: more than any score differs by."""
ROUNDED = 1e-9
"""Share of y's variation that is rounding error."""


class Pool:
    """Formulas that were fitted to the inner rows and tried on the outer ones."""

    def __init__(self, inner: Problem, outer: Problem, *, noises: tuple[NoiseModel, ...]) -> None:
        self.inner = inner
        self.outer = outer
        self._noises = noises
        self._positive = tuple((inner.x.min(axis=0) > 0).tolist())
        self._found: dict[Hashable, Judged] = {}
        self._tried: set[tuple[Hashable, int]] = set()
        self._last = np.inf
        self._since = 0

    def add(self, formula: Sum, *, found: int = 0, starts: int = 0) -> None:
        """Judge a formula, unless its form is known; then only count its starts.

        An exponent near to an exact one is of the same form, but costs more to say and may fit
        better: of the two, the better is kept.
        """
        normal = self.normal(formula)
        if normal is None:
            return
        key = form_key(normal)
        tried = key, len(parameters(normal))
        if key in self._found and tried in self._tried:
            self._count(key, found, starts)
            return
        self._tried.add(tried)
        with np.errstate(all="ignore"):
            judged = self._judged(normal)
        if judged is None:
            return
        key = form_key(judged.fit.formula)  # the fit may have moved exponents near to exact ones
        known = self._found.get(key)
        if known is None or judged.score < known.score:
            self._found[key] = judged.counted(found, starts)

    def _count(self, key: Hashable, found: int, starts: int) -> None:
        known = self._found[key]
        if found / max(starts, 1) > known.found / max(known.starts, 1):
            self._found[key] = known.counted(found, starts)

    def normal(self, formula: Sum) -> Sum | None:
        """Bring a formula into its normal form on these rows; `None` if it is no arithmetic."""
        trimmed = trim(formula, self.inner.x)
        return None if trimmed is None else simplify(trimmed, positive=self._positive)

    def _judged(self, formula: Sum) -> Judged | None:
        """Fit, well if it is worth it; fit again what is left if the fit made something vanish."""
        judged = self._judge(formula, worth=STEP)
        if judged is not None and not self._is_far_behind(judged):
            judged = self._judge(judged.fit.formula)
        for _ in range(REFITS):
            if judged is None:
                break
            formula = judged.fit.formula
            again = self.normal(settled(formula, near=ROUNDING, denominator=DENOMINATOR))
            if again is None:
                return None
            if same_form(again, formula) and len(parameters(again)) == len(parameters(formula)):
                break
            judged = self._judge(again)
        return judged

    def _judge(self, formula: Sum, *, worth: float = 0.0) -> Judged | None:
        return judge(formula, self.inner, outer=self.outer, noises=self._noises, worth=worth)

    def _is_far_behind(self, judged: Judged) -> bool:
        best = min((each.score for each in self._found.values()), default=np.inf)
        return judged.score > best + FAR_BEHIND

    def add_all(self, formulas: Iterable[Sum]) -> None:
        """Judge several formulas."""
        for formula in formulas:
            self.add(formula)

    def best(self) -> Judged:
        """Return the formula with the best score; of two near ones, what reaches further."""
        return min(self._found.values(), key=self.rank)

    def ranked(self) -> list[Judged]:
        """Return all formulas, best first."""
        return sorted(self._found.values(), key=self.rank)

    def rank(self, judged: Judged) -> float:
        """Compute what formulas are compared by; lower is better."""
        contradicted = judged.surprise > largest_surprise(max(len(self.outer.y), 1))
        weak = contradicted or judged.explained < EXPLAINED
        worse = judged.explained < -ROUNDED
        return judged.score + CONTRADICTED * weak + WORSE_THAN_MEAN * worse

    def count_step(self) -> None:
        """Note that a piece of the search is done."""
        score = self.rank(self.best())
        gained = score < self._last - GAIN
        self._last = score if gained else self._last
        self._since = 0 if gained else self._since + 1

    @property
    def is_stuck(self) -> bool:
        """Whether the last steps gained nothing."""
        return self._since >= STUCK

    @property
    def is_stable(self) -> bool:
        """Whether the best formula has not been beaten for long."""
        return self._since >= (PATIENCE if self.is_simple else LONG_PATIENCE)

    @property
    def is_exact(self) -> bool:
        """Whether a formula fits every row to rounding error."""
        return bool(self._found) and self.best().is_exact

    @property
    def is_simple(self) -> bool:
        """Whether the best formula has few measured constants, and no measured exponents."""
        formula = self.best().fit.formula
        return len(parameters(formula)) <= FEW and not has_measured_exponents(formula)

    @property
    def is_down_to_noise(self) -> bool:
        """Whether what the best formula leaves over looks like noise, inside and outside."""
        return bool(self._found) and leaves_only_noise(
            self.best(), inner=self.inner, outer=self.outer
        )

    @property
    def is_found(self) -> bool:
        """Whether a simple formula leaves but noise."""
        return self.is_simple and self.is_down_to_noise
