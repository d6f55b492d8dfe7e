"""Whitened residuals of rows that were not fitted: they share the errors of the fit."""

import numpy as np

from nalm._typing import FloatArray


def whiten_residuals(
    residual: FloatArray, slope: FloatArray, *, covariance: FloatArray
) -> tuple[FloatArray, float]:
    r"""Return independent residuals of variance 1, and the log determinant of their covariance.

    A formula's numbers are off by what is left of the noise in the fit, and so all predictions are
    off together. The residuals r of new rows have the covariance

        Σ = I + S C Sᵀ,   of which the answer is Σ^(-½) r and ln |Σ|

    One number that is two standard errors off is then one such residual of 2, on however many rows
    it shows.

    Args:
        residual: Values less y, in units of each row's own noise `(rows,)`.
        slope: Derivatives of the values by the numbers, in the same units `(rows, numbers)`.
        covariance: Of the numbers. Where it is not finite, nothing is known of their errors, and
            none is assumed.

    Example:
        >>> slope = np.ones((4, 1))  # one unknown constant, known to ±1.2
        >>> variance = np.array([[1.44]])
        >>> residual, determinant = whiten_residuals(np.full(4, 1.3), slope, covariance=variance)
        >>> float(residual @ residual)  # 4 * 1.3² / (1 + 4 * 1.44)
        1.0
        >>> round(float(np.exp(determinant)), 2)
        6.76
    """
    if not covariance.size or not (np.isfinite(covariance).all() and np.isfinite(slope).all()):
        return residual, 0.0
    # Numbers of very different sizes would hide the small ones' variances in rounding error: the
    # correlations are decomposed instead, C = D R D.
    size = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    size = np.where(size > 0, size, 1.0)
    values, vectors = np.linalg.eigh(covariance / np.outer(size, size))
    root = size[:, None] * vectors * np.sqrt(np.maximum(values, 0.0))
    directions, spread, _ = np.linalg.svd(slope @ root, full_matrices=False)
    # With S C^(1/2) = U s Vᵀ, Σ = I + U s² Uᵀ, so that Σ^(-1/2) = I - U (1 - 1 / √(1 + s²)) Uᵀ and
    # |Σ| = Π (1 + s²). The cost grows with the rows, not with their square, as Σ is never formed.
    shrink = 1 - 1 / np.hypot(1.0, spread)
    known = residual - directions @ (shrink * (directions.T @ residual))
    return known, float(2 * np.log(np.hypot(1.0, spread)).sum())
