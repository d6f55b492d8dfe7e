"""Controls between their samples: held until the next one, or on a straight line to it.

A digital controller sets a value and keeps it (a zero-order hold); a measured temperature goes on
between two readings. The samples do not say which. Steps that are plain make the first possible;
the data then decide, see `held_or_linear`.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.measurements._spline_basis import MOST_BREAKS
from nalm.discovery.dynamics.measurements._trajectories import Trajectory

LONG = 3.0
"""Rows of a plateau, on average, from which steps are plain."""
LONG_OF_TWO = 2.0
"""The same of a control that has two values only, a switch."""
RAMP = 0.1
"""Share of the changes that may follow another at once: a ramp consists of such."""


class Between(Enum):
    """What a control does between two samples; "auto" lets the data decide."""

    AUTO = "auto"
    HOLD = "hold"
    LINEAR = "linear"


def with_controls(trajectories: Sequence[Trajectory], between: Between) -> tuple[Trajectory, ...]:
    """Say of all trajectories which controls are held, and when the slopes of states may jump.

    Args:
        trajectories: Checked data.
        between: What the user says; with "auto" the controls with plain steps are held for now.
    """
    count = trajectories[0].controls.shape[1]
    if between is Between.HOLD:
        changing = (True,) * count
    else:
        changing = tuple(_has_steps([each.controls[:, i] for each in trajectories])
                         for i in range(count))  # fmt: skip
    held = (False,) * count if between is Between.LINEAR else changing
    sure = between is Between.HOLD
    return tuple(
        replace(each, held=held, kinks=_kinks(each, changing, sure=sure)) for each in trajectories
    )


def with_held(trajectories: Sequence[Trajectory], held: tuple[bool, ...]) -> tuple[Trajectory, ...]:
    """Say of all trajectories which controls are held.

    Args:
        trajectories: Of the same controls.
        held: Whether each is.
    """
    return tuple(replace(each, held=held) for each in trajectories)


def _has_steps(columns: Sequence[FloatArray]) -> bool:
    """Say whether a control keeps its values for several rows, and jumps between them."""
    rows = sum(map(len, columns))
    changes = [np.diff(column) != 0 for column in columns]
    count = int(sum(each.sum() for each in changes))
    if not count:
        return False
    if len(np.unique(np.concatenate(columns))) == 2:
        return rows >= LONG_OF_TWO * count
    in_a_row = int(sum((each[1:] & each[:-1]).sum() for each in changes))
    return rows >= LONG * count and in_a_row <= RAMP * count


def _kinks(trajectory: Trajectory, changing: tuple[bool, ...], *, sure: bool) -> tuple[float, ...]:
    """Return the times at which a control with steps changes.

    Unless it is known to be held, also the row before, where a straight line begins to rise.
    """
    after = jump_rows(trajectory.controls, held=changing)
    both = np.union1d(after, after - 1)
    chosen = after if sure or len(both) > MOST_BREAKS * len(trajectory.t) else both
    return tuple(trajectory.t[chosen].tolist())


def values_at(t: FloatArray, table: FloatArray, *, at: float, held: tuple[bool, ...]) -> FloatArray:
    """Return the controls at one time `(controls,)`.

    Args:
        t: Times of the samples.
        table: The samples `(rows, controls)`.
        at: The time.
        held: Which controls keep each value until the next sample.
    """
    row = max(int(np.searchsorted(t, at, side="right")) - 1, 0)
    return np.array(
        [
            column[row] if held and held[i] else np.interp(at, t, column)
            for i, column in enumerate(table.T)
        ],
        dtype=np.float64,
    )


def jump_rows(table: FloatArray, *, held: tuple[bool, ...]) -> "np.ndarray":
    """Return the rows at which a held control jumps.

    Args:
        table: Samples of all controls `(rows, controls)`.
        held: Which controls are held.
    """
    own = table[:, [i for i, each in enumerate(held) if each]]
    return np.flatnonzero((np.diff(own, axis=0) != 0).any(axis=1)) + 1
