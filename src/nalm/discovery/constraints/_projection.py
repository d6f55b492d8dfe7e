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
from nalm.discovery.numerics._levenberg_marquardt import NEGLIGIBLE, levenberg_marquardt

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
"""Change of g by a number of its own size that is rounding of difference quotients."""


class Equalities(NamedTuple):
    """What numbers have to keep.

    Attributes:
        misses: g of numbers, in units of the target `(equalities,)`; NaN where there is no value.
        slopes: ∂g/∂z of numbers `(equalities, numbers)`.
        basis: Orthonormal directions that the numbers may move in `(numbers, directions)`.
    """

    misses: Callable[[FloatArray], FloatArray]
    slopes: Callable[[FloatArray], FloatArray]
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
            ways = self._ways(numbers)
            slope = self._slopes(numbers) @ (ways / _scale(numbers)[:, None])
            if not np.isfinite(slope).all() or not slope.any():
                break
            numbers = numbers - ways @ np.linalg.lstsq(slope, missed, rcond=LOST)[0]
        return best

    def kept_directions(self, numbers: FloatArray) -> FloatArray | None:
        """Return the directions in which the equalities stay kept, to first order.

        Args:
            numbers: That keep them.

        Returns:
            Columns `(numbers, directions)`; None where there is no slope.
        """
        ways = self._ways(numbers)
        slope = self._slopes(numbers) @ (ways / _scale(numbers)[:, None])
        if not np.isfinite(slope).all():
            return None
        size = np.linalg.norm(slope, axis=1)
        # What no number changes by more than rounding ties none of them.
        slope = slope[size > LOST] / size[size > LOST, None]
        free = np.asarray(null_space(slope, rcond=LOST), dtype=np.float64) if len(slope) else None
        return ways if free is None else ways @ free

    def _ways(self, numbers: FloatArray) -> FloatArray:
        """Give each direction the length that changes one number by its own size."""
        longest = np.abs(self.basis / _scale(numbers)[:, None]).max(axis=0, initial=0.0)
        return self.basis / np.where(longest > 0, longest, 1.0)

    def _slopes(self, numbers: FloatArray) -> FloatArray:
        """Differentiate g by the numbers in units of their sizes; what is rounding is 0."""
        slope = self.slopes(numbers) * _scale(numbers)
        return np.where(np.abs(slope) < LOST, 0.0, slope)


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
    residual: Callable[[FloatArray], FloatArray],
    slope: Callable[[FloatArray], FloatArray],
    negligible: float = NEGLIGIBLE,
) -> FloatArray:
    """Fit numbers that keep equalities.

    Args:
        equalities: g.
        begin: Numbers that keep them, with finite residuals `(numbers,)`.
        residual: r of numbers `(rows,)`.
        slope: ∂r/∂z `(rows, numbers)`.
        negligible: Share of |r|² that is not worth a step.

    Returns:
        Numbers that keep them, with a |r|² that is no larger than at the beginning.
    """

    def cost(numbers: FloatArray) -> float:
        here = residual(numbers)
        square = float(here @ here)
        return square if np.isfinite(square) else np.inf

    numbers, least = begin, cost(begin)
    for _ in range(STEPS if len(begin) else 0):
        directions = equalities.kept_directions(numbers)
        if directions is None or not directions.shape[1]:
            break
        step = _step_along(numbers, directions, residual, slope, negligible)
        there = _back(equalities, numbers, step, cost, least)
        if there is None:
            break
        before, change = least, np.abs(there - numbers) / _scale(numbers)
        numbers, least = there, cost(there)
        if change.max() <= SETTLED or before - least <= negligible * before:
            break
    return numbers


def _step_along(
    numbers: FloatArray,
    directions: FloatArray,
    residual: Callable[[FloatArray], FloatArray],
    slope: Callable[[FloatArray], FloatArray],
    negligible: float,
) -> FloatArray:
    """Return the step to the least |r|² on the plane through numbers."""

    def along(shares: FloatArray) -> FloatArray:
        return residual(numbers + directions @ shares)

    def slope_along(shares: FloatArray) -> FloatArray:
        return slope(numbers + directions @ shares) @ directions

    begin = np.zeros(directions.shape[1])
    found = levenberg_marquardt(along, begin, slope=slope_along, negligible=negligible)
    return directions @ found.numbers


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
