"""How many steps each interval between two measurements needs."""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.systems._flow import Intervals, end_errors
from nalm.discovery.dynamics.systems._system import System, slopes

MOST_STEPS = 32


def steps(
    system: System,
    start: FloatArray,
    *,
    intervals: Intervals,
    tolerance: FloatArray,
    relative: tuple[bool, ...] = (),
) -> "np.ndarray":
    """Find how many steps each interval needs `(rows,)`, a power of two.

    Args:
        system: What is integrated.
        start: States at the begin `(rows, states)`.
        intervals: From when to when.
        tolerance: Largest error at the end of an interval `(states,)` or `(rows, states)`.
        relative: States of which it is a share: what is early an error of a large value is as
            small a share of a small one later.
    """
    count = np.ones(len(start), dtype=int)
    allowed = np.broadcast_to(tolerance, start.shape)
    at_start = intervals.known(intervals.begin, np.arange(len(start)))
    at_start[:, list(system.columns)] = start
    open_rows = np.flatnonzero(np.isfinite(slopes(system, at_start)).all(axis=1))
    while len(open_rows):
        # Open intervals were all doubled equally often, so they share one count.
        error = end_errors(
            system,
            start,
            intervals=intervals,
            rows=open_rows,
            count=int(count[open_rows[0]]),
            relative=relative,
        )
        # What leaves the domain may do so because the steps are too long.
        bad = ~((error <= allowed[open_rows]).all(axis=1))
        open_rows = open_rows[bad]
        if not len(open_rows) or count[open_rows[0]] >= MOST_STEPS:
            break
        # Powers of two: few different counts, so that many intervals run as one batch.
        count[open_rows] *= 2
    return count
