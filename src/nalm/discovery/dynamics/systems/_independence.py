r"""How many of the residuals along a curve are independent.

Data that a solver computed with a coarse tolerance deviate smoothly from every equation, also from
the right one, and so do measurements from a wrong one. Of n residuals whose correlations at a
distance of k rows are ρₖ, as many count as of n / τ independent ones, with

$$\tau = 1 + 2 \sum_k \rho_k$$

summed until a correlation is no longer beyond chance (Geyer, "Practical Markov chain Monte Carlo",
1992). If all counted, a term that follows such deviations would seem certain, however small it is.
"""

import numpy as np

from nalm._typing import FloatArray

MISSES = 2.0
"""Root mean square residual, in units of the noise, from which residuals are more than the noise:
the same as of a verdict."""
CLEAR = 4.0
"""Standard errors of the first correlation from which it counts: the same as of a verdict."""
CHANCE = 2.0
"""Standard errors down to which correlations are added up."""


def independent_shares(residual: FloatArray, joined: "np.ndarray") -> FloatArray:
    """Return which share of the residuals of each state counts `(states,)`.

    Args:
        residual: In units of the noise `(rows, states)`; NaN where nothing was measured.
        joined: Whether each row and the next are of one trajectory `(rows,)`.
    """
    trajectory = np.concatenate([[0], np.cumsum(~joined[:-1])])
    return np.array([_share(column, trajectory) for column in residual.T])


def _share(residual: FloatArray, trajectory: "np.ndarray") -> float:
    seen = np.isfinite(residual)
    count = int(seen.sum())
    if count < 2 or float(np.mean(residual[seen] ** 2)) < MISSES**2:
        return 1.0
    # The mean stays in: a deviation of one sign is as correlated as any.
    values = np.where(seen, residual, 0.0)
    total, chance = float(values @ values), 1.0 / np.sqrt(count)
    time, lag = 1.0, 1
    while lag < count:
        together = trajectory[lag:] == trajectory[:-lag]
        correlation = float((values[lag:] * values[:-lag])[together].sum()) / total
        if correlation < (CLEAR if lag == 1 else CHANCE) * chance:
            break
        time += 2 * correlation
        lag += 1
    return max(1.0 / time, 2.0 / count)
