"""Simple exponents of a least-squares problem: rounded one after another while the others adapt.

Exponents depend on each other. The best determined one is rounded first, and the others are solved
again before the next is: Babai's nearest plane (Babai 1986).
"""

import numpy as np

from nalm._typing import FloatArray

WHOLE = 2.0
"""Standard errors within which an exponent counts as whole, and not as a half."""


def nearest_plane(
    gram: FloatArray,
    along: FloatArray,
    *,
    free: int,
    variance: FloatArray,
    whole: np.ndarray | None = None,
) -> FloatArray:
    """Solve gram · w = along, all but the first unknowns rounded to halves.

    Args:
        gram: Inner products of the columns `(problems, unknowns, unknowns)`.
        along: Those with the goal `(problems, unknowns)`.
        free: How many unknowns, the first, may be any number.
        variance: Of a residual `(problems,)`.
        whole: Which unknowns have to be whole, beside those that may be `(unknowns,)`.
    """
    order = _best_determined_last(gram, free)
    must = np.zeros(gram.shape[1], dtype=np.bool_) if whole is None else whole
    # With G = L Lᵀ the squares are |Lᵀ w - L⁻¹ g|² plus a constant. Row k of Lᵀ has no unknown
    # before k, so that the last unknown can be fixed first and the earlier ones still make their
    # rows 0.
    swapped = np.take_along_axis(gram, order[:, :, None], axis=1)
    lower = np.linalg.cholesky(np.take_along_axis(swapped, order[:, None, :], axis=2))
    part = np.linalg.solve(lower, np.take_along_axis(along, order, axis=1)[:, :, None])[:, :, 0]
    found = np.zeros_like(along)
    for k in reversed(range(along.shape[1])):
        rest = (lower[:, k + 1 :, k] * found[:, k + 1 :]).sum(axis=1)
        value: FloatArray = (part[:, k] - rest) / lower[:, k, k]
        if k >= free:
            # Given the unknowns after it, and with those before it free, the k-th has the variance
            # σ² / Lₖₖ².
            near = np.abs(value - np.round(value)) < WHOLE * np.sqrt(variance) / lower[:, k, k]
            near |= must[order[:, k]]
            value = np.where(near, np.round(value), np.round(2 * value) / 2)
        found[:, k] = value
    solution = np.zeros_like(found)
    np.put_along_axis(solution, order, found, axis=1)
    return solution


def _best_determined_last(gram: FloatArray, free: int) -> np.ndarray:
    """Order the unknowns: those that may be any number, then the others by their variances."""
    variances = np.einsum("kii->ki", np.linalg.inv(gram))[:, free:]
    first = np.broadcast_to(np.arange(free), (len(gram), free))
    return np.concatenate([first, free + np.argsort(-variances, axis=1)], axis=1)
