"""Which few residuals are far larger than the others."""

import numpy as np

from nalm._typing import FloatArray

FAR = 5.0
"""Standard errors, estimated from the median, from which a residual is far off."""
EDGE = 3.5
"""The same from which one is near the limit: of normal errors one in 2000."""
FEWEST = 15
"""Rows below which none is far off: without it the others would follow many formulas."""
ROWS_EACH = 10
"""Rows, or part of as many, for each that may be: more are no exceptions."""
NORMAL = 1.4826
"""Standard deviation of normal errors in units of the median of their sizes."""


def outlying(residual: FloatArray, *, sigma: float | None = None) -> np.ndarray:
    """Tell the rows that are far off; none, if they are more than one in ten, or rows are few.

    Args:
        residual: In units in which all should have one variance `(rows,)`.
        sigma: Their standard deviation; 1.4826 times the median of their sizes by default.

    Returns:
        `(rows,)`.

    Example:
        >>> outlying(np.array([0.1, -0.2, 0.1, 40.0, -0.1, 0.2] + [0.1] * 9)).nonzero()[0].tolist()
        [3]
    """
    size = np.abs(residual)
    usual = NORMAL * float(np.median(size)) if sigma is None else sigma
    is_far = size > FAR * usual
    # With a known σ each row is judged alone.
    few = sigma is None and len(size) < FEWEST
    most = 0 if few else -(-len(size) // ROWS_EACH)
    return is_far if is_far.sum() <= most else np.zeros_like(is_far)


def how_far(residual: FloatArray, *, sigma: float | None = None) -> FloatArray:
    """Return by how many standard errors the rows that are far off are; 1 of all others.

    Args:
        residual: As in `outlying`.
        sigma: As in `outlying`.

    Example:
        >>> how_far(np.array([1.0, -1.0, 8.0]), sigma=1.0).tolist()
        [1.0, 1.0, 8.0]
    """
    usual = NORMAL * float(np.median(np.abs(residual))) if sigma is None else sigma
    is_far = outlying(residual, sigma=usual)
    return np.where(is_far, np.abs(residual) / max(usual, np.finfo(float).tiny), 1.0)


def are_apart(residual: FloatArray, *, far: int) -> bool:
    """Say whether rows that are far off stand apart from the others.

    A wrong formula has residuals with a long tail, of which as many rows lie just inside the limit.

    Args:
        residual: Of the other rows `(rows,)`.
        far: How many rows are far off.

    Example:
        >>> usual, tail = np.linspace(-1, 1, 90), np.linspace(2.6, 3.6, 9)
        >>> are_apart(usual, far=1), are_apart(np.append(usual, tail), far=5)
        (True, False)
    """
    size = np.abs(residual)
    return bool((size > EDGE * NORMAL * np.median(size)).sum() < far)


def price_of_outliers(far: FloatArray) -> float:
    """Description length of which rows are far off, and by how much: 2 log n each."""
    return 2 * float(np.log(max(len(far), 1))) * int((far > 1).sum())
