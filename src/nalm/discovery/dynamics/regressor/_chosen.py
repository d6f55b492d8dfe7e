"""The system that some candidates make, one for each state."""

# What SciPy gives back has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from collections.abc import Sequence

import numpy as np
from scipy.linalg import block_diag

from nalm._typing import FloatArray
from nalm.discovery.dynamics.measurements._conserved import dependent, joined
from nalm.discovery.dynamics.systems._system import System
from nalm.discovery.dynamics.verdict._report import Equations
from nalm.discovery.result._choice import Index, choose_candidates


def chosen_system(
    found: Equations, index: Index, *, groups: Sequence[tuple[int, ...]]
) -> tuple[System, FloatArray]:
    """Put the candidates of all states together.

    Args:
        found: What a fit found. Its chosen candidates were fitted together, so these have one
            covariance; others were each fitted while the other states followed their curves.
        index: Number of the candidate, for all states or for each; None for the chosen one.
        groups: States whose sum is constant; the last of each follows the others.

    Returns:
        The system, and the covariance of its measured numbers.

    Raises:
        InvalidValueError: If there is no such candidate.
    """
    candidates = choose_candidates(found.discoveries, index)
    if all(
        each is discovery.candidates[discovery.chosen]
        for each, discovery in zip(candidates, found.discoveries, strict=True)
    ):
        return found.system, found.covariance
    following = dependent(tuple(groups))
    own = {state: each for state, each in enumerate(candidates) if state not in following}
    system = joined({state: each.formula for state, each in own.items()}, tuple(groups))
    # Fitted one by one, their numbers have no known correlation between states.
    return system, np.asarray(block_diag(*(own[state].covariance for state in sorted(own))))
