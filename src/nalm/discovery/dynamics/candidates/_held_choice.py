"""Do the data say that controls are held between samples, or that they go on in straight lines?"""

import time as clock
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from nalm.discovery.dynamics.candidates._ranking import CURVE_FLOOR, NONE_LEFT, RANKING_ITERATIONS
from nalm.discovery.dynamics.measurements._held import with_held
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories, nodes
from nalm.discovery.dynamics.systems._shooting import refine
from nalm.discovery.dynamics.systems._system import independent
from nalm.symbolic import Sum

COMPARED = 3
"""Equations of each state that are integrated both ways."""


def held_or_linear(
    data: SmoothedTrajectories, formulas: Mapping[int, Sequence[Sum]], *, time: bool
) -> SmoothedTrajectories:
    """Integrate the best equations with controls that are held, and with straight lines.

    Args:
        data: Measurements and curves; its trajectories say which controls may be held.
        formulas: Right-hand sides of each state, best first.
        time: Whether the last column is time.

    Returns:
        The data with the controls that fit better; held ones if nothing tells them apart.
    """
    held = data.trajectories[0].held
    if not any(held):
        return data
    straight = replace(data, trajectories=with_held(data.trajectories, (False,) * len(held)))
    own = _deviance(data, formulas, time=time)
    return data if own <= _deviance(straight, formulas, time=time) else straight


def _deviance(
    data: SmoothedTrajectories, formulas: Mapping[int, Sequence[Sum]], *, time: bool
) -> float:
    """Return -2 log likelihood of the best equation of every state, up to a constant."""
    nobody, total = np.zeros(len(data.t), dtype=bool), 0.0
    for state, own in formulas.items():
        measured = nodes(data, columns=(state,), time=time, held=nobody, least=CURVE_FLOOR)
        best = np.inf
        for formula in own[:COMPARED]:
            if np.isfinite(best) and clock.perf_counter() > data.deadline:
                break
            system = independent((formula,), (state,))
            fitted = refine(system, measured, iterations=RANKING_ITERATIONS)
            count = max(int(np.isfinite(fitted.residual).sum()), 1)
            best = min(best, count * float(np.log(fitted.chi2 / count + NONE_LEFT)))
        total += best
    return total
