"""The last word of one formula: least squares on all rows, in the user's units."""

from dataclasses import dataclass, replace

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.numerics._levenberg_marquardt import NEGLIGIBLE
from nalm.discovery.numerics._outliers import price_of_outliers
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._agreement import open_directions
from nalm.discovery.problem._problem import Problem
from nalm.discovery.scoring._leverage import inverse_and_kept
from nalm.discovery.scoring._marquardt import fit_along, least_squares, onto_equalities
from nalm.discovery.scoring._row_sizes import LEAST, Round
from nalm.symbolic import Sum, jacobian, parameters

REWEIGHTINGS = 3
EXACT = 1e-3
"""Residuals, in units of y's rounding, that are too small for it."""


@dataclass(frozen=True, kw_only=True)
class Refit:
    """A formula with fitted numbers.

    Attributes:
        formula: With the numbers that fit best.
        residual: f - y in units of its noise's size, root of the row weight included `(rows,)`.
        sigma: Standard deviation of the noise: in units of y, or relative.
        covariance: Of the formula's parameters.
        kept: 1 - h of each row, h its leverage `(rows,)`.
        size: Of each row's noise, in units of y's root mean square `(rows,)`; of a row that is far
            off what it is off by.
        how_far: By how many standard errors rows are far off under noise with outliers; 1 of all
            others `(rows,)`.
        degrees: Of freedom, of σ: rows less fitted numbers, at least 1.
        held: How many of its numbers follow from the others by equalities that are known.
        least: Mean square of residuals below which they tell no formula apart, as of rounding.
    """

    formula: Sum
    residual: FloatArray
    sigma: float
    covariance: FloatArray
    kept: FloatArray
    size: FloatArray
    how_far: FloatArray
    degrees: int
    held: int = 0
    least: float = LEAST**2

    @property
    def free(self) -> int:
        """How many measured numbers the data decide."""
        return len(parameters(self.formula)) - self.held

    @property
    def deviations(self) -> list[float]:
        """Standard error of each of `nalm.symbolic.parameters`."""
        variances: list[float] = np.maximum(np.diag(self.covariance), 0.0).tolist()
        return [each**0.5 for each in variances]

    @property
    def is_far(self) -> np.ndarray:
        """Which rows are far off `(rows,)`."""
        return self.how_far > 1

    @property
    def likelihood(self) -> float:
        """-2 log likelihood, each row predicted from the others.

        Up to a constant that all formulas share.
        """
        error, logs = self._each_row()
        total = len(error) * np.log(max(np.mean(error), self.least)) + np.sum(logs)
        return float(total + price_of_outliers(self.how_far))

    @property
    def likelihood_without(self) -> FloatArray:
        """The same of a fit to all rows but one, for each `(rows,)`.

        Without row i the squares of the others' residuals are less by eᵢ² hᵢ / (1 - hᵢ) (Cook and
        Weisberg (1982), "Residuals and Influence in Regression", for a linear formula).
        """
        error, logs = self._each_row()
        rows, left = len(error) - 1, error.sum() - error * (2 - self.kept)
        return rows * np.log(np.maximum(left / rows, self.least)) + logs.sum() - logs

    def _each_row(self) -> tuple[FloatArray, FloatArray]:
        # The prediction from the other rows is off by e / (1 - h), with the variance 1 / (1 - h):
        # the squared standardised prediction error is e² / (1 - h), the log variance -log (1 - h).
        error = np.square(self.residual) / self.kept + LEAST**2
        return error, 2 * np.log(self.size) - np.log(self.kept)


def refit(
    formula: Sum, problem: Problem, *, noise: NoiseModel, negligible: float = NEGLIGIBLE
) -> Refit | None:
    """Fit the measured numbers of a formula; `None` where it has no finite value on some row.

    Where the noise follows the formula, its size is taken from the fit before, a few times. Of all
    fits, and the formula as it came, the most likely is kept. Equalities of the problem are kept,
    where the numbers can keep them.

    Args:
        formula: To be fitted.
        problem: The data.
        noise: Whose size the rows' errors share.
        negligible: Share of the squared error that is not worth a step.
    """
    root = np.sqrt(problem.weight / problem.weight.mean())
    directions = open_directions(formula, problem.dimensions)
    formula, equalities = onto_equalities(formula, problem, directions=directions)
    rounds = [Round.of(formula, problem, noise=noise, root=root)]
    if not np.isfinite(rounds[0].residual).all():
        return None
    # Iteratively reweighted least squares: weights are held while the numbers are fitted, else a
    # formula could gain by larger noise.
    for _ in range(REWEIGHTINGS if noise.follows_formula or noise.has_outliers else 1):
        factor = root / rounds[-1].size
        if equalities is None:
            formula = least_squares(
                formula, problem, factor=factor, negligible=negligible, directions=directions
            )
        else:
            formula = fit_along(
                equalities, formula, problem=problem, factor=factor, negligible=negligible
            )
        rounds.append(Round.of(formula, problem, noise=noise, root=root))
    # Reversed, so that of equally likely rounds a fitted one goes before the formula as it came.
    best = min(reversed(rounds), key=lambda one: one.misfit)
    if not np.isfinite(best.residual).all():
        return None
    unit = noise.unit(root_mean_square(problem.y))
    if equalities is None:
        return _describe(best, problem, root=root, unit=unit, directions=directions)
    directions = equalities.kept_directions(parameters(best.formula))
    fit = _describe(best, problem, root=root, unit=unit, directions=directions)
    free = fit.free if directions is None else directions.shape[1]
    return replace(fit, held=equalities.basis.shape[1] - free)


def describe(
    formula: Sum, problem: Problem, *, noise: NoiseModel, directions: FloatArray
) -> Refit | None:
    """Describe a formula as it stands, fitted in other numbers than its own.

    Args:
        formula: With the numbers that fit best.
        problem: The data.
        noise: Whose size the rows' errors share.
        directions: Derivatives of its measured numbers by those that were fitted
            `(parameters, numbers)`.

    Returns:
        The fit; `None` where it has no finite value on some row.
    """
    root = np.sqrt(problem.weight / problem.weight.mean())
    here = Round.of(formula, problem, noise=noise, root=root)
    if not np.isfinite(here.residual).all():
        return None
    unit = noise.unit(root_mean_square(problem.y))
    return _describe(here, problem, root=root, unit=unit, directions=directions)


def _describe(
    best: Round,
    problem: Problem,
    *,
    root: FloatArray,
    unit: float,
    directions: FloatArray | None,
) -> Refit:
    formula, residual, size, far = best
    slope = jacobian(formula, problem.x) * (root / size)[:, None]
    slope = slope if directions is None else slope @ directions
    rows, count = slope.shape
    degrees = max(rows - count, 1)
    variance = float(np.mean(np.square(residual))) + LEAST**2
    rounded = float(np.mean(np.square(problem.rounding.sure(problem.y) * root / size))) / 3
    # Values that a law has in so few digits were not rounded: they fit far closer than by chance.
    least = max(rounded if variance > EXACT**2 * rounded else 0.0, LEAST**2)
    inverse, kept = inverse_and_kept(slope)
    if directions is not None:  # what units tie together has errors that go together
        inverse = directions @ inverse @ directions.T
    return Refit(
        formula=formula,
        residual=residual,
        sigma=float(np.sqrt(np.mean(np.square(residual)) * rows / degrees)) * unit,
        covariance=inverse * variance * rows / degrees,
        kept=kept,
        size=size / root_mean_square(problem.y),
        how_far=far,
        degrees=degrees,
        least=least,
    )
