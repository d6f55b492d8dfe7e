"""What a formula that was fitted to the inner rows says of the outer ones, and of all."""

from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.numerics._outliers import how_far, price_of_outliers
from nalm.discovery.numerics._relative_error import median_relative_error
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._problem import Problem
from nalm.discovery.scoring._refit import Refit
from nalm.discovery.scoring._row_sizes import row_sizes
from nalm.discovery.scoring._whitening import whiten_residuals
from nalm.symbolic import evaluate, jacobian

FREEDOM = 4.0
"""Degrees of freedom of the predictive density: Student's tails let no wild row decide."""


def digits_of(fit: Refit, inner: Problem) -> float:
    """Decimal digits between the variation of y and its rounding."""
    step = float(np.median(fit.size)) * root_mean_square(inner.y)
    spread = float(np.std(inner.y))
    return float(np.log10(spread / step)) if spread > step > 0 else 0.0


def explained_by(fit: Refit, inner: Problem, *, outer: Problem, is_far: np.ndarray) -> float:
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


class Predictions(NamedTuple):
    """-2 log predictive density of the outer rows; and as in `ScoredFormula`."""

    loss: float
    prediction_error: float
    error: float
    errors: FloatArray
    misses: FloatArray
    is_far: np.ndarray


def predictions(fit: Refit, outer: Problem, *, noise: NoiseModel, inner: Problem) -> Predictions:
    if not len(outer.y):
        none = np.empty(0)
        return Predictions(0.0, 1.0, float("nan"), none, none, np.zeros(0, dtype=bool))
    values = evaluate(fit.formula, outer.x)
    if not np.isfinite(values).all():
        none, near = np.empty(0), np.zeros(len(outer.y), dtype=bool)
        return Predictions(np.inf, np.inf, np.inf, none, none, near)
    largest = float(np.abs(inner.y).max()) or 1.0
    size = noise_size(fit.formula, outer.x, noise=noise)
    # A fit to rounding error has no σ to standardise prediction errors with: rounding of y remains.
    # Weights are in units of the inner rows' mean, as they are in σ.
    least = fit.least**0.5 * noise.unit(root_mean_square(inner.y))
    known = np.maximum(max(fit.sigma, least) * size, 1e-14 * largest)
    own = known / np.sqrt(outer.weight / inner.weight.mean())
    off = how_far((values - outer.y) / own, sigma=1.0) if noise.has_outliers else np.ones(len(own))
    own = own * off
    slope = jacobian(fit.formula, outer.x) / own[:, None]
    residual, determinant = whiten_residuals(
        (values - outer.y) / own, slope, covariance=fit.covariance
    )
    # -2 log of Student's density, without what all formulas share. The size of y as the unit makes
    # scores independent of the units that y is written in.
    tails = (FREEDOM + 1) * np.log1p(np.square(residual) / FREEDOM)
    scale = root_mean_square(inner.y)
    sizes = 2 * np.log(own / scale)
    loss = float(tails.sum() + sizes.sum()) + determinant + price_of_outliers(off)
    relative = median_relative_error(values - outer.y, outer.y, largest=largest)
    error = float(np.square(residual).mean())
    misses = np.abs(residual) * known / row_sizes(size, noise, scale=scale)
    return Predictions(loss, error, relative, residual, misses, off > 1)
