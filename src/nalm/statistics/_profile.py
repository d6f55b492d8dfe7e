"""Confidence intervals from the profile of a likelihood."""

from collections.abc import Callable

import numpy as np

from nalm._typing import FloatArray
from nalm.statistics._scipy import root

DROP = 3.841458820694124 / 2
"""Half the 95 % quantile of χ² with one degree of freedom."""

_FARTHEST = 700.0
"""Parameters are logarithms: beyond this their exponentials leave double precision."""


def profile_bounds(profile: Callable[[float], float], peak: float, *, drop: float) -> FloatArray:
    r"""Find where a profile has fallen by `drop` from its peak, on both sides.

    $$\{\theta : \ell(\hat\theta) - \ell(\theta) \le \text{drop}\}$$

    Args:
        profile: The log-likelihood, maximised over all other parameters; it falls on both sides.
        peak: Where it is highest; a parameter on a logarithmic scale.
        drop: The fall; positive.

    Returns:
        Lower and upper bound, shape (2,); infinite where the profile never falls that far.
    """
    highest = profile(peak)

    def remaining(distance: float) -> float:
        return profile(peak + distance) - highest + drop

    return np.array([peak + first_root(remaining, side) for side in (-1.0, 1.0)])


def first_root(function: Callable[[float], float], side: float) -> float:
    """Find the root next to zero of a function that is positive at zero.

    Args:
        function: A function of a signed distance on a logarithmic scale.
        side: -1.0 to look among negative distances, 1.0 among positive ones.

    Returns:
        The root; infinite, with the sign of `side`, where the function stays positive.
    """
    # The walk starts below every distance that matters and grows tenfold up to the largest.
    inner, outer = 0.0, 1e-13
    while function(side * outer) > 0:
        inner, outer = outer, 10 * outer
        if outer > _FARTHEST:
            return side * np.inf
    return root(function, (side * inner, side * outer))


def gap(ratio: FloatArray, difference: FloatArray) -> FloatArray:
    r"""Compute $r - 1 - \ln r$, which is never negative, also for r so close to 1 that it cancels.

    Args:
        ratio: r, positive.
        difference: r - 1, as exact as the caller can compute it.
    """
    # r - 1 - ln r = d²/2 - d³/3 + d⁴/4 - …; at the border the series and the cancelling difference
    # are both right to about 10⁻¹².
    d = difference
    return np.where(np.abs(d) < 1e-4, d * d * (1 / 2 - d / 3 + d * d / 4), d - np.log(ratio))
