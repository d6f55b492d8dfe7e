r"""The posterior density of a formula's parameters, with the size of the noise integrated out.

The noise is Gaussian with $p(\sigma) \propto 1/\sigma$, so that for n rows

$$p(\theta \mid y) \propto p(\theta)\, U^{-n/2} \prod_r |g_r|^{-1}, \qquad
U = \sum_r w_r \Bigl(\frac{y_r - f_r}{g_r}\Bigr)^2$$

with $g_r = 1$ for constant noise and $g_r = f_r$ for relative noise (Gelman et al., *Bayesian Data
Analysis*, 3rd edition, chapter 14). Of other noise models, such as errors in all variables, $g_r$
is what the best fit makes it, and stays that.
"""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.numerics._outliers import how_far
from nalm.discovery.problem._problem import Problem
from nalm.discovery.result._candidate import Candidate
from nalm.discovery.uncertainty._batched import derive_many
from nalm.discovery.uncertainty._centring import centring, uncentred
from nalm.discovery.uncertainty._free_parameters import free_parameters, input_names
from nalm.symbolic import Sum, evaluate

_BLOCK = 2**16  # numbers in one array: draws times rows; what fits into a processor's cache
# Data and formula are rounded; a residual of some dozen roundings is no information.
_ROUNDING = 64 * float(np.finfo(np.float64).eps)


class Prior(Enum):
    """What is believed about the parameters before the data.

    Coefficients are flat in the middle of the data (see `_centring`), so that the
    posterior is the same in every unit of measurement.
    """

    FLAT = "flat"  # flat in the exponents too
    SPARSE = "sparse"  # each exponent Cauchy(0, 1): automatic relevance determination, integrated


@dataclass(frozen=True, kw_only=True)
class Density:
    """What the density of parameters is computed from.

    Attributes:
        formula: Where the parameters stand.
        problem: The data.
        noise: Whose size the residuals share.
        prior: Of the exponents.
        exponent: Which parameters are exponents `(parameters,)`.
        matrix: Of `nalm.discovery.uncertainty._centring.centring`.
        scale: Largest |y|: the sums are taken in this unit, lest they overflow.
        size: g of the rows, times the noise model's unit; `None` where g is f.
    """

    formula: Sum
    problem: Problem
    noise: NoiseModel
    prior: Prior
    exponent: FloatArray
    matrix: FloatArray
    scale: float
    size: FloatArray | None

    @property
    def degrees(self) -> int:
        """Rows less parameters."""
        return len(self.problem.y) - len(self.exponent)


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """The density at draws of centred parameters.

    Attributes:
        log_density: Up to a constant that is the same for all formulas and noise models of one
            problem `(draws,)`; minus infinity outside the domain.
        gradient: In the centred parameters `(draws, parameters)`.
        squares: U of the module's equation, with g times the noise model's unit `(draws,)`.
    """

    log_density: FloatArray
    gradient: FloatArray
    squares: FloatArray


def make_density(candidate: Candidate, problem: Problem, *, prior: Prior = Prior.FLAT) -> Density:
    """Prepare the density of a candidate's parameters."""
    parameters = free_parameters(candidate.formula, input_names(problem.x.shape[1]))
    scale = float(np.abs(problem.y).max()) or 1.0
    noise = candidate.noise
    size = noise.unit(scale) * noise_size(candidate.formula, problem.x, noise=noise)
    if noise.has_outliers:
        root = np.sqrt(problem.weight / problem.weight.mean())
        size = size * how_far((evaluate(candidate.formula, problem.x) - problem.y) * root / size)
    return Density(
        formula=candidate.formula,
        problem=problem,
        noise=noise,
        prior=prior,
        exponent=np.array([float(each.exponent) for each in parameters]),
        matrix=centring(candidate.formula, problem.x),
        scale=scale,
        size=None if noise.size_is_value else size,
    )


def evaluate_density(density: Density, draws: FloatArray) -> Evaluation:
    """Evaluate the density and its gradient at centred parameters `(draws, parameters)`."""
    # The prior is flat in the centred parameters, in which the density is given: there is no
    # Jacobian.
    theta = uncentred(draws, matrix=density.matrix)
    rows, size = len(density.problem.y), draws.shape[1]
    sums = np.zeros((2 + 2 * size, len(draws)))
    # All that is needed are sums over rows, so arrays of draws times rows are made by blocks.
    block = max(1, _BLOCK // len(draws))
    for first in range(0, rows, block):
        sums += _row_sums(density, theta, slice(first, first + block))
    squares, logs = sums[0], sums[1]
    fit, size_slope = sums[2 : 2 + size].T, sums[2 + size :].T
    with np.errstate(all="ignore"):
        # The last term turns squares and logs, both in units of `scale`, into those of y. It is the
        # same for all noise models, so evidences of different ones can be compared.
        log_density = -rows / 2 * np.log(squares) - logs - rows * np.log(density.scale)
        # d(-n/2 ln U) = n/U Σ w r (-dr), then by the chain rule through `uncentred`.
        slope = (rows / squares)[:, None] * fit - size_slope
        gradient = slope * np.exp(-(draws @ density.matrix.T)) - (slope * theta) @ density.matrix
    if density.prior is Prior.SPARSE:
        log_density = log_density - (density.exponent * np.log1p(draws**2)).sum(axis=1)
        gradient = gradient - density.exponent * 2 * draws / (1 + draws**2)
    inside = np.isfinite(log_density) & np.isfinite(gradient).all(axis=1)
    return Evaluation(
        log_density=np.where(inside, log_density, -np.inf), gradient=gradient, squares=squares
    )


def _row_sums(density: Density, theta: FloatArray, rows: slice) -> FloatArray:
    """Sum U, ln |g / scale| and the two parts of their gradients over some rows."""
    y, weight = density.problem.y[rows], density.problem.weight[rows]
    value, slopes = derive_many(density.formula, density.problem.x[rows], values=theta)
    with np.errstate(all="ignore"):
        if density.size is not None:
            size = density.size[rows]
            residual = (y - value) / size
            # Added to U: an exact fit would otherwise have an infinite density, and no gradient.
            floor = weight @ (_ROUNDING * y / size) ** 2
            logs = np.full(len(theta), np.log(size / density.scale).sum())
            slope, size_slope = weight * residual / size, np.zeros_like(value)
        else:
            residual = y / value - 1
            floor = _ROUNDING**2 * weight.sum()
            logs = np.log(np.abs(value) / density.scale).sum(axis=1)
            # r = y/f - 1, so -dr/df = y/f². The size is |f|, of which d ln |f| / df = 1/f.
            slope, size_slope = weight * residual * (y / value) / value, 1 / value
        squares = floor + (residual**2) @ weight
        return np.stack(
            [
                squares,
                logs,
                *(np.einsum("dr,dr->d", slope, each) for each in slopes),
                *(np.einsum("dr,dr->d", size_slope, each) for each in slopes),
            ]
        )


def sensitivity(density: Density, mode: FloatArray) -> FloatArray:
    r"""Differentiate the weighted fit $\sqrt{w_r}\, f_r / g_r$ in the centred parameters.

    Args:
        density: Of the formula.
        mode: Centred parameters `(parameters,)`.

    Returns:
        `(rows, parameters)`, in the units of `Evaluation.squares`: A of the information
        $A^\top A / \sigma^2$.
    """
    draw = mode[None]
    theta = uncentred(draw, matrix=density.matrix)
    value, slopes = derive_many(density.formula, density.problem.x, values=theta)
    # g is kept at the mode: the Gauss-Newton information is of the fit alone.
    size = value[0] if density.size is None else density.size
    unit = np.sqrt(density.problem.weight) / size
    first = [each[0] for each in slopes]
    columns = np.reshape(first, (len(mode), len(unit))).T * unit[:, None]
    return columns * np.exp(-(mode @ density.matrix.T)) - (columns * theta) @ density.matrix
