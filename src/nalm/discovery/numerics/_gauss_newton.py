"""Gauss and Newton's method for many small problems of least squares at once.

    minimise |r(p)|² by p ← p + s,   (JᵀJ + ε) s = Jᵀ r,   J = -∂r / ∂p

The problems begin at the points of a grid that is fine enough for a fixed number of steps without
damping. What bounds a step, such as the pole of a formula, is known to the caller alone.

Reference:
    Björck (1996), "Numerical methods for least squares problems", SIAM, section 9.2.
"""

from collections.abc import Callable

import numpy as np

from nalm._typing import FloatArray

RIDGE = 1e-10
"""Share by which squared lengths grow, so that columns that say the same can be solved for."""
NOTHING = 1e-20
"""Squared length, beside that of the longest, of a column that is not there."""


def gauss_newton(
    begin: FloatArray,
    linear: Callable[[FloatArray], tuple[FloatArray, FloatArray]],
    *,
    moved: Callable[[FloatArray, FloatArray], FloatArray],
    steps: int,
) -> FloatArray:
    """Take steps from where each problem begins.

    Args:
        begin: Numbers of each problem `(problems, numbers)`.
        linear: Of numbers, the residuals `(problems, rows)` and the columns J of those that move
            `(problems, moving, rows)`.
        moved: Of numbers and a step `(problems, moving)`, the next numbers.
        steps: How many.
    """
    numbers = begin
    for _ in range(steps):
        residual, columns = linear(numbers)
        numbers = moved(numbers, solved(columns, residual))
    return numbers


def solved(columns: FloatArray, goal: FloatArray) -> FloatArray:
    """Solve each problem of linear least squares.

    Args:
        columns: `(problems, numbers, rows)`.
        goal: `(problems, rows)`.
    """
    # Together with the identity of `ridged_gram`, a right side of 0 leaves a problem that has lost
    # its values where it is, instead of stopping all the others.
    along = np.nan_to_num(columns @ goal[:, :, None], nan=0.0, posinf=0.0, neginf=0.0)
    return np.asarray(np.linalg.solve(ridged_gram(columns), along)[:, :, 0], dtype=np.float64)


def ridged_gram(columns: FloatArray) -> FloatArray:
    """Compute the inner products of each problem's columns; 1 where they are not finite.

    The diagonal grows a little; that of a column of zeros becomes the largest, so that a number
    without influence has no step.

    Args:
        columns: `(problems, numbers, rows)`.
    """
    gram = columns @ columns.swapaxes(1, 2)
    size = np.asarray(np.einsum("kii->ki", gram), dtype=np.float64)
    # The ridge is in proportion to each column's own length, so that the units of the numbers do
    # not matter. 1e-300 keeps a problem whose columns are all 0 regular.
    largest = np.maximum(size.max(axis=1, keepdims=True), 1e-300)
    added = np.where(size > NOTHING * largest, RIDGE * size, largest)
    gram = gram + added[:, :, None] * np.eye(gram.shape[1])
    gram[~np.isfinite(gram).all(axis=(1, 2))] = np.eye(gram.shape[1])
    return gram
