"""How large the noise of each row is under a formula, and what residuals it leaves then."""

from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.numerics._outliers import how_far, price_of_outliers
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._problem import Problem
from nalm.symbolic import Sum, evaluate

LEAST = 1e-14
"""Residual that is no smaller than any other: tens of roundings, which tell no formula apart."""


class Round(NamedTuple):
    """A formula on its way; as in `_refit.Refit`, but for the size, which is in units of y."""

    formula: Sum
    residual: FloatArray
    size: FloatArray
    how_far: FloatArray

    @classmethod
    def of(cls, formula: Sum, problem: Problem, *, noise: NoiseModel, root: FloatArray) -> "Round":
        scale = root_mean_square(problem.y)
        size = row_sizes(noise_size(formula, problem.x, noise=noise), noise, scale=scale)
        residual = (evaluate(formula, problem.x) - problem.y) * root / size
        if not noise.has_outliers:
            return cls(formula, residual, size, np.ones(len(size)))
        off = how_far(residual)
        return cls(formula, residual / off, size * off, off)

    @property
    def misfit(self) -> float:
        """-2 log likelihood.

        Rounds whose noise follows the formula need not settle if it is wrong: the last may be the
        worst.
        """
        error = float(np.mean(np.square(self.residual))) + LEAST**2
        deviance = len(self.size) * np.log(error) + 2 * float(np.sum(np.log(self.size)))
        deviance += price_of_outliers(self.how_far)
        return deviance if np.isfinite(deviance) else np.inf


def row_sizes(size: FloatArray, noise: NoiseModel, *, scale: float) -> FloatArray:
    """Return the size of each row's noise, in units of y `(rows,)`.

    Args:
        size: What `noise_size` returns `(rows,)`.
        noise: Of the rows.
        scale: Root mean square of y.
    """
    own = noise.unit(scale) * size
    # Where relative noise has a value near 0, one row would outweigh all the others.
    return np.maximum(own, 1e-9 * (root_mean_square(own) if noise.is_known else scale))


def row_factor(formula: Sum, problem: Problem, *, noise: NoiseModel) -> FloatArray:
    """Return what makes the errors of all rows one size: root of the weight over the noise's size.

    Args:
        formula: That the noise may follow.
        problem: The data.
        noise: Whose size the rows' errors share.
    """
    root = np.sqrt(problem.weight / problem.weight.mean())
    return root / Round.of(formula, problem, noise=noise, root=root).size
