"""What do the residuals of a system say of the noise that was assumed?"""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.measurements._noise_choice import relative_odds
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories
from nalm.discovery.dynamics.systems._shooting import FLOOR
from nalm.discovery.dynamics.verdict._verdict_rules import DynamicsVerdictRules


def smooth_deviation(
    inner: float, data: SmoothedTrajectories, *, state: int, rules: DynamicsVerdictRules
) -> float:
    """Return how far solutions are from data without visible noise, if they deviate smoothly.

    Args:
        inner: Root mean square residual of the state, in units of the noise.
        data: The measurements.
        state: Which state.
        rules: The numbers that decide.

    Returns:
        A fraction of the state's spread; infinite if the residuals are noise, or not correlated.
    """
    relative = bool(data.relative) and data.relative[state]
    share = data.independent[state] if data.independent else 1.0
    # Of logarithms a deviation is relative by itself.
    spread = 1.0 if relative else float(np.nanstd(data.measured[:, state]))
    if share == 1 or inner < rules.beyond_noise or not spread:
        return float("inf")
    return inner * max(float(data.sigma[state]), FLOOR * spread) / spread


def other_noise(solution: FloatArray, data: SmoothedTrajectories, *, state: int) -> float:
    """Return -2 log of the odds of relative noise if constant was assumed, or the reverse.

    Args:
        solution: The state of the system that was fitted to all measurements `(rows,)`.
        data: These.
        state: Which state.
    """
    measured = data.measured[:, state]
    seen = np.isfinite(measured)
    measured, solution = measured[seen], solution[seen]
    if (measured <= 0).any() or not (solution > 0).all():
        return -np.inf
    constant = float(np.sqrt(np.mean((measured - solution) ** 2)))
    relative = float(np.sqrt(np.mean(np.log(measured / solution) ** 2)))
    if not constant or not relative:
        return -np.inf
    odds = relative_odds(measured, constant=constant, relative=relative)
    return -odds if data.relative and data.relative[state] else odds
