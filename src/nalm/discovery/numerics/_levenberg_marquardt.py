"""Levenberg and Marquardt's method: least squares of residuals that are not linear.

    minimise |r(p)|² by p ← p - s,   (JᵀJ + λ D²) s = Jᵀ r,   J = ∂r / ∂p,   D = the lengths of Jᵢ

λ = 0 is Gauss and Newton's step; the larger λ, the shorter the step and the nearer to the steepest
descent in units of D. A step that lowers |r|² is taken, and λ falls tenfold; else λ rises tenfold.

Other fits of this package minimise squares too, but take other steps, and stay where they are:

- `gauss_newton`: thousands of small problems at once, a fixed number of steps without damping;
- the cohorts of `stages`: the same on tensors, where each start has a damping of its own and rests;
- multiple shooting: this step for the numbers, but between two of them the grid of the integration
  changes, and |r|² with it, so that costs of two steps cannot be compared;
- quotients, and the mode of a posterior: Gauss and Newton's step is halved until it gains. Of a
  quotient one coefficient stays, another one in each step; of a posterior the prior is no square;
- powers, roots and relations: a linear regression is weighted by the fit before, without damping.

References:
    Levenberg (1944), "A method for the solution of certain non-linear problems in least squares",
    Quarterly of Applied Mathematics 2, 164-168.
    Marquardt (1963), "An algorithm for least-squares estimation of nonlinear parameters", Journal
    of the Society for Industrial and Applied Mathematics 11, 431-441.
"""

from collections.abc import Callable
from typing import NamedTuple, Self

import numpy as np

from nalm._typing import FloatArray

TRIALS = 30
DAMPING, LEAST, MOST = 1e-6, 1e-15, 1e3
"""Damping at the beginning, its lower limit, and where the search ends."""
NEGLIGIBLE = 1e-12
"""Share of the cost that is not worth a step, where nothing else is asked for."""
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
        # There are many more rows than numbers: only the small triangle needs singular values, and
        # the long factor is used once, for the residuals. JᵀJ, with the square of J's condition
        # number, is never formed.
        orthogonal, triangle = np.linalg.qr(slope / size)
        left, singular, directions = np.linalg.svd(triangle, full_matrices=False)
        return cls(directions, singular, left.T @ (orthogonal.T @ residual), size)

    def step(self, damping: float) -> tuple[FloatArray, float]:
        """Return the damped step s, r ≈ J s, and by how much the cost falls if r is linear."""
        square = np.square(self.singular)
        usable = square + damping > LOST * (square.max(initial=0.0) + damping)
        # Along a singular vector the damped step removes the share S² / (S² + λ) of the residual p
        # = Uᵀ r, so that p² falls to (1 - share)² p²: the gain is p² share (2 - share).
        share = np.divide(square, square + damping, out=np.zeros_like(square), where=usable)
        along = np.divide(share, self.singular, out=np.zeros_like(square), where=share > 0)
        step: FloatArray = (along * self.projected) @ self.directions / self.size
        with np.errstate(over="ignore"):  # what was integrated may have exploded
            return step, float((np.square(self.projected) * share * (2 - share)).sum())


class Minimum(NamedTuple):
    """Where a search ended.

    Attributes:
        numbers: p `(numbers,)`.
        cost: |r|².
    """

    numbers: FloatArray
    cost: float


def levenberg_marquardt(
    residual: Callable[[FloatArray], FloatArray],
    begin: FloatArray,
    *,
    slope: Callable[[FloatArray], FloatArray],
    negligible: float = NEGLIGIBLE,
    trials: int = TRIALS,
) -> Minimum:
    """Minimise the sum of squared residuals.

    It ends when a step would gain no more than a negligible part of the cost, or than the rounding
    errors of the residuals.

    Args:
        residual: r of numbers `(rows,)`; not finite where they cannot be.
        begin: Numbers whose residuals are finite `(numbers,)`.
        slope: J of numbers `(rows, numbers)`.
        negligible: Share of the cost that is not worth a step.
        trials: Steps at most, those that are not taken included.
    """
    numbers, here = begin, residual(begin)
    cost, damping = float(here @ here), DAMPING
    tangent: Tangent | None = None
    for _ in range(trials if len(begin) else 0):
        # After a step that was not taken only the damping is another: the slopes and their
        # decomposition are computed once for each point.
        if tangent is None:
            slopes = slope(numbers)
            if not np.isfinite(slopes).all():
                break
            tangent = Tangent.at(slopes, here)
        step, promised = tangent.step(damping)
        if promised <= negligible * cost + _rounding(cost, len(here)):
            break
        there = residual(numbers - step)
        now = float(there @ there)
        if np.isfinite(now) and now < cost:
            numbers, here, cost = numbers - step, there, now
            damping, tangent = max(damping * 0.1, LEAST), None
            continue
        damping *= 10
        if damping > MOST:
            break
    return Minimum(numbers, cost)


def _rounding(cost: float, rows: int) -> float:
    """Return what errors of one ulp of the residuals' scale change a cost by."""
    # |Σ 2 rᵢ δᵢ| ≤ 2 ε Σ |rᵢ| ≤ 2 ε √(n Σ rᵢ²) for errors |δᵢ| ≤ ε (Cauchy and Schwarz).
    return 2 * float(np.finfo(np.float64).eps) * float(np.sqrt(rows * cost))
