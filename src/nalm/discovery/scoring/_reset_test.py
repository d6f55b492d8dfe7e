"""Whether a smooth curve beside a formula fits better: Ramsey's test, for few rows.

The neighbours of few rows are too few to show a pattern, but a curve of three constants has power:

    e = S a + C b + ε,   F = (|e - S a|² - |e - S a - C b|²) / rank C  :  |e - S a - C b|² / degrees

e the whitened residuals of all rows, S the derivatives by the formula's constants, C the formula's
value times Legendre polynomials along an input or along the value (Ramsey (1969), "Tests for
specification errors in classical linear least-squares regression analysis").
"""

# What SciPy gives back has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from typing import NamedTuple

import numpy as np
from numpy.polynomial.legendre import legvander
from scipy.special import fdtrc

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._problem import Problem
from nalm.discovery.scoring._judge import ScoredFormula
from nalm.discovery.scoring._verdict_rules import VerdictRules
from nalm.symbolic import Fold, evaluate, jacobian

DEGREES = (2, 3)
"""Of the curves: a bend, and an S."""
ROUNDING = 1e-10
"""Singular value, relative to the largest, that is rounding error."""


class Curves(NamedTuple):
    """What curves beside a formula say.

    Attributes:
        p_value: Probability of so good a curve by chance: the smallest of one for each degree and
            place, times the number of places (Bonferroni); 1 where rows are too few for one.
        unseen: The standard errors by which a curve is noticed, at the row where they are largest,
            in units of the values' root mean square: a smaller curve would hardly be.
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
        rules: By how many standard errors a curve is noticed.
    """
    formula = chosen.fit.formula
    x, y = np.vstack([inner.x, outer.x]), np.concatenate([inner.y, outer.y])
    weight = np.concatenate([inner.weight, outer.weight])
    # Whitened by the noise's size and the weights: F is distributed as F only where all residuals
    # have one variance.
    value = evaluate(formula, x)
    unit = noise_size(formula, x, noise=chosen.noise) / np.sqrt(weight / weight.mean())
    residual, slope = (value - y) / unit, jacobian(formula, x) / unit[:, None]
    used = sorted(_INPUTS(formula))
    places = [x[:, i] for i in used] + ([value] if len(used) > 1 else [])
    fits = [
        _fit(residual, slope, curve=legvander(_evened(place), degree) * (value / unit)[:, None])
        for place in places
        for degree in DEGREES
        if np.ptp(place) > 0
    ]
    p_value = min((len(places) * fit.p_value for fit in fits), default=1.0)
    unseen = max((float((fit.error * unit).max()) for fit in fits), default=0.0)
    return Curves(min(p_value, 1.0), rules.noticed * unseen / root_mean_square(value))


class _Fit(NamedTuple):
    """Of a curve: its probability by chance, and its standard error at each row, whitened."""

    p_value: float
    error: FloatArray


_INPUTS: Fold[None, set[int], set[int], set[int], set[int]] = Fold(
    number=lambda number: None,
    input=lambda index: {index},
    call=lambda function, argument: argument,
    power=lambda base, exponent: base,
    product=lambda coefficient, powers: set[int]().union(*powers),
    sum=lambda terms: set[int]().union(*terms),
)


def _evened(place: FloatArray) -> FloatArray:
    """Move to [-1, 1], on logarithmic scale if all values are positive."""
    even = np.log(place) if (place > 0).all() else place
    return 2 * (even - even.min()) / np.ptp(even) - 1


def _fit(residual: FloatArray, slope: FloatArray, *, curve: FloatArray) -> _Fit:
    both = np.hstack([slope, curve])
    if not np.isfinite(both).all():
        return _Fit(1.0, np.zeros(len(residual)))
    known, spanned = _spanned(slope), _spanned(both)
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
    return _Fit(p_value, error)


def _spanned(columns: FloatArray) -> FloatArray:
    """Orthonormal columns that span these `(rows, rank)`."""
    size = np.linalg.norm(columns, axis=0)
    # An orthonormal basis from singular values bears collinear columns, which slopes of a formula
    # often are; QR would need pivoting to tell the rank.
    left, singular, _ = np.linalg.svd(columns / np.where(size > 0, size, 1.0), full_matrices=False)
    return np.asarray(left[:, singular > ROUNDING * singular.max(initial=0.0)], dtype=np.float64)
