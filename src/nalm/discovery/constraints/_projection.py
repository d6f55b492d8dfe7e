"""Least squares of numbers z that keep equalities g(z) = 0.

    z ← argmin |r(z)|² along the null space of ∂g/∂z,   then back onto g(z) = 0 by Newton's method

Where g is linear in z the first round is exact. Else it is repeated until z stays, where Jᵀr has no
part along the null space: the condition of Lagrange. Rows with a large weight would do nearly the
same, but leave a rest that depends on the weight, and spoil the condition of the fit.
"""

# What SciPy gives back has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.linalg import null_space

from nalm._typing import FloatArray

STEPS = 12
"""Of Newton's method, and rounds of a fit."""
STEP = 1e-6
"""Of difference quotients, in units of a number: Newton's method corrects their errors."""
CONVERGED, KEPT = 1e-13, 1e-9
"""Size of g, in units of the target, from which it is rounding, and up to which it is 0."""
SETTLED = 1e-10
"""Change of numbers, in units of them, from which a round changes nothing."""
SHORTEST = 0.1
"""Part of a step that is tried at least."""
LOST = 1e-9
"""Singular value of ∂g/∂z, in units of the largest, that is rounding."""


class Equalities(NamedTuple):
    """What numbers have to keep.

    Attributes:
        misses: g of numbers, in units of the target `(equalities,)`; NaN where there is no value.
        basis: Orthonormal directions that the numbers may move in `(numbers, directions)`.
    """

    misses: Callable[[FloatArray], FloatArray]
    basis: FloatArray

    def onto(self, numbers: FloatArray) -> FloatArray | None:
        """Move numbers as little as possible, so that the equalities are kept.

        Args:
            numbers: z `(numbers,)`.

        Returns:
            The numbers; None where they cannot keep them.
        """
        best, least = None, KEPT
        for _ in range(STEPS):
            missed = self.misses(numbers)
            largest = float(np.abs(missed).max(initial=0.0))
            if not np.isfinite(largest) or (best is not None and largest >= least):
                break
            if largest <= least:
                best, least = numbers, largest
            if largest <= CONVERGED:
                break
            scale = _scale(numbers)
            slope = slopes_of(self.misses, numbers) * scale
            if not np.isfinite(slope).all() or not slope.size:
                break
            ways = self.basis / scale[:, None]
            step = ways @ np.linalg.lstsq(slope @ ways, missed, rcond=LOST)[0]
            numbers = numbers - step * scale
        return best

    def kept_directions(self, numbers: FloatArray) -> FloatArray | None:
        """Return the directions in which the equalities stay kept, to first order.

        Args:
            numbers: That keep them.

        Returns:
            Orthonormal columns `(numbers, directions)`; None where there is no slope.
        """
        if not len(numbers):
            return self.basis
        slope = slopes_of(self.misses, numbers)
        if not np.isfinite(slope).all():
            return None
        size = np.linalg.norm(slope @ self.basis, axis=1)
        unit = (slope @ self.basis) / np.where(size > 0, size, 1.0)[:, None]
        return self.basis @ np.asarray(null_space(unit, rcond=LOST), dtype=np.float64)


def slopes_of(misses: Callable[[FloatArray], FloatArray], numbers: FloatArray) -> FloatArray:
    """Differentiate g by the numbers, by central differences `(equalities, numbers)`.

    Args:
        misses: g.
        numbers: z `(numbers,)`.

    Example:
        >>> slopes_of(lambda z: z[:1] * z[1:], np.array([2.0, 3.0])).round(6)
        array([[3., 2.]])
    """
    columns: list[FloatArray] = []
    for place, size in enumerate(_scale(numbers) * STEP):
        up, down = numbers.copy(), numbers.copy()
        up[place] += size
        down[place] -= size
        columns.append((misses(up) - misses(down)) / (up[place] - down[place]))
    empty = np.zeros((len(misses(numbers)), 0))
    return np.column_stack(columns) if columns else empty


def fit_within(
    equalities: Equalities,
    begin: FloatArray,
    *,
    fit: Callable[[FloatArray, FloatArray], FloatArray],
    cost: Callable[[FloatArray], float],
) -> FloatArray:
    """Fit numbers that keep equalities.

    Args:
        equalities: g.
        begin: Numbers that keep them `(numbers,)`.
        fit: Of numbers and directions: the best numbers on the plane through the first.
        cost: |r|² of numbers.

    Returns:
        Numbers that keep them, at which the cost is no larger than at the beginning.
    """
    numbers, least = begin, cost(begin)
    for _ in range(STEPS if len(begin) else 0):
        directions = equalities.kept_directions(numbers)
        if directions is None or not directions.shape[1]:
            break
        there = _back(equalities, numbers, fit(numbers, directions) - numbers, cost, least)
        if there is None:
            break
        change = np.abs(there - numbers) / _scale(numbers)
        numbers, least = there, cost(there)
        if change.max() <= SETTLED:
            break
    return numbers


def _back(
    equalities: Equalities,
    numbers: FloatArray,
    step: FloatArray,
    cost: Callable[[FloatArray], float],
    least: float,
) -> FloatArray | None:
    """Take a step, or a part of it, and go back onto the equalities, if that costs no more."""
    share = 1.0
    while share > SHORTEST:
        there = equalities.onto(numbers + share * step)
        if there is not None and cost(there) <= least:
            return there
        share /= 2
    return None


def _scale(numbers: FloatArray) -> FloatArray:
    return np.where(numbers == 0, 1.0, np.abs(numbers))
