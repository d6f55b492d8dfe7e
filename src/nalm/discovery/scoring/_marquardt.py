"""Levenberg and Marquardt's method for the numbers of one formula."""

from typing import NamedTuple, Self

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.problem._problem import Problem
from nalm.symbolic import Sum, evaluate, jacobian, parameters, with_parameters

ITERATIONS = 30
DAMPING, LEAST, MOST = 1e-6, 1e-15, 1e3
"""Damping at the beginning, its lower limit, and where the search ends."""
NEGLIGIBLE = 1e-12
"""Share of the cost that is not worth a step, where nothing else is said."""

LOST = 1e-30
"""Square of a singular value, in units of the largest, that is rounding error."""


class Tangent(NamedTuple):
    """The residuals as a linear function of a step, by the singular values of their slopes.

    Of slopes scaled to unit length U S Vᵀ, the step with damping λ is V S (S² + λ)⁻¹ Uᵀ r.

    Attributes:
        directions: Vᵀ `(numbers, numbers)`.
        singular: S `(numbers,)`.
        projected: Uᵀ times the residuals `(numbers,)`.
        size: Lengths of the slopes `(numbers,)`.
    """

    directions: FloatArray
    singular: FloatArray
    projected: FloatArray
    size: FloatArray

    @classmethod
    def at(cls, slope: FloatArray, residual: FloatArray) -> Self:
        """Decompose; a number without influence, or with one that underflows, gets length 1."""
        size = np.linalg.norm(slope, axis=0)
        slope, size = np.where(size > 0, slope, 0.0), np.where(size > 0, size, 1.0)
        orthogonal, triangle = np.linalg.qr(slope / size)
        left, singular, directions = np.linalg.svd(triangle, full_matrices=False)
        return cls(directions, singular, left.T @ (orthogonal.T @ residual), size)

    def step(self, damping: float) -> tuple[FloatArray, float]:
        """Return the damped step, to be subtracted, and how much it should lower the cost."""
        square = np.square(self.singular)
        usable = square + damping > LOST * (square.max() + damping)
        share = np.divide(square, square + damping, out=np.zeros_like(square), where=usable)
        along = np.divide(share, self.singular, out=np.zeros_like(square), where=share > 0)
        step: FloatArray = (along * self.projected) @ self.directions / self.size
        return step, float((np.square(self.projected) * share * (2 - share)).sum())


def least_squares(
    formula: Sum, problem: Problem, *, factor: FloatArray, negligible: float = NEGLIGIBLE
) -> Sum:
    """Let the measured numbers of a formula minimise Σ (factor · (f - y))².

    It ends when a step would gain no more than a negligible part of the cost, or than the rounding
    errors of the residuals.

    Args:
        formula: With finite values on all rows; its numbers are where the search begins.
        problem: The data.
        factor: Of each row `(rows,)`.
        negligible: Share of the cost that is not worth a step.
    """
    value = parameters(formula)
    residual = (evaluate(formula, problem.x) - problem.y) * factor
    cost, damping = float(residual @ residual), DAMPING
    tangent: Tangent | None = None
    for _ in range(ITERATIONS if len(value) else 0):
        if tangent is None:
            slope = jacobian(formula, problem.x) * factor[:, None]
            if not np.isfinite(slope).all():
                break
            tangent = Tangent.at(slope, residual)
        step, promised = tangent.step(damping)
        if promised <= negligible * cost + _rounding(cost, len(residual)):
            break
        trial = with_parameters(formula, value - step)
        new = (evaluate(trial, problem.x) - problem.y) * factor
        now = float(new @ new)
        if np.isfinite(now) and now < cost:
            value, formula, residual, cost = value - step, trial, new, now
            damping, tangent = max(damping * 0.1, LEAST), None
            continue
        damping *= 10
        if damping > MOST:
            break
    return formula


def _rounding(cost: float, rows: int) -> float:
    """Return what errors of one ulp of the residuals' scale change a cost by."""
    return 2 * float(np.finfo(np.float64).eps) * float(np.sqrt(rows * cost))
