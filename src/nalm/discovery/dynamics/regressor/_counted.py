"""How much of what the candidates leave counts: neighbouring residuals may depend on each other."""

from dataclasses import replace

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.candidates._candidates import Ranked
from nalm.discovery.dynamics.candidates._ranking import rescored
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories
from nalm.discovery.dynamics.systems._independence import independent_shares
from nalm.discovery.dynamics.systems._shooting import Refined


def fewest(data: SmoothedTrajectories, system: Refined) -> tuple[float, ...]:
    """Find the independent residuals of the system, too, not only of its equations.

    Args:
        data: Measurements, and the shares of the equations.
        system: As fitted.
    """
    own = _shares(system, data)
    return tuple(np.minimum(own, data.independent or 1.0).tolist())


def _shares(fitted: Refined, data: SmoothedTrajectories) -> FloatArray:
    """Return which share of the residuals of each state of a fit is independent."""
    if fitted.cut:  # what it leaves would be less, had there been time
        return np.ones(len(fitted.system.columns))
    return independent_shares(fitted.residual, data.joined)


def counted(
    data: SmoothedTrajectories, ranked: dict[int, Ranked]
) -> tuple[SmoothedTrajectories, dict[int, Ranked]]:
    """Find how many residuals of each state are independent, and score its candidates by that.

    Those of the candidate that fits best tell it: what it leaves, no equation of the pool explains.

    Args:
        data: Measurements and curves.
        ranked: The candidates of each state.
    """
    shares = np.ones(data.states.shape[1])
    for state, each in ranked.items():
        solved = [one for one in each.judged if np.isfinite(one.score)] or each.judged
        best = min((one.refined for one in solved), key=lambda one: (one.cut, one.chi2))
        shares[state] = _shares(best, data)[0]
    data = replace(data, independent=tuple(shares.tolist()))
    if (shares == 1).all():
        return data, ranked
    again: dict[int, Ranked] = {}
    for state, each in ranked.items():
        own = shares[[state]]
        judged = [rescored(one, own, few=data.is_short) for one in each.judged]
        again[state] = replace(each, judged=judged)
    return data, again
