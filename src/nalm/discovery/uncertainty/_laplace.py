r"""Laplace's approximation: the posterior near its mode, as a Student t distribution.

With the Gauss-Newton information $A^\top A$ (A: the weighted derivatives of the fit) and the noise
integrated out, the k parameters of a formula fitted to n rows have

$$\theta \mid y \sim t_{n-k}\bigl(\hat\theta,\; s^2 (A^\top A)^{-1}\bigr), \qquad
s^2 = \frac{U(\hat\theta)}{n-k}$$

which is exact for a formula that is linear in its parameters (Gelman et al., *Bayesian Data
Analysis*, 3rd edition, section 14.2), and otherwise as good as the formula is straight within its
error bars.
"""

# SciPy ships no type stubs.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportAttributeAccessIssue=false

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from nalm._typing import FloatArray
from nalm.discovery.uncertainty._centring import centred, uncentred, uncentring_slope
from nalm.discovery.uncertainty._density import Density, Prior, evaluate_density, sensitivity
from nalm.discovery.uncertainty._free_parameters import free_parameters, input_names
from nalm.errors import InvalidValueError

_STEPS = 200
_SINGULAR = 1e-12  # relative singular value below which a direction is not determined


@dataclass(frozen=True, kw_only=True)
class Laplace:
    """The t distribution of the centred parameters.

    Attributes:
        mode: `(parameters,)`.
        root: R with covariance scale R Rᵀ `(parameters, parameters)`; R maps independent standard
            coordinates to deviations from the mode.
        degrees: Rows less parameters.
        squares: U at the mode.
    """

    mode: FloatArray
    root: FloatArray
    degrees: int
    squares: float


def laplace(density: Density) -> Laplace:
    """Find the mode next to the formula's own parameters, and the spread around it.

    Args:
        density: With more rows than parameters.

    Raises:
        InvalidValueError: The data do not determine the parameters.
    """
    if density.degrees < 1:
        raise InvalidValueError(
            f"problem should have more rows than the formula has parameters, found "
            f"{len(density.problem.y)} rows for {len(density.exponent)} parameters: choose a "
            "simpler candidate"
        )
    mode = _mode(density)
    squares = float(evaluate_density(density, mode[None]).squares[0])
    root = _inverse_root(density, mode, squares / density.degrees)
    return Laplace(
        mode=mode,
        root=root,
        degrees=density.degrees,
        squares=squares,
    )


def draw_laplace(
    density: Density, fitted: Laplace, *, draws: int, random: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    r"""Draw centred parameters and the noise together.

    $\sigma^2 \sim \nu s^2 / \chi^2_\nu$, then $\theta \mid \sigma$ normal: together the t
    distribution, and exactly the posterior of a linear formula.

    Returns:
        Centred parameters `(draws, parameters)` and σ `(draws,)`.
    """
    theta, ratio = draw_student(fitted, draws=draws, random=random)
    # The same χ² number widens θ and σ of a draw, so the two have their joint distribution.
    return theta, ratio * np.sqrt(fitted.squares / fitted.degrees) * noise_unit(density)


def draw_student(
    fitted: Laplace, *, draws: int, random: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Draw from the t distribution, as a normal one of random width.

    Args:
        fitted: The distribution.
        draws: How many.
        random: Source of all numbers.

    Returns:
        Centred parameters `(draws, parameters)`, and the width of each draw `(draws,)`.
    """
    # A normal distribution whose variance is scaled inverse χ² is Student's t.
    ratio = np.sqrt(fitted.degrees / random.chisquare(fitted.degrees, draws))
    normal = random.standard_normal((draws, len(fitted.mode)))
    return fitted.mode + ratio[:, None] * (normal @ fitted.root.T), ratio


def log_student(fitted: Laplace, draws: FloatArray) -> FloatArray:
    """Evaluate the t distribution's log density, up to a constant, at centred parameters."""
    # In standard coordinates z = R⁻¹ (θ - mode), where tᵥ depends on |z| alone.
    deviation = np.linalg.solve(fitted.root, (draws - fitted.mode).T)
    power = (fitted.degrees + len(fitted.mode)) / 2
    return -power * np.log1p((deviation**2).sum(axis=0) / fitted.degrees)


def weight_share(log_density: FloatArray, fitted: Laplace, *, draws: FloatArray) -> float:
    r"""Compare the t distribution with the density: $(\sum w)^2 / (N \sum w^2)$.

    Args:
        log_density: Of the density at the draws `(draws,)`.
        fitted: The t distribution.
        draws: From it, in centred parameters `(draws, parameters)`.
    """
    log_weight = log_density - log_student(fitted, draws)
    # Kish's effective sample size of importance weights, per draw. The largest weight becomes 1, so
    # that none overflows.
    weight = np.exp(log_weight - log_weight.max())
    return float(weight.sum() ** 2 / (weight**2).sum() / len(draws))


def student_quantile(degrees: int, level: FloatArray) -> FloatArray:
    """Return quantiles of the standard t distribution."""
    return np.asarray(stdtrit(degrees, level), dtype=np.float64)


def noise_unit(density: Density) -> float:
    """Return what the square root of `Evaluation.squares` is counted in."""
    return density.noise.unit(density.scale)


def student_moments(
    fitted: Laplace, *, matrix: FloatArray, draws: FloatArray, levels: Sequence[float]
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return mode, sd and quantiles of the formula's parameters.

    Parameters that centring leaves alone have the exact quantiles of the t distribution.

    Args:
        fitted: The t distribution.
        matrix: Of the centring (see `_centring`).
        draws: From the distribution, in its centred parameters `(draws, parameters)`.
        levels: Of the quantiles.
    """
    outer = uncentred(draws, matrix=matrix)
    mode = uncentred(fitted.mode, matrix=matrix)
    # The delta method: to first order the covariance goes along with the slope of the map.
    root = uncentring_slope(fitted.mode, matrix=matrix) @ fitted.root
    scale = np.linalg.norm(root, axis=1)
    n = fitted.degrees
    # The variance of tₙ is n / (n - 2), and infinite for n of 2 or less.
    sd = scale * np.sqrt(n / (n - 2)) if n > 2 else np.full(len(mode), np.inf)
    exact = mode[:, None] + scale[:, None] * student_quantile(n, np.array(levels))
    alone = (matrix == 0).all(axis=1)
    return (
        mode,
        sd,
        np.where(np.reshape(alone, (-1, 1)), exact, np.quantile(outer, levels, axis=0).T),
    )


def _mode(density: Density) -> FloatArray:
    """Climb by damped Gauss-Newton steps; every step goes up."""
    parameters = free_parameters(density.formula, input_names(density.problem.x.shape[1]))
    start = np.array([each.value for each in parameters])
    mode = centred(start, matrix=density.matrix)
    here = evaluate_density(density, mode[None])
    if not np.isfinite(here.log_density[0]):
        raise InvalidValueError(
            "candidate's formula should have a value at every row of problem.x and parameters "
            "that its derivatives are finite in, found a row outside its domain: choose another "
            "candidate"
        )
    for _ in range(_STEPS):
        # The Gauss-Newton Hessian of n/2 ln U is n/U AᵀA: with rows, not degrees of freedom, as
        # this is the curvature of the density that is climbed.
        root = _inverse_root(density, mode, here.squares[0] / len(density.problem.y))
        step = root @ (root.T @ here.gradient[0])
        # All step lengths are tried in one batch, which is hardly dearer than one.
        lengths = 0.5 ** np.arange(16)
        there = evaluate_density(density, mode + lengths[:, None] * step)
        best = int(np.argmax(there.log_density))
        gain = there.log_density[best] - here.log_density[0]
        # Written so that NaN ends the climb too. A gain of 1e-9 in ln p has no effect on any draw.
        if not gain > 1e-9:
            break
        mode = mode + lengths[best] * step
        here = evaluate_density(density, mode[None])
    return mode


def _inverse_root(density: Density, mode: FloatArray, variance: float) -> FloatArray:
    r"""Return R with $R R^\top = (A^\top A / \sigma^2 + P)^{-1}$, P of the prior."""
    # The prior is written as rows of data, so that one decomposition does both.
    data = sensitivity(density, mode) / np.sqrt(variance)
    return inverse_root(np.vstack([data, np.diag(np.sqrt(_prior_curvature(density, mode)))]))


def inverse_root(columns: FloatArray) -> FloatArray:
    r"""Return R with $R R^\top = (A^\top A)^{-1}$.

    Args:
        columns: A, the derivatives in units of the noise `(rows, parameters)`.

    Raises:
        InvalidValueError: The data do not determine the parameters.
    """
    # Columns of unit length: whether a direction is determined does not depend on units.
    size = np.linalg.norm(columns, axis=0)
    if (size > 0).all() and np.isfinite(size).all():
        # Not by squaring: parameters that nearly do the same would be lost.
        _, values, directions = np.linalg.svd(columns / size, full_matrices=False)
        if not len(values) or values.min() > _SINGULAR * values.max():
            return (directions.T / values) / size[:, None]
    raise InvalidValueError(
        "the parameters of candidate's formula should be determined by the data, found a "
        "direction in which the fit does not change: choose a simpler candidate"
    )


def _prior_curvature(density: Density, mode: FloatArray) -> FloatArray:
    if density.prior is Prior.FLAT:
        return np.zeros(len(mode))
    # Of ln(1 + p²); beyond |p| = 1 it is negative, and left out.
    return density.exponent * np.maximum(0.0, 2 * (1 - mode**2) / (1 + mode**2) ** 2)
