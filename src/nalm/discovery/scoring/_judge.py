"""How good a formula is: its description length, how well it fits, how far it reaches."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.numerics._exponents import cost, cost_of_measured
from nalm.discovery.numerics._levenberg_marquardt import NEGLIGIBLE
from nalm.discovery.numerics._outliers import how_far
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._properties import (
    count_calls,
    has_measured_exponents,
    is_product,
    numbers_of,
)
from nalm.discovery.scoring._refit import Refit, price_of_outliers, refit
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES, VerdictRules
from nalm.discovery.scoring._whitening import whiten_residuals
from nalm.symbolic import Sum, evaluate, jacobian, parameters

FREEDOM = 4.0
"""Degrees of freedom of the predictive density: Student's tails let no wild row decide."""
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

    def fits_digits(self, rules: VerdictRules) -> bool:
        """Whether it fits to within the rounding of the data, by digits that are not its own.

        Each measured constant can take up a digit. Rows that are left over by as many digits as
        there are constants show nothing.

        Args:
            rules: How many digits have to be left, and what is within rounding.
        """
        formula = self.fit.formula
        count = len(parameters(formula))
        flexible = not is_product(formula) and (
            count > rules.flexible or has_measured_exponents(formula)
        )
        if flexible or self.digits < count + rules.spare_digits:
            return False
        largest = float(np.abs(self.fit.residual).max())
        return (
            self.fit.sigma < rules.within_rounding
            and largest < rules.beyond_rounding
            and self.prediction_error <= largest_prediction_error(len(self.is_far), rules)
        )

    def fits_exactly(self, rules: VerdictRules) -> bool:
        """Whether it fits to rounding error.

        Next to a pole of the formula, rounding errors grow with it: few rows may be further off.
        A sum with measured exponents or many constants is so flexible that it has to come a good
        deal closer.

        Args:
            rules: What rounding error is.
        """
        formula = self.fit.formula
        many = len(parameters(formula)) > rules.flexible
        flexible = not is_product(formula) and (many or has_measured_exponents(formula))
        limit = rules.flexible_exact if flexible else rules.exact
        usual, largest = np.quantile(np.abs(self.fit.residual), [rules.usual, 1.0])
        # Without outer rows the error is not a number, and nothing is exact.
        reaches = self.extrapolation_error < limit
        return bool(usual < limit and reaches and largest < rules.wild * limit)


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
    begin, residual = best.fit.formula, evaluate(best.fit.formula, inner.x) - inner.y
    asked = [n for n in noises if n not in usual and n.is_suggested(begin, inner.x, residual)]
    others = [one for one in map(judged, asked) if one is not None]
    # Nothing is left to explain beside rounding, however other noise may follow its digits.
    within = [one for one in others if one.fits_digits(VERDICT_RULES)]
    return _best(within or [best, *others])


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
    outside = _outer(fit, outer, noise, inner)
    if not np.isfinite(outside.loss):
        return None
    return ScoredFormula(
        fit=fit,
        noise=noise,
        score=fit.likelihood + length + outside.loss,
        outside=outside.loss,
        prediction_error=outside.prediction_error,
        prediction_errors=outside.errors,
        extrapolation_error=outside.error,
        explained=_explained(fit, inner, outer, is_far=outside.is_far),
        is_far=outside.is_far,
        digits=_digits(fit, inner) if noise.is_known else 0.0,
    )


def _digits(fit: Refit, inner: Problem) -> float:
    """Decimal digits between the variation of y and its rounding."""
    step = float(np.median(fit.size)) * root_mean_square(inner.y)
    spread = float(np.std(inner.y))
    return float(np.log10(spread / step)) if spread > step > 0 else 0.0


def _explained(fit: Refit, inner: Problem, outer: Problem, *, is_far: np.ndarray) -> float:
    """R² over all rows that are not far off, about the mean of the inner ones.

    Noise that follows the formula gives rows weights of the formula's own choice. This is the
    measure that all formulas share, whatever their noise.
    """
    x, y = np.vstack([inner.x, outer.x]), np.concatenate([inner.y, outer.y])
    near = ~np.concatenate([fit.is_far, is_far])
    root = np.sqrt(np.concatenate([inner.weight, outer.weight]) * near)
    own = inner.weight * ~fit.is_far
    mean = float(np.average(inner.y, weights=own))
    scale = float(np.abs(y[near]).max()) or 1.0
    spread = float(np.square(root * ((y - mean) / scale)).sum())
    missed = float(np.square(root * ((evaluate(fit.formula, x) - y) / scale)).sum())
    return 1 - missed / spread if spread else 1.0 - float(missed > 0)


class _Outer(NamedTuple):
    """-2 log predictive density of the outer rows; and as in `ScoredFormula`."""

    loss: float
    prediction_error: float
    error: float
    errors: FloatArray
    is_far: np.ndarray


def _outer(fit: Refit, outer: Problem, noise: NoiseModel, inner: Problem) -> _Outer:
    if not len(outer.y):
        return _Outer(0.0, 1.0, float("nan"), np.empty(0), np.zeros(0, dtype=bool))
    values = evaluate(fit.formula, outer.x)
    if not np.isfinite(values).all():
        return _Outer(np.inf, np.inf, np.inf, np.empty(0), np.zeros(len(outer.y), dtype=bool))
    scale = float(np.abs(inner.y).max()) or 1.0
    own = fit.sigma * noise_size(fit.formula, outer.x, noise=noise)
    # A fit to rounding error has no σ to standardise prediction errors with: rounding of y remains.
    # Weights are in units of the inner rows' mean, as they are in σ.
    own = np.maximum(own, 1e-14 * scale) / np.sqrt(outer.weight / inner.weight.mean())
    off = how_far((values - outer.y) / own, sigma=1.0) if noise.has_outliers else np.ones(len(own))
    own = own * off
    slope = jacobian(fit.formula, outer.x) / own[:, None]
    residual, determinant = whiten_residuals(
        (values - outer.y) / own, slope, covariance=fit.covariance
    )
    # -2 log of Student's density, without what all formulas share. The size of y as the unit makes
    # scores independent of the units that y is written in.
    tails = (FREEDOM + 1) * np.log1p(np.square(residual) / FREEDOM)
    sizes = 2 * np.log(own / root_mean_square(inner.y))
    loss = float(tails.sum() + sizes.sum()) + determinant + price_of_outliers(off)
    miss = np.abs(values - outer.y) / np.maximum(np.abs(outer.y), 1e-300)
    error = float(np.square(residual).mean())
    return _Outer(loss, error, float(np.median(miss)), residual, off > 1)


def largest_prediction_error(rows: int, rules: VerdictRules = VERDICT_RULES) -> float:
    """Largest mean squared prediction error that chance explains: so many standard errors above 1.

    Args:
        rows: How many outer rows there are, at least one.
        rules: How many standard errors.
    """
    return float(1 + rules.contradicted * np.sqrt(2 / rows))


def description_length(fit: Refit, rows: int) -> float:
    """Description length of a formula's exponents and constants, in units of the criterion."""
    deviations = iter(np.sqrt(np.maximum(np.diag(fit.covariance), 0.0)).tolist())
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
    total += CHOICE * count_calls(fit.formula)
    # Each product has one coefficient, if only a 1 that is not written.
    products = sum(not is_exponent for _, is_exponent in numbers_of(fit.formula))
    return total + EXTRA * max(products - 1, 0)


def cost_of_a_term(rows: int) -> float:
    """Description length of one more term with a measured constant; see `description_length`."""
    return EXTRA + float(np.log(rows))
