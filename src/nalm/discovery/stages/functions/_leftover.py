"""What a sum leaves of a target, and what columns explain of that: one curve, or sine and cosine.

y ≈ Σ aₖ Mₖ + c M F   or   Σ aₖ Mₖ + M (s sin u + c cos u)
"""

from collections.abc import Callable
from typing import final

import numpy as np

from nalm._typing import FloatArray

DEPENDENT = 1e-8
"""Share of a column that is left beside a sum, below which it is rounding error."""

Inner = Callable[[int, int], FloatArray]
"""Inner products of each first with each second column, by their numbers."""


@final
class Leftover:
    """What is left of a target.

    Args:
        base: Orthonormal columns of the sum `(rows, columns)`.
        goal: The target `(rows,)`.
    """

    def __init__(self, base: FloatArray, goal: FloatArray) -> None:
        self._base = base
        self.goal = self.without(goal)

    def without(self, columns: FloatArray) -> FloatArray:
        """Take out what the sum explains of columns `(rows,)` or `(rows, columns)`."""
        return columns - self._base @ (self._base.T @ columns)

    def beside(self, columns: FloatArray) -> FloatArray:
        """Return the sum of squares that is left beside each of some columns `(numbers,)`.

        Args:
            columns: Of one function, or of sine and cosine `(1 or 2, rows, numbers)`.
        """
        parts = [self.without(each) for each in columns]
        return self._left(
            [self.goal @ each for each in parts],
            whole=lambda i, j: (columns[i] * columns[j]).sum(axis=0),
            rest=lambda i, j: (parts[i] * parts[j]).sum(axis=0),
        )

    def beside_products(self, curves: FloatArray, products: FloatArray) -> FloatArray:
        """Return what is left beside each product times each curve `(products, numbers)`.

        These columns are not written down: as M F · M F = M² · F², matrix products tell. Of small
        differences between large products that loses digits.

        Args:
            curves: Of one function, or of sine and cosine `(1 or 2, rows, numbers)`.
            products: `(rows, products)`.
        """
        rows, size = products.shape
        known = (self._base[:, :, None] * products[:, None]).reshape(rows, -1).T
        shape = (self._base.shape[1], size, curves.shape[2])
        within = [(known @ each).reshape(shape) for each in curves]
        goals, squared = (products * self.goal[:, None]).T, np.square(products).T

        def whole(i: int, j: int) -> FloatArray:
            return squared @ (curves[i] * curves[j])

        return self._left(
            [goals @ each for each in curves],
            whole=whole,
            rest=lambda i, j: whole(i, j) - (within[i] * within[j]).sum(axis=0),
        )

    def _left(self, along: list[FloatArray], *, whole: Inner, rest: Inner) -> FloatArray:
        """Return what is left.

        Args:
            along: Inner products of the goal with each column.
            whole: Those of columns.
            rest: Those of what the sum leaves of columns.
        """
        square = rest(0, 0)
        usable, gain = square > DEPENDENT * whole(0, 0), along[0] ** 2 / square
        if len(along) == 2:
            # What the sine leaves of the cosine.
            shared = rest(0, 1) / square
            other = rest(1, 1) - shared**2 * square
            usable &= other > DEPENDENT * whole(1, 1)
            gain = gain + (along[1] - shared * along[0]) ** 2 / other
        # Of a column that explains everything, rounding may leave less than nothing.
        left = np.maximum(self.goal @ self.goal - gain, 0.0)
        return np.where(usable & np.isfinite(gain), left, np.inf)
