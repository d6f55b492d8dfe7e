"""Which few of many inputs a target depends on: those of its best short quadric.

    y = a + Σ bᵢ zᵢ + Σ cᵢⱼ zᵢ zⱼ,   zᵢ = (xᵢ - mean) / standard deviation

Centred inputs are nearly uncorrelated with their products, so that an input shows up whether it
acts alone or by a product with one other. All d (d + 1) / 2 products are compared in each step by
one product of matrices, Zᵀ diag(r) Z of the residuals r, and never written down.
"""

from dataclasses import dataclass

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._sparse import MOST_TERMS
from nalm.discovery.problem._problem import Problem

WIDEST = 2000
"""Inputs beyond which products are not compared: their number grows with the square."""
FLOOR = 1e-22
"""Share of the target's variance that is rounding error."""


def inputs_that_act(problem: Problem, limits: Limits) -> tuple[int, ...]:
    """Find the inputs of the best quadric of few terms, in the order of what they explain.

    Terms are added as long as that shortens the description by more than the best of so many
    columns of noise would (orthogonal matching pursuit; Pati, Rezaiifar and Krishnaprasad (1993)).

    Args:
        problem: The data.
        limits: What may not be exceeded.
    """
    table = _Standard.of(problem)
    chosen, inputs = np.ones((len(problem.y), 1)), dict[int, None]()
    residual, square = table.y, float(table.y @ table.y)
    for _ in range(min(MOST_TERMS, len(problem.y) // 3)):
        limits.check()
        found = table.best(residual)
        if found is None:
            break
        chosen = np.column_stack([chosen, np.prod(table.z[:, list(found)], axis=1)])
        residual = _residual(chosen * table.root[:, None], table.y)
        left = float(residual @ residual)
        # A constant costs log n, and the best of p columns of noise explains 2 log p.
        rivals = table.inputs if len(found) == 1 else table.inputs**2 // 2
        price = np.log(len(residual)) + 2 * np.log(rivals)
        if len(residual) * np.log(square / max(left, FLOOR)) < price:
            break
        inputs |= dict.fromkeys(found)
        square = left
        if left < FLOOR:
            break
    return tuple(inputs)


@dataclass(frozen=True, kw_only=True)
class _Standard:
    """A target of length 1, and inputs of mean 0 and variance 1.

    Attributes:
        z: Inputs `(rows, inputs)`.
        y: Target, times the root of the weights `(rows,)`.
        root: Roots of the weights.
        lengths: Of all products of two, centred `(inputs, inputs)`; empty where there are too many.
    """

    z: FloatArray
    y: FloatArray
    root: FloatArray
    lengths: FloatArray

    @classmethod
    def of(cls, problem: Problem) -> "_Standard":
        weight = problem.weight / problem.weight.sum()
        # Divided by the largest first, so that no square overflows.
        x = problem.x / np.maximum(np.abs(problem.x).max(axis=0), np.finfo(float).tiny)
        x = x - weight @ x
        size = np.sqrt(weight @ np.square(x))
        z = x / np.where(size > 0, size, 1.0)
        y = problem.y / max(float(np.abs(problem.y).max()), np.finfo(float).tiny)
        root = np.sqrt(weight)
        y = root * (y - weight @ y)
        lengths = np.empty((0, 0))
        if z.shape[1] <= WIDEST:
            square = np.square(z) * root[:, None]
            means = (z * weight[:, None]).T @ z
            lengths = np.sqrt(np.maximum(square.T @ square - np.square(means), 0.0))
        return cls(z=z, y=y / (float(np.linalg.norm(y)) or 1.0), root=root, lengths=lengths)

    @property
    def inputs(self) -> int:
        """How many there are."""
        return self.z.shape[1]

    def best(self, residual: FloatArray) -> tuple[int, ...] | None:
        """Find the input, or the product of two, that explains most of a residual."""
        weighted = residual * self.root
        alone = np.abs(weighted @ self.z)
        place = int(alone.argmax())
        if not self.lengths.size:
            return (place,) if alone[place] else None
        both = (self.z * weighted[:, None]).T @ self.z
        with np.errstate(all="ignore"):
            both = np.where(self.lengths > FLOOR, np.abs(both) / self.lengths, 0.0)
        i, j = divmod(int(both.argmax()), self.inputs)
        if max(alone[place], both[i, j]) == 0:
            return None
        return (place,) if alone[place] >= both[i, j] else (min(i, j), max(i, j))


def _residual(columns: FloatArray, target: FloatArray) -> FloatArray:
    coefficients = np.linalg.lstsq(columns, target, rcond=1e-12)[0]
    return np.asarray(target - columns @ coefficients, dtype=np.float64)
