"""The verdict: a law, an approximation, or undecided, in words that say why."""

# What SciPy gives back has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

import numpy as np
from scipy.special import fdtrc, ndtri
from scipy.stats import rankdata

from nalm._typing import FloatArray
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import count_points, points, ranks
from nalm.discovery.result._candidate import Verdict
from nalm.discovery.rewriting._properties import has_neat_exponents, is_product
from nalm.discovery.scoring._exponent_error import exponent_error
from nalm.discovery.scoring._judge import Judged, largest_surprise
from nalm.discovery.scoring._rivals import (
    APART,
    CERTAIN,
    decisive_row,
    has_alike,
    may_hide_size,
    rival,
)
from nalm.symbolic import Sum, evaluate, parameters

REGULAR = 4.0
"""Standard errors of the neighbours' correlation from which the residuals have a pattern."""
EXPLAINED = 0.5
"""Share of the outer rows' variation that a law has to predict."""
FEW = 3
"""Distinct outer points below which their variation says nothing: it is that of the noise."""
MANY = 3
"""Measured constants beyond which a formula that fits noisy data is not called a law."""
LONG = 3
"""Plus and minus signs from which it may have one less."""
MOST = 600
"""Rows of which neighbours are sought."""
LOOSE = 0.1
"""Standard error of a product's exponent from which another might as well be right."""
TIED = 1e-3
"""Ranks by which rows at one point are moved apart to pair them by lot."""
ROWS_EACH = 10
"""Inner rows that each measured constant of a sum needs for that, if there is more than one."""


def verdict(
    ranked: list[Judged], *, inner: Problem, outer: Problem, complete: bool
) -> tuple[Verdict, str]:
    """Decide how far to trust the formula with the best score.

    Args:
        ranked: Formulas, best first.
        inner: Rows that formulas were fitted to.
        outer: Rows that they were tried on.
        complete: Whether the search came to its own end.
    """
    chosen, rows = ranked[0], len(outer.y)
    if not rows:
        return Verdict.UNDECIDED, "There are too few rows to hold any out."
    if np.ptp(inner.y) == 0 and np.ptp(outer.y) == 0:
        return Verdict.LAW, "The target is constant."
    if chosen.is_exact:
        return Verdict.LAW, (
            f"It fits to rounding error, and so it does on the {rows} outermost rows, which were "
            "held out."
        )
    if chosen.exception is not None:
        return Verdict.APPROXIMATION, (
            f"Of the {rows} outermost rows, held out, one contradicts it, that with the target "
            f"{outer.y[chosen.exception]:.6g}: unless that one was measured wrong, the law is not "
            "of a form that was searched, and the formula should not be used beyond the data."
        )
    if chosen.surprise > largest_surprise(rows):
        return Verdict.APPROXIMATION, (
            f"On the {rows} outermost rows, held out, its squared error is {chosen.surprise:.3g} "
            "times what its fit inside promises: the law is not of a form that was searched, and "
            "the formula should not be used beyond the data."
        )
    pattern = _pattern(chosen, inner)
    if pattern > REGULAR:
        return Verdict.APPROXIMATION, (
            f"Neighbouring rows err in the same direction ({pattern:.1f} standard errors more than "
            "by chance): the formula follows the data, yet something regular is left over."
        )
    doubt = _doubt(ranked, inner, outer, complete=complete)
    if doubt:
        return Verdict.UNDECIDED, doubt
    return Verdict.LAW, (
        f"It predicts the {rows} outermost rows, held out, as well as its noise allows "
        f"(median relative error {chosen.extrapolation_error:.2g}), and "
        f"{_others(ranked, outer)}."
    )


def _others(ranked: list[Judged], outer: Problem) -> str:
    """What else predicts the outer rows as well as a law does."""
    if not has_alike(ranked[0], ranked[1:], outer=outer):
        return "no other formula does"
    return (
        "so do other forms with as few measured numbers, which beyond the data differ from it by "
        f"less than {APART:.0%} or {CERTAIN:g} standard errors"
    )


def _doubt(ranked: list[Judged], inner: Problem, outer: Problem, *, complete: bool) -> str:
    """What keeps a formula that contradicts no row from being called a law; empty if nothing."""
    chosen = ranked[0]
    explained = _explained(chosen, inner, outer)
    if explained < EXPLAINED:
        return (
            f"It explains {max(explained, 0):.0%} of what the outermost rows vary by: noise, or "
            "inputs that are not in the table, do the rest."
        )
    if not complete:
        return "The search was stopped before it came to an end; a longer one may find better."
    formula = chosen.fit.formula
    loose = exponent_error(chosen, inner) if is_product(formula) else 0.0
    if loose > LOOSE:
        return (
            f"Its exponents, were all of them measured, would have errors of up to ± {loose:.2g}: "
            "others would fit too. More rows, or inputs that vary more, would decide."
        )
    if not is_product(formula) and not has_neat_exponents(formula):
        return (
            "It is a sum whose exponents are no neat numbers: with noise, such a sum follows many "
            "other functions as well."
        )
    count, signs = len(parameters(formula)), _signs(formula)
    if count > MANY - (signs >= LONG):
        return (
            f"It needs {count} measured constants and {signs} plus or minus signs, with which a "
            "formula follows many functions."
        )
    distinct = count_points(inner.x)
    if count >= distinct:
        return (
            f"The inner rows have {distinct} distinct inputs: any formula with {count} measured "
            "constants goes through their means."
        )
    rows = len(inner.y)
    if not is_product(formula) and count > max(rows // ROWS_EACH, 1):
        return f"It is a sum with {count} measured constants, for which {rows} inner rows are few."
    if may_hide_size(chosen, inner):
        return (
            "The data cannot tell one of its roots from the size |x| of an input, which is not "
            "arithmetic: rows nearer to where that is 0 would decide."
        )
    return _alternative(chosen, ranked[1:], inner, outer)


def _signs(formula: Sum) -> int:
    """Count the plus and minus signs between terms."""
    powers = [power for term in formula.terms for power in term.powers]
    inside = sum(_signs(power.base) for power in powers if isinstance(power.base, Sum))
    return len(formula.terms) - 1 + inside


def _alternative(chosen: Judged, others: list[Judged], inner: Problem, outer: Problem) -> str:
    """Which formulas of other forms keep it from being called a law; empty if none."""
    other = rival(chosen, others, inner=inner, outer=outer)
    if other is not None:
        return (
            f"Another formula {_how_well(other, chosen)} and differs beyond the data: more, or "
            "further out, would decide."
        )
    row = decisive_row(chosen, others, inner=inner, outer=outer)
    if row is not None:
        return (
            f"But for one row, that with the target {inner.y[row]:.6g}, another formula would be "
            "better: measure it again, or leave it out."
        )
    return ""


def _how_well(other: Judged, chosen: Judged) -> str:
    odds = float(np.exp((other.score - chosen.score) / 2))
    if odds < 1:
        return f"of more measured numbers fits the inner rows better (odds of {1 / odds:.2g} to 1)"
    return f"fits inner and outer rows nearly as well (odds of 1 to {odds:.2g})"


def _explained(chosen: Judged, inner: Problem, outer: Problem) -> float:
    """Share of the outer rows' variation, or of all if those are few, that a formula predicts."""
    few = count_points(outer.x) < FEW
    x = np.vstack([inner.x, outer.x]) if few else outer.x
    y = np.concatenate([inner.y, outer.y]) if few else outer.y
    scale = float(np.abs(y).max()) or 1.0
    miss = (evaluate(chosen.fit.formula, x) - y) / scale
    centred = (y - y.mean()) / scale
    spread = float(np.square(centred).sum())
    return 1 - float(np.square(miss).sum()) / spread if spread else 1.0


def leaves_only_noise(chosen: Judged, *, inner: Problem, outer: Problem) -> bool:
    """Say whether neither the outer rows nor a pattern in the residuals ask for another formula."""
    fits = chosen.surprise <= largest_surprise(max(len(outer.y), 1))
    return fits and _pattern(chosen, inner) <= REGULAR


def _pattern(chosen: Judged, inner: Problem) -> float:
    """Correlation of neighbours' residuals, in standard errors; neighbours in x, or in the value.

    Residuals count by their ranks: those of a formula that fails at one place only are small
    elsewhere, and yet have their signs.
    """
    residual = chosen.fit.residual
    rows = len(residual)
    if rows < 20 or np.ptp(residual) == 0:
        return 0.0
    some = np.random.default_rng(0).permutation(rows)[:MOST]
    order = np.asarray(rankdata(residual[some]), dtype=np.float64)
    score = np.asarray(ndtri((order - 0.5) / len(some)), dtype=np.float64)
    value = evaluate(chosen.fit.formula, inner.x)[:, None]
    along = max(_along(ranks(places)[some] / rows, score) for places in (inner.x, value))
    count = len(parameters(chosen.fit.formula))
    return max(along, _lack_of_fit(points(inner.x[some]), score, constants=count))


def _lack_of_fit(point: np.ndarray, score: FloatArray, *, constants: int) -> float:
    """Test the means of repeated readings against their spread, in standard errors; 0 without any.

        F = Σⱼ nⱼ s̄ⱼ² / (d - k)  :  Σᵢ (sᵢ - s̄ⱼ₍ᵢ₎)² / (n - d)

    for n readings at d points and k constants: the pure-error test of lack of fit (Draper and Smith
    (1998), "Applied Regression Analysis", section 2.1).
    """
    readings = np.bincount(point)
    between, within = len(readings) - constants, len(score) - len(readings)
    if between < 1 or within < 1:
        return 0.0
    means = np.bincount(point, weights=score) / readings
    pure = float(np.square(score - means[point]).sum()) / within
    if not pure:
        return 0.0
    ratio = float((readings * np.square(means)).sum()) / between / pure
    chance = max(float(fdtrc(between, within, ratio)), np.finfo(float).tiny)
    return -float(ndtri(chance))


def _along(points: FloatArray, score: FloatArray) -> float:
    # Repeated readings lie at one point, each as near as the next: a shift far below one rank
    # draws each row's neighbour among them, so that none is asked twice as often as the rest.
    shift = np.random.default_rng(1).uniform(-TIED, TIED, size=points.shape)
    shifted = points + shift / len(points)
    distance = np.square(shifted[:, None] - shifted[None]).sum(axis=2)
    np.fill_diagonal(distance, np.inf)
    neighbour = distance.argmin(axis=1)
    return float((score * score[neighbour]).sum() / np.sqrt(2 * len(score)))
