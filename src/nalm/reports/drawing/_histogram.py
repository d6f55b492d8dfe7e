"""The bars of a histogram: where each begins and ends."""

import math

import numpy as np

from nalm._typing import FloatArray
from nalm.experiments import Chart
from nalm.reports.drawing._axis import Axis
from nalm.reports.interface._frames import Frame

BARS = 40
"""Bars at most."""


def bar_edges(frame: Frame, x: Axis, *, chart: Chart) -> FloatArray:
    """Return the ends of a histogram's bars; rows that are counted already keep their bars."""
    values = x.places(frame)
    known = values[np.isfinite(values)]
    if not len(known):
        return np.array([0.0, 1.0])
    low, high = float(known.min()), float(known.max())
    # What is counted already has its bars: they meet half way between their places.
    if chart.y and low < high:
        centres = np.unique(known)
        middles = (centres[:-1] + centres[1:]) / 2
        return np.array([2 * low - middles[0], *middles, 2 * high - middles[-1]])
    # Whole numbers have a bar each.
    if not x.logarithmic and high - low <= BARS and bool(np.all(known == np.round(known))):
        return np.arange(low, high + 2) - 0.5
    if x.logarithmic:
        return np.geomspace(low / 1.001, high * 1.001, BARS + 1)
    # Bars around round numbers: a weight of 0 or 1 lies in the middle of its bar.
    least = (high - low) / BARS or 1.0
    size = 10.0 ** math.floor(math.log10(least))
    step = next(factor * size for factor in (1, 2, 5, 10) if factor * size >= least)
    return (np.arange(round(low / step), round(high / step) + 2, dtype=np.float64) - 0.5) * step
