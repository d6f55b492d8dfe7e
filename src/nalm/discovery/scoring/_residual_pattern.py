"""Whether residuals have a pattern: neighbours that err alike, or levels that do."""

# What SciPy gives back has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

import numpy as np
from scipy.special import fdtrc, ndtri
from scipy.stats import rankdata

from nalm._typing import FloatArray
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import points, ranks
from nalm.discovery.scoring._judge import ScoredFormula
from nalm.discovery.scoring._reset_test import reset_test
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES, VerdictRules
from nalm.symbolic import evaluate, parameters

MOST = 600
"""Rows of which neighbours are sought."""
TIED = 1e-3
"""Ranks by which rows at one point are moved apart to pair them by lot."""


def residuals_consistent_with_noise(
    chosen: ScoredFormula, *, inner: Problem, outer: Problem, rules: VerdictRules = VERDICT_RULES
) -> bool:
    """Say whether nothing in the residuals asks for another formula.

    Neither do the outer rows, nor a pattern, nor of many rows a curve that is fainter than one.
    """
    if (
        chosen.is_contradicted(rules)
        or residual_pattern(chosen, inner, rules=rules) > rules.correlated
    ):
        return False
    if len(inner.y) < rules.few_rows:
        return True
    return reset_test(chosen, inner=inner, outer=outer, rules=rules).p_value >= rules.bent


def residual_pattern(chosen: ScoredFormula, inner: Problem, *, rules: VerdictRules) -> float:
    """Correlation of neighbours' residuals, in standard errors; neighbours in x, or in the value.

    Residuals count by their ranks: those of a formula that fails at one place only are small
    elsewhere, and yet have their signs.
    """
    # Of rows that are far off, how far: as many in a row are no exceptions, but a pattern.
    residual = chosen.fit.residual * chosen.fit.how_far
    rows = len(residual)
    if rows < rules.fewest_neighbours or np.ptp(residual) == 0:
        return 0.0
    # All pairs are compared below, so that time and memory grow with the square of the rows.
    some = np.random.default_rng(0).permutation(rows)[:MOST]
    order = np.asarray(rankdata(residual[some]), dtype=np.float64)
    # Normal scores: whatever the distribution of the noise, they are distributed normally, so that
    # a few wild rows do not decide.
    score = np.asarray(ndtri((order - 0.5) / len(some)), dtype=np.float64)
    value = evaluate(chosen.fit.formula, inner.x)[:, None]
    # Ranks give all inputs the same spread, whatever their units.
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
    # The upper tail keeps its digits where the distribution function itself would round to 1.
    p_value = max(float(fdtrc(between, within, ratio)), np.finfo(float).tiny)
    return -float(ndtri(p_value))


def _along(points: FloatArray, score: FloatArray) -> float:
    # Repeated readings lie at one point, each as near as the next: a shift far below one rank
    # draws each row's neighbour among them, so that none is asked twice as often as the rest.
    shift = np.random.default_rng(1).uniform(-TIED, TIED, size=points.shape)
    shifted = points + shift / len(points)
    distance = np.square(shifted[:, None] - shifted[None]).sum(axis=2)
    np.fill_diagonal(distance, np.inf)
    neighbour = distance.argmin(axis=1)
    # Of two rows that are each other's neighbours the product is in the sum twice: the variance of
    # the sum is n (1 + their share) ≤ 2 n. The bound errs towards no pattern.
    return float((score * score[neighbour]).sum() / np.sqrt(2 * len(score)))
