"""Where the fit of a form begins: constants drawn on the scales that the data give."""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.forms._minimum import Bounds
from nalm.symbolic import Scales

DECADES = 1.5
"""How far on either side of its size a constant is drawn, in powers of ten."""
POSITIVE = 0.75
"""Share of the draws that are positive: signs are mostly written, as in exp(-b*t)."""
BEYOND = 0.5
"""How far outside an input's range a shift is drawn, as a part of that range."""


def draw_starts(
    scales: Scales, bounds: Bounds, *, count: int, random: np.random.Generator
) -> FloatArray:
    """Draw constants: log-uniform about their sizes, half of the shifts uniform over their input.

    Args:
        scales: Sizes of the constants.
        bounds: Of them.
        count: How many draws.
        random: Source of them.

    Returns:
        `(count, constants)`, inside the bounds.

    Example:
        >>> scales = Scales(sizes=np.ones(1), shifts=np.full((1, 2), np.nan))
        >>> bounds = Bounds(low=np.zeros(1), high=np.full(1, 2.0))
        >>> drawn = draw_starts(scales, bounds, count=99, random=np.random.default_rng(0))
        >>> bool((drawn >= 0).all() and (drawn <= 2).all())
        True
    """
    shape = (count, len(scales.sizes))
    exponent = random.triangular(-DECADES, 0.0, DECADES, shape)
    sign = np.where(random.random(shape) < POSITIVE, 1.0, -1.0)
    drawn = sign * scales.sizes * 10.0**exponent
    uniform, chance = random.random(shape), random.random(shape) < 0.5
    low, high = scales.shifts.T
    beyond = BEYOND * (high - low)
    within = low - beyond + uniform * (high - low + 2 * beyond)
    drawn = np.where(chance & np.isfinite(low), within, drawn)
    return _inside(drawn, bounds, uniform=uniform)


def _inside(drawn: FloatArray, bounds: Bounds, *, uniform: FloatArray) -> FloatArray:
    """Mirror what lies beyond one bound; what lies beyond both is drawn between them."""
    low, high = bounds.low, bounds.high
    drawn = np.where(drawn < low, 2 * np.where(np.isfinite(low), low, 0.0) - drawn, drawn)
    drawn = np.where(drawn > high, 2 * np.where(np.isfinite(high), high, 0.0) - drawn, drawn)
    outside = (drawn < low) | (drawn > high)
    width = np.where(np.isfinite(high - low), high - low, 0.0)
    return np.where(outside, np.where(np.isfinite(low), low, 0.0) + uniform * width, drawn)
