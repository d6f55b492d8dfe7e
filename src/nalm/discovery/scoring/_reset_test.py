"""Whether a smooth curve beside a formula fits better: Ramsey's test.

The neighbours of few rows are too few to show a pattern, and those of many do not show a faint one;
a curve of three constants has power:

    e = S a + C b + ε,   F = (|e - S a|² - |e - S a - C b|²) / rank C  :  |e - S a - C b|² / degrees

e the whitened residuals of all rows, S the derivatives by the formula's constants, C the formula's
value times Legendre polynomials along an input or along the value (Ramsey (1969), "Tests for
specification errors in classical linear least-squares regression analysis"); or steps, one at each
point that was measured again.
"""

# What SciPy gives back has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from typing import NamedTuple

import numpy as np
from numpy.polynomial.legendre import legvander
from scipy.special import fdtrc, stdtrit

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import points
from nalm.discovery.scoring._judge import ScoredFormula
from nalm.discovery.scoring._verdict_rules import VerdictRules
from nalm.symbolic import evaluate, jacobian

DEGREES = (2, 3)
"""Of the curves: a bend, and an S."""
NOISELESS = 1e-9
"""Smallest noise of a row, in units of y's root mean square."""
ROUNDING = 1e-10
"""Singular value, relative to the largest, that is rounding error."""


class Curves(NamedTuple):
    """What curves beside a formula say.

    Attributes:
        p_value: Probability of so good a curve by chance: the smallest of one for each degree and
            place, times the number of places (Bonferroni); 1 where rows are too few for one.
        unseen: What a curve has to be to be noticed (Student's quantile times its standard error),
            at the row where that is largest, in units of the values' root mean square.
    """

    p_value: float
    unseen: float


def reset_test(
    chosen: ScoredFormula, *, inner: Problem, outer: Problem, rules: VerdictRules
) -> Curves:
    """Fit curves along each input and along the value.

    Args:
        chosen: A formula that was fitted to the inner rows.
        inner: These rows.
        outer: Rows that were held out.
        rules: Which probability is taken for chance.
    """
    formula = chosen.fit.formula
    x, y = np.vstack([inner.x, outer.x]), np.concatenate([inner.y, outer.y])
    weight = np.concatenate([inner.weight, outer.weight])
    # Rows that are known to be far off would make every other curve seem possible.
    near = ~np.concatenate([chosen.fit.is_far, chosen.is_far])
    x, y, weight = x[near], y[near], weight[near]
    # Whitened by the noise's size and the weights: F is distributed as F only where all residuals
    # have one variance.
    value = evaluate(formula, x)
    scale = root_mean_square(y)
    own = chosen.noise.unit(scale) * noise_size(formula, x, noise=chosen.noise)
    # Noise that follows the formula has no size where that is 0, as in a fit.
    unit = np.maximum(own, NOISELESS * scale) / np.sqrt(weight / weight.mean())
    residual, slope = (value - y) / unit, jacobian(formula, x) / unit[:, None]
    # Where a slope has no value, as that of x^w by w at 0, a row says nothing of curves.
    kept = np.isfinite(slope).all(axis=1)
    x, value, unit, residual, slope = (each[kept] for each in (x, value, unit, residual, slope))
    # Also along inputs that the formula does not have: it may want them.
    places = [*x.T, value] if x.shape[1] > 1 else [*x.T]
    fits = [
        _fit(residual, slope, curve=curve * (value / unit)[:, None], level=rules.curved)
        for place in places
        if np.ptp(place) > 0
        for curve in (legvander(_evened(place), degree) for degree in DEGREES)
    ]
    tried = list(fits)
    if len(inner.y) < rules.few_rows:  # of more, the pattern of residuals says it
        tried += [_fit(residual, slope, curve=_at_points(x) / unit[:, None], level=rules.curved)]
    p_value = min((len(places) * fit.p_value for fit in tried), default=1.0)
    unseen = max((float((fit.noticed * unit).max()) for fit in fits), default=0.0)
    return Curves(min(p_value, 1.0), unseen / root_mean_square(value))


def _at_points(x: FloatArray) -> FloatArray:
    """Return what goes through the mean of each point's readings `(rows, points)`.

    F is then that of the pure-error test of lack of fit (Draper and Smith (1998), "Applied
    Regression Analysis", section 2.1). Of points with one reading each no degrees of freedom are
    left.
    """
    point = points(x)
    return np.asarray(point[:, None] == np.arange(point.max() + 1), dtype=np.float64)


class _Fit(NamedTuple):
    """Of a curve: its probability by chance, and what would be noticed at each row, whitened."""

    p_value: float
    noticed: FloatArray


def _evened(place: FloatArray) -> FloatArray:
    """Move to [-1, 1], on logarithmic scale if all values are positive."""
    even = np.log(place) if (place > 0).all() else place
    return 2 * (even - even.min()) / np.ptp(even) - 1


def _fit(residual: FloatArray, slope: FloatArray, *, curve: FloatArray, level: float) -> _Fit:
    known, spanned = _spanned(slope), _spanned(np.hstack([slope, curve]))
    # Directions of a curve that the formula's own slopes span are not new: the difference of ranks
    # counts the others alone.
    added, left = spanned.shape[1] - known.shape[1], len(residual) - spanned.shape[1]
    if left < 1:  # a curve goes through every row
        return _Fit(1.0, np.full(len(residual), np.inf))
    gained = np.square(residual @ spanned).sum() - np.square(residual @ known).sum()
    rest = max(float(residual @ residual - np.square(residual @ spanned).sum()), 0.0) / left
    # The difference of two projections' diagonals is the variance of the curve at each row, in
    # units of σ².
    error = np.sqrt(rest * np.maximum((spanned**2).sum(axis=1) - (known**2).sum(axis=1), 0.0))
    p_value = float(fdtrc(added, left, gained / added / rest)) if added and rest else 1.0
    # Few rows may agree by chance, so that their spread says little of σ: hence Student's quantile.
    return _Fit(p_value, float(stdtrit(left, 1 - level / 2)) * error)


def _spanned(columns: FloatArray) -> FloatArray:
    """Orthonormal columns that span these `(rows, rank)`."""
    size = np.linalg.norm(columns, axis=0)
    # An orthonormal basis from singular values bears collinear columns, which slopes of a formula
    # often are; QR would need pivoting to tell the rank.
    left, singular, _ = np.linalg.svd(columns / np.where(size > 0, size, 1.0), full_matrices=False)
    return np.asarray(left[:, singular > ROUNDING * singular.max(initial=0.0)], dtype=np.float64)
