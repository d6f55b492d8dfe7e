"""Refinement of given right-hand sides, for whoever has found them in another way."""

from collections.abc import Sequence

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._dynamics_data import courses, nodes
from nalm.discovery._dynamics_system import independent
from nalm.discovery._shooting import refine, rescaled
from nalm.discovery._trajectories import Trajectory
from nalm.symbolic import Sum


def refine_formulas(
    formulas: Sequence[Sum], trajectories: Sequence[Trajectory], *, time: bool = False
) -> tuple[tuple[Sum, ...], FloatArray]:
    """Fit the measured numbers of right-hand sides by integrating them through the data.

    Args:
        formulas: One right-hand side per state, of states, controls and, if wanted, time.
        trajectories: The measurements.
        time: Whether time is the last input.

    Returns:
        The same forms with new numbers, and the covariance of these, formula after formula.

    Example:
        >>> from nalm.discovery._trajectories import read
        >>> from nalm.symbolic import Power, Product
        >>> t = np.linspace(0.0, 3.0, 30)
        >>> guess = Sum((Product(-0.3, (Power(0, 1.2),)),))
        >>> (decay,), covariance = refine_formulas([guess], read(t, np.exp(-0.5 * t)[:, None])[0])
        >>> round(decay.terms[0].coefficient, 6), round(decay.terms[0].powers[0].exponent, 6)
        (-0.5, 1.0)
    """
    data = courses(tuple(trajectories))
    system = independent(tuple(formulas))
    nobody = np.zeros(len(data.t), dtype=bool)
    points = nodes(data, columns=system.columns, time=time, held=nobody)
    fitted = refine(system, points)
    fitted = refine(fitted.system, rescaled(points, fitted))
    return fitted.system.terms, fitted.covariance
