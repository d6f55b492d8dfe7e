"""How good a formula is: its description length, how well it fits, how far it reaches."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.numerics._exponents import cost, cost_of_measured
from nalm.discovery.numerics._levenberg_marquardt import NEGLIGIBLE
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._properties import (
    constants_of_logarithms,
    count_calls,
    further_logarithms,
    has_measured_exponents,
    is_product,
    numbers_of,
)
from nalm.discovery.scoring._prediction_limits import largest_prediction_error
from nalm.discovery.scoring._predictions import digits_of, explained_by, predictions
from nalm.discovery.scoring._refit import Refit, refit
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES, VerdictRules
from nalm.symbolic import Sum, evaluate, parameters

EXTRA = 8.0
"""Cost of each further product: among thousands that could be added, one always fits the noise."""


CHOICE = 2 * float(np.log(8))
"""Cost of a function: one of about eight, and its argument one more sum."""


@dataclass(frozen=True, kw_only=True)
class ScoredFormula:
    """A formula fitted to the inner rows and tried on the outer ones.

    Attributes:
        fit: On the inner rows.
        noise: The noise under which it fits better.
        score: -2 log of its evidence: of the inner rows by description length, of the outer rows
            by what it predicted for them; lower is better.
        prediction_error: Mean square of `prediction_errors`: 1 for a law, large for what fits only
            the inner rows.
        extrapolation_error: Median relative error on the outer rows; `nan` without any.
        prediction_errors: Standardised prediction error of each outer row; whitened, so that they
            are independent of one another.
        misses: Prediction errors of the outer rows in units of the noise's size, as residuals are.
        is_far: Which outer rows are far off, under noise with outliers.
        digits: Decimal digits by which the target varies more than rounding, under noise of known
            size; 0 under other noise.
        explained: Coefficient of determination over inner and outer rows, without those that are
            far off: 0 for the mean of the inner ones, negative for what is worse than it.
        hits: How many restarts of its structure ended in this form.
        restarts: How many restarts there were.
        by: Name of the stage that found it.
    """

    fit: Refit
    noise: NoiseModel
    score: float
    outside: float
    prediction_error: float
    prediction_errors: FloatArray
    misses: FloatArray
    extrapolation_error: float
    explained: float
    is_far: np.ndarray
    digits: float = 0.0
    hits: int = 0
    restarts: int = 0
    by: str = ""

    @property
    def is_exact(self) -> bool:
        """Whether it fits to rounding error, of float64 or of the data, by the usual rules."""
        return self.fits_exactly(VERDICT_RULES) or self.fits_digits(VERDICT_RULES)

    @property
    def far_off(self) -> int:
        """How many rows are far off, inner and outer ones."""
        return int(self.fit.is_far.sum() + self.is_far.sum())

    def is_contradicted(self, rules: VerdictRules = VERDICT_RULES) -> bool:
        """Whether chance does not explain the outer rows, if the size of the noise is known.

        Args:
            rules: How many standard errors chance explains.
        """
        rows = max(len(self.prediction_errors), 1)
        return self.prediction_error > largest_prediction_error(rows, rules)

    def fits_digits(self, rules: VerdictRules) -> bool:
        """Whether it fits to within the rounding of the data, by digits that are not its own.

        Each measured constant can take up a digit. Rows that are left over by as many digits as
        there are constants show nothing.

        Args:
            rules: How many digits have to be left, and what is within rounding.
        """
        count = len(parameters(self.fit.formula))
        if self._is_flexible(rules) or self.digits < count + rules.spare_digits:
            return False
        # The size of rounding is known, so that residuals are compared with it inside and outside.
        usual = self.fit.sigma * float(np.sqrt(max(self.prediction_error, 1.0)))
        largest = np.abs([*self.fit.residual, *self.misses]).max()
        return bool(usual < rules.within_rounding and largest < rules.beyond_rounding)

    def fits_exactly(self, rules: VerdictRules) -> bool:
        """Whether it fits to rounding error.

        Next to a pole of the formula, rounding errors grow with it: few rows may be further off.
        A sum with measured exponents or many constants is so flexible that it has to come a good
        deal closer.

        Args:
            rules: What rounding error is.
        """
        limit = rules.flexible_exact if self._is_flexible(rules) else rules.exact
        usual = np.quantile(np.abs(self.fit.residual), rules.usual)
        largest = np.abs([*self.fit.residual, *self.misses]).max()
        # Without outer rows the error is not a number, and nothing is exact.
        reaches = self.extrapolation_error < limit
        return bool(usual < limit and reaches and largest < rules.wild * limit)

    def _is_flexible(self, rules: VerdictRules) -> bool:
        formula = self.fit.formula
        many = len(parameters(formula)) > rules.flexible
        return not is_product(formula) and (many or has_measured_exponents(formula))


def judge(
    formula: Sum,
    inner: Problem,
    *,
    outer: Problem,
    noises: tuple[NoiseModel, ...],
    worth: float = 0.0,
) -> ScoredFormula | None:
    """Fit to the inner rows, try on the outer; `None` where it has no value on some row.

    Args:
        formula: To be fitted.
        inner: Rows to fit to.
        outer: Rows to try it on.
        noises: That are tried; the one under which it fits better is taken.
        worth: Of a step of the fit: what it has to lower the score by; 0 for the best fit.
    """
    # The score holds n log(mean square): a fall of the mean square by a share s lowers it by n s.
    negligible = max(worth / len(inner.y), NEGLIGIBLE)
    # Of a product two noises may be the same up to σ: fitting both would give the same result
    # twice.
    if is_product(formula):
        names = {noise.name for noise in noises}
        noises = tuple(noise for noise in noises if noise.same_for_products not in names)
    usual = tuple(noise for noise in noises if not (noise.is_known or noise.has_outliers))

    def judged(noise: NoiseModel) -> ScoredFormula | None:
        fit = refit(formula, inner, noise=noise, negligible=negligible)
        return None if fit is None else judge_fit(fit, inner, outer=outer, noise=noise)

    best = _best(judged(noise) for noise in usual or noises)
    if best is None or not usual:
        return best
    # Only where residuals ask for them: a fit takes far longer than this question.
    asked = [n for n in noises if n not in usual and _is_suggested(n, best, inner, outer=outer)]
    others = [one for one in map(judged, asked) if one is not None and _has_its_size(one)]
    # Nothing is left to explain beside rounding, however other noise may follow its digits.
    within = [one for one in others if one.fits_digits(VERDICT_RULES)]
    return _best(within or [best, *others])


def _has_its_size(judged: ScoredFormula) -> bool:
    """Say whether a noise of known size has it: residuals beyond rounding are not of rounding."""
    return not judged.noise.is_known or judged.fit.sigma < VERDICT_RULES.within_rounding


def _is_suggested(
    noise: NoiseModel, best: ScoredFormula, inner: Problem, *, outer: Problem
) -> bool:
    x, y = np.vstack([inner.x, outer.x]), np.concatenate([inner.y, outer.y])
    formula = best.fit.formula
    return noise.is_suggested(formula, x, residual=evaluate(formula, x) - y)


def _best(several: Iterable[ScoredFormula | None]) -> ScoredFormula | None:
    usable = [one for one in several if one is not None and np.isfinite(one.score)]
    return min(usable, key=lambda one: one.score, default=None)


def judge_fit(
    fit: Refit, inner: Problem, *, outer: Problem, noise: NoiseModel
) -> ScoredFormula | None:
    """Try a fit on the outer rows; `None` where it has no value on some of them.

    Args:
        fit: To the inner rows.
        inner: Rows it was fitted to.
        outer: Rows to try it on.
        noise: Of the fit.
    """
    length = description_length(fit, len(inner.y))
    outside = predictions(fit, outer, noise=noise, inner=inner)
    if not np.isfinite(outside.loss):
        return None
    return ScoredFormula(
        fit=fit,
        noise=noise,
        score=fit.likelihood + length + outside.loss,
        outside=outside.loss,
        prediction_error=outside.prediction_error,
        prediction_errors=outside.errors,
        misses=outside.misses,
        extrapolation_error=outside.error,
        explained=explained_by(fit, inner, outer=outer, is_far=outside.is_far),
        is_far=outside.is_far,
        digits=digits_of(fit, inner) if noise.is_known else 0.0,
    )


def description_length(fit: Refit, rows: int) -> float:
    """Description length of a formula's exponents and constants, in units of the criterion."""
    deviations = iter(fit.deviations)
    total = 0.0
    for number, is_exponent in numbers_of(fit.formula):
        if isinstance(number, Fraction):
            # A coefficient of 1 or -1 is not written at all. A measured one costs log n, as in the
            # Bayesian information criterion (Schwarz 1978); an exponent by how well it is known.
            total += cost(number) if is_exponent or abs(number) != 1 else 0.0
            continue
        deviation = next(deviations)
        measured = float(cost_of_measured(np.array(deviation)))
        total += measured if is_exponent else float(np.log(rows))
    # What follows from a constraint has no description of its own.
    total -= fit.held * float(np.log(rows))
    further = further_logarithms(fit.formula)
    total += CHOICE * (count_calls(fit.formula) - further)
    # Each product has one coefficient, if only a 1 that is not written.
    products = sum(not is_exponent for _, is_exponent in numbers_of(fit.formula))
    products -= constants_of_logarithms(fit.formula) + further
    return total + EXTRA * max(products - 1, 0)


def cost_of_a_term(rows: int) -> float:
    """Description length of one more term with a measured constant; see `description_length`."""
    return EXTRA + float(np.log(rows))
