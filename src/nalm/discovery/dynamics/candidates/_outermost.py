"""Which rows are held out from the fits of candidates."""

import numpy as np

from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories

BLOCKS = 4
"""Parts of each trajectory; a quarter of all parts is held out."""


def outermost(data: SmoothedTrajectories) -> "np.ndarray":
    """Choose a quarter of the rows to hold out: parts of trajectories, farthest from the middle.

    Args:
        data: All trajectories.

    Returns:
        Whether each row is held out.
    """
    middle, spread = np.median(data.states, axis=0), np.ptp(data.states, axis=0)
    spread[spread == 0] = 1.0
    distance = np.sqrt(np.mean(((data.states - middle) / spread) ** 2, axis=1))
    # Whole parts, not single rows: between neighbours on a smooth curve, a held-out row would be
    # predicted by any interpolation.
    blocks = [
        block
        for begin, end in zip(data.first, data.first[1:], strict=False)
        for block in np.array_split(np.arange(begin, end), BLOCKS)
        if len(block)
    ]
    blocks.sort(key=lambda block: -float(distance[block].mean()))
    held = np.zeros(len(data.t), dtype=bool)
    for block in blocks:
        # Parts have different lengths: a shorter one further inside may fit where a long one did
        # not.
        if held.sum() + len(block) <= len(held) / BLOCKS + 1:
            held[block] = True
    return held
