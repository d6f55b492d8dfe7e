"""How much each row decides of its own fit."""

import numpy as np

from nalm._typing import FloatArray

LEAST_KEPT = 1e-6
"""Of a row's residual, by its own leverage, that is not taken for rounding."""


def inverse_and_kept(slope: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return (SᵀS)⁻¹, and 1 - hᵢ of each row, hᵢ its leverage.

    The fit to the other rows is off at row i by eᵢ / (1 - hᵢ), of which the variance is
    σ² / (1 - hᵢ): a row that decides a number alone is not expected to be predicted well.
    """
    count = slope.shape[1]
    if not count or not np.isfinite(slope).all():
        return np.full((count, count), np.nan), np.ones(len(slope))
    # The numbers of a formula have all kinds of units: columns of length 1 let one limit tell which
    # directions are lost.
    size = np.linalg.norm(slope, axis=0)
    size = np.where(size > 0, size, 1.0)
    unit = slope / size
    inverse = np.linalg.pinv(unit, rcond=1e-12).astype(np.float64, copy=False)
    # (SᵀS)⁻¹ = S⁺ S⁺ᵀ, without SᵀS, which would square the condition number.
    normal: FloatArray = (inverse @ inverse.T) / np.outer(size, size)
    leverage = np.einsum("ri,ir->r", unit, inverse)
    return normal, np.maximum(1 - leverage, LEAST_KEPT)


def value_variance(slope: FloatArray, covariance: FloatArray) -> FloatArray:
    """Return the variance of values that comes from the errors of a formula's numbers.

        vᵣ = Σᵢⱼ sᵣᵢ Cᵢⱼ sᵣⱼ,   0 where that is not a number

    Args:
        slope: Derivatives of the values by the numbers `(rows, numbers)`.
        covariance: Of the numbers.

    Example:
        >>> value_variance(np.array([[2.0, 1.0]]), np.diag([0.25, 9.0]))
        array([10.])
    """
    variance = np.einsum("ri,ij,rj->r", slope, covariance, slope)
    return np.maximum(np.nan_to_num(variance), 0.0)
