"""Prediction intervals of one formula."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import numpy as np
from scipy.stats import t as student

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery.result._candidate import Candidate
from nalm.errors import InvalidValueError
from nalm.symbolic import evaluate, jacobian


def prediction_interval(
    candidate: Candidate, x: FloatArray, *, level: float, rows: int, observed: bool = True
) -> tuple[FloatArray, FloatArray]:
    """Bound a new observation, or the formula itself, given that it has the right form.

        f(x) ± t s,   s² = J(x) Σ J(x)ᵀ + σ² g(x)²

    with J the derivatives by the formula's parameters, Σ their covariance, g the size of the noise
    (see `nalm.discovery._noise`), and t the quantile of Student's distribution with rows -
    parameters degrees of freedom.

    Args:
        candidate: Formula, covariance and noise.
        x: Inputs `(rows, inputs)`.
        level: Probability that the interval holds the observation, between 0 and 1.
        rows: How many rows the formula was fitted to.
        observed: Whether f is what is measured. Without it σ is 0: the bounds are of f itself.

    Returns:
        Lower and upper bound `(rows,)`, NaN where the formula has no value.

    Raises:
        InvalidValueError: If the level is not between 0 and 1, or the covariance is not known.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.discovery import Noise
        >>> from nalm.symbolic import Power, Product, Sum
        >>> line = Candidate(
        ...     formula=Sum((Product(Fraction(2), (Power(0, Fraction(1)),)),)), complexity=3,
        ...     loss=1.0, r2=0.9, extrapolation_error=0.1, bic=0.0, noise=Noise.CONSTANT,
        ...     sigma=1.0, covariance=np.zeros((0, 0)), hits=1, restarts=1,
        ... )
        >>> low, high = prediction_interval(line, np.array([[3.0]]), level=0.95, rows=10**6)
        >>> f"{low[0]:.2f} {high[0]:.2f}"
        '4.04 7.96'
    """
    if not 0.0 < level < 1.0:
        raise InvalidValueError(f"`level` must be between 0 and 1, as 0.95; found {level!r}.")
    if not np.isfinite(candidate.covariance).all():
        raise InvalidValueError(
            "the constants must have a covariance; found none, since the data do not determine "
            "them or the fit was stopped before its end. Fit again, or choose a simpler candidate."
        )
    center = evaluate(candidate.formula, x)
    slopes = jacobian(candidate.formula, x)  # (rows, parameters)
    # Scaled by the largest share, so that no square overflows.
    shares = np.hstack([slopes @ _root(candidate.covariance), _noise(candidate, x, observed)])
    largest = np.maximum(np.abs(shares).max(axis=1, keepdims=True), np.finfo(float).tiny)
    deviation = largest[:, 0] * np.sqrt(((shares / largest) ** 2).sum(axis=1))
    # Of a form that a user gave, its constants are fitted, not the numbers of the formula. At least
    # one degree of freedom: there may be no more rows than parameters.
    fitted = slopes.shape[1] if candidate.form is None else len(candidate.form.values)
    half = float(student.ppf(0.5 + level / 2, max(rows - fitted, 1))) * deviation
    return center - half, center + half


def _noise(candidate: Candidate, x: FloatArray, observed: bool) -> FloatArray:
    if not observed:
        return np.zeros((len(x), 1))
    return (candidate.sigma * noise_size(candidate.formula, x, noise=candidate.noise))[:, None]


def _root(covariance: FloatArray) -> FloatArray:
    # R with R Rᵀ = Σ; rounding may make a semidefinite matrix slightly indefinite. Scaled to
    # correlations first, since parameters may differ in size by many powers of ten.
    if not covariance.size:
        return covariance.reshape(0, 0)
    scale = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    safe = np.where(scale > 0, scale, 1.0)
    values, vectors = np.linalg.eigh(covariance / np.outer(safe, safe))
    return scale[:, None] * vectors * np.sqrt(np.maximum(values, 0.0))
