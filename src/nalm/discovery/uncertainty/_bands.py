"""Credible and predictive bands: where the law is, and where the next measurement will be."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery.uncertainty._batched import evaluate_many
from nalm.discovery.uncertainty._posterior_result import Posterior
from nalm.errors import InvalidValueError

_BLOCK = 2**21  # numbers in one array: draws times rows


@dataclass(frozen=True, kw_only=True)
class Bands:
    """Pointwise bands, each `(rows,)`.

    Attributes:
        mean_lower: Of the law f(x).
        mean_upper: Of the law.
        prediction_lower: Of a new measurement, noise included; of a derivative, which is never
            measured, the same as of the law.
        prediction_upper: Of a new measurement.
        outside: Share of the draws that have no value at the row.
    """

    mean_lower: FloatArray
    mean_upper: FloatArray
    prediction_lower: FloatArray
    prediction_upper: FloatArray
    outside: FloatArray


def bands(
    posterior: Posterior,
    x: FloatArray,
    *,
    level: float = 0.95,
    tolerated: float = 0.0,
    seed: int = 0,
) -> Bands:
    r"""Evaluate the formula at every draw of its posterior, at any inputs.

    $$f(x; \theta_d), \qquad y_d = f(x; \theta_d) + \sigma_d\, g(x)\, \varepsilon$$

    with g the size of the noise: f(x; θ_d) where it is relative, and otherwise that of the best
    fit: 1 where it is constant, what the slopes carry on to y with errors in all variables.

    The bands hold under the formula: they widen outside the data as far as its parameters are
    uncertain, and know nothing of other formulas (see `structure_weights`).

    Args:
        posterior: Of the formula's parameters.
        x: Inputs `(rows, inputs)`, inside or outside the data.
        level: Probability within a band, in (0, 1).
        tolerated: Largest share of draws without a value at which a row still gets a band, from
            the other draws; above it, NaN.
        seed: Of the noise of new measurements.

    Returns:
        The bands between the quantiles (1 ± level) / 2; predictions are of a row with weight 1.

    Raises:
        InvalidValueError: The level is not between 0 and 1.

    Example:
        >>> from nalm.discovery import Problem, SearchOptions, bands, posterior, search
        >>> x = np.linspace(1, 5, 40)[:, None]
        >>> y = 3 * x[:, 0] + np.cos(50 * x[:, 0])
        >>> problem = Problem(x=x, y=y, weight=np.ones(40))
        >>> found = search(problem, SearchOptions(starts=2, max_terms=1))
        >>> far = bands(posterior(found.candidates[found.chosen], problem), np.array([[10.0]]))
        >>> bool(far.mean_upper[0] <= far.prediction_upper[0])
        True
    """
    if not 0 < level < 1:
        raise InvalidValueError(f"level should be between 0 and 1, found {level}: 0.95 is usual")
    # One number per draw, shared by all rows: the bands are pointwise, so a row's band does not
    # depend on which other rows are asked about.
    noise = posterior.sigma * np.random.default_rng(seed).standard_normal(len(posterior.sigma))
    # A derivative is never measured: its prediction is the law itself.
    noise = np.zeros_like(noise) if posterior.rate else noise
    rows = max(1, _BLOCK // len(noise))
    parts = [
        _part(posterior, x[first : first + rows], noise, level, tolerated)
        for first in range(0, max(1, len(x)), rows)
    ]
    columns = np.concatenate(parts, axis=1)
    return Bands(
        mean_lower=columns[0],
        mean_upper=columns[1],
        prediction_lower=columns[2],
        prediction_upper=columns[3],
        outside=columns[4],
    )


def _part(
    posterior: Posterior, x: FloatArray, noise: FloatArray, level: float, tolerated: float
) -> FloatArray:
    """Return the four bounds and the share outside, `(5, rows)`."""
    law = evaluate_many(posterior.formula, x, values=posterior.numbers)
    # A negative law gives a negative size, which does no harm: the noise is symmetric.
    size = (
        law
        if posterior.noise.size_is_value
        else noise_size(posterior.formula, x, noise=posterior.noise)
    )
    with np.errstate(all="ignore"):
        measured = law + noise[:, None] * size
    outside = np.isnan(law).mean(axis=0)
    found = np.full((5, len(x)), np.nan)
    found[4] = outside
    # NaN marks where a draw is outside the formula's domain. A single such draw would make a
    # quantile NaN, so rows with and without any are treated apart.
    found[:4, outside == 0] = _bounds(law, measured, outside == 0, level, np.quantile)
    some = (outside > 0) & (outside <= tolerated) & (outside < 1)
    # Much slower, and rarely needed.
    found[:4, some] = _bounds(law, measured, some, level, np.nanquantile)
    return found


def _bounds(
    law: FloatArray,
    measured: FloatArray,
    rows: NDArray[np.bool_],
    level: float,
    quantile: Callable[..., FloatArray],
) -> FloatArray:
    levels = ((1 - level) / 2, (1 + level) / 2)
    return np.concatenate([quantile(each[:, rows], levels, axis=0) for each in (law, measured)])
