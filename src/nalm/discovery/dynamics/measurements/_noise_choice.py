"""Is the noise of a state constant, or in proportion to the state?

Both curves have a likelihood: with noise of one size σ, and with logarithms that have noise of one
size s. With the factor 1/x that turns a density of ln x into one of x, they compare as

    n ln σ² - (n ln s² + 2 Σ ln xᵢ)

pooled over all trajectories, since levels differ from one to the next.
"""

from collections.abc import Sequence

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.measurements._derivatives import Curve
from nalm.discovery.dynamics.measurements._smoothed import (
    SmoothedTrajectories,
    smooth_trajectories,
)
from nalm.discovery.dynamics.measurements._trajectories import Trajectory

CLEARLY = 10.0
"""-2 log of the odds from which noise is taken as proportional: of 150 to 1."""
FEWEST_SPARE = 10.0
LEAST_SPARE = 0.2
"""Measurements that are left over by the curves, and their share: with fewer nothing is known."""
VISIBLE = 1e-3
"""Noise, as a fraction of a state's spread, below which it is an error of the curves as well."""
LEFT = 1.0
"""Measurements that the curve of one trajectory has to leave over."""


def proportional_states(trajectories: Sequence[Trajectory]) -> tuple[bool, ...]:
    """Say of each state whether its noise is in proportion to it.

    Args:
        trajectories: Checked data.

    Returns:
        One mark per state; false where a state is not positive, where no noise is visible, and
        where the curves cannot tell.
    """
    given = tuple(trajectories)
    count = given[0].states.shape[1]
    positive = tuple(
        all(not (each.states[:, state] <= 0).any() for each in given) for state in range(count)
    )
    if not any(positive):
        return positive
    plain = smooth_trajectories(given)
    logarithmic = smooth_trajectories(given, relative=positive)
    return tuple(
        each and _is_proportional(plain, logarithmic, state) for state, each in enumerate(positive)
    )


def _is_proportional(
    plain: SmoothedTrajectories, logarithmic: SmoothedTrajectories, state: int
) -> bool:
    values: list[FloatArray] = []
    curves: list[tuple[Curve, Curve]] = []
    for trajectory, one, other in zip(
        plain.trajectories, plain.curves, logarithmic.curves, strict=True
    ):
        column = trajectory.states[:, state]
        seen = column[np.isfinite(column)]
        # A curve through every value says nothing of the noise.
        if len(seen) - max(one[state].freedom, other[state].freedom) >= LEFT:
            values.append(seen)
            curves.append((one[state], other[state]))
    counts = np.array([len(each) for each in values])
    if not len(counts):
        return False
    freedom, sigma = (
        np.array([[getattr(each, name) for each in pair] for pair in curves])
        for name in ("freedom", "sigma")
    )
    spare = counts.sum() - freedom.sum(axis=0)
    if spare.min() < max(FEWEST_SPARE, LEAST_SPARE * counts.sum()):
        return False
    constant, relative = np.sqrt(np.average(sigma**2, axis=0, weights=counts))
    every = np.concatenate(values)
    if constant <= VISIBLE * float(every.std()):
        return False
    return relative_odds(every, constant=constant, relative=relative) > CLEARLY


def relative_odds(values: FloatArray, *, constant: float, relative: float) -> float:
    """Return -2 log of the odds of noise in proportion to a state, against constant noise.

    Args:
        values: What was measured, positive.
        constant: Its noise, if that is constant.
        relative: That of its logarithm, if that is.
    """
    count = len(values)
    return 2 * count * float(np.log(constant / relative)) - 2 * float(np.sum(np.log(values)))
