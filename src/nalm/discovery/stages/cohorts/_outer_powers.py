"""What a sum under a power has to be, so that it can be sought as a sum.

    y = ± P^s   →   ± y^(1/s) = P

so that a law of P is one of a denominator, s = -1, or of what is under a root, s = 1/2.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._powered import SAME, Powered
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._problem import Problem
from nalm.symbolic import Power, Product, Sum


@final
@dataclass(frozen=True, kw_only=True)
class WithoutPower:
    """Data of P, whose power s has the sign and the scale of a target.

    Attributes:
        power: s.
        size: Sign and scale of y.
        usable: Rows of y that have a P `(rows,)`.
        problem: These rows, of P.
        near: Values beside which 1/s is linear, of P.
    """

    power: Fraction
    size: float
    usable: np.ndarray
    problem: Problem
    near: FloatArray

    def values(self, y: FloatArray) -> FloatArray:
        """Turn values of y into those of P; not a number where they have another sign."""
        return y if self.power == 1 else (y[self.usable] / self.size) ** float(1 / self.power)

    def restored(self, formula: Sum) -> Sum:
        """Write ± P^s."""
        if self.power == 1:
            return formula
        return Sum((Product(self.size, (Power(formula, self.power),)),))


def without_power(problem: Problem, near: FloatArray, *, power: Fraction) -> WithoutPower | None:
    """Return the data that P has to fit; `None` if too few rows have a sign in common.

    Args:
        problem: The data.
        near: Values of a formula that nearly fits them: 1/s is linear beside these `(rows,)`.
        power: s.

    Example:
        >>> data = Problem(x=np.ones((2, 1)), y=np.array([4.0, 9.0]), weight=np.ones(2))
        >>> sought = without_power(data, data.y, power=Fraction(2))
        >>> bool(np.allclose(sought.near, np.array([2, 3]) / root_mean_square(data.y) ** 0.5))
        True
    """
    if power == 1:
        every = np.ones(len(near), dtype=np.bool_)
        return WithoutPower(power=power, size=1.0, usable=every, problem=problem, near=near)
    # A root has one sign: rows of the other sign have no P, and most rows must have the same.
    size = float(np.sign(np.median(near))) * root_mean_square(near)
    usable = near / size > 0 if size else np.zeros(len(near), dtype=np.bool_)
    if usable.mean() < SAME:
        return None
    weight, beside = problem.weight[usable], near[usable] / size
    target = Powered(
        power=1 / power, y=problem.y[usable] / size, root=np.sqrt(weight / weight.mean())
    )
    y, root = target.linear(beside)
    return WithoutPower(
        power=power,
        size=size,
        usable=usable,
        problem=replace(problem, x=problem.x[usable], y=y, weight=np.square(root)),
        near=beside ** float(1 / power),
    )
