"""Least squares of curves that are linear but for one or two numbers, many starts at once.

min over θ and c of ‖y − Φ(θ) c‖²   =   min over θ of ‖y − Φ(θ) Φ(θ)⁺ y‖²

Golub and Pereyra (1973): the coefficients c follow from θ, so that only θ needs a start.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray

DIFFERENCE = 1e-6
"""Of a number, relative to its size, that slopes are taken over."""
DAMPING, EASED, RAISED = 1e-2, 0.2, 8.0

Columns = Callable[[FloatArray], FloatArray]
"""Φ `(starts, rows, columns)` of θ `(starts, numbers)`."""


class Projected(NamedTuple):
    """What the best coefficients leave.

    Attributes:
        numbers: θ `(starts, numbers)`.
        residual: `(starts, rows)`.
        miss: Sum of its squares; infinite where a column has no value `(starts,)`.
    """

    numbers: FloatArray
    residual: FloatArray
    miss: FloatArray


def projected(columns: Columns, numbers: FloatArray, *, goal: FloatArray) -> Projected:
    """Fit the coefficients for given θ.

    Args:
        columns: Φ.
        numbers: θ.
        goal: y `(rows,)`.
    """
    with np.errstate(all="ignore"):
        table = columns(numbers)
        table = table / np.abs(table).max(axis=1, keepdims=True)
    usable = np.isfinite(table).all(axis=(1, 2))
    base = np.linalg.qr(np.where(usable[:, None, None], table, 0.0))[0]
    residual = goal - np.einsum("srk,sk->sr", base, np.einsum("srk,r->sk", base, goal))
    miss = np.where(usable, np.square(residual).sum(axis=1), np.inf)
    return Projected(numbers, residual, miss)


def refined(
    columns: Columns, start: FloatArray, *, goal: FloatArray, free: Sequence[int], steps: int = 10
) -> Projected:
    """Improve θ by the method of Levenberg and Marquardt, each start by itself.

    Args:
        columns: Φ.
        start: θ `(starts, numbers)`.
        goal: y `(rows,)`.
        free: Places of the numbers that may change.
        steps: How many are tried.

    Example:
        >>> import numpy as np
        >>> x = np.linspace(0, 4, 50)
        >>> decay = lambda rates: np.exp(-rates[:, None] * x[:, None])
        >>> found = refined(decay, np.array([[0.3]]), goal=5 * np.exp(-0.7 * x), free=[0])
        >>> found.numbers.round(4).tolist()
        [[0.7]]
    """
    best = projected(columns, start, goal=goal)
    damping = np.full(len(start), DAMPING)
    scale = np.abs(start).max(axis=0) + 1e-300
    for _ in range(steps):
        slopes = _slopes(columns, best, goal=goal, free=free, scale=scale)
        square = np.einsum("srp,srq->spq", slopes, slopes)
        along = np.einsum("srp,sr->sp", slopes, best.residual)
        damped = square * (1 + damping[:, None, None] * np.eye(len(free)))
        inverse = np.asarray(np.linalg.pinv(damped, hermitian=True), dtype=np.float64)
        step = -np.einsum("spq,sq->sp", inverse, along)
        moved = best.numbers.copy()
        moved[:, list(free)] += step
        tried = projected(columns, moved, goal=goal)
        better = tried.miss < best.miss
        damping = np.where(better, EASED * damping, RAISED * damping)
        best = Projected(
            np.where(better[:, None], tried.numbers, best.numbers),
            np.where(better[:, None], tried.residual, best.residual),
            np.where(better, tried.miss, best.miss),
        )
    return best


def _slopes(
    columns: Columns, at: Projected, *, goal: FloatArray, free: Sequence[int], scale: FloatArray
) -> FloatArray:
    """Return how the residual changes with each number `(starts, rows, numbers)`."""
    slopes: list[FloatArray] = []
    for place in free:
        size = DIFFERENCE * np.maximum(np.abs(at.numbers[:, place]), 1e-3 * scale[place])
        moved = at.numbers.copy()
        moved[:, place] += size
        beside = projected(columns, moved, goal=goal).residual
        slopes.append((beside - at.residual) / size[:, None])
    return np.nan_to_num(np.stack(slopes, axis=-1), posinf=0.0, neginf=0.0)
