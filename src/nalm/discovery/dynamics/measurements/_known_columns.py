"""Columns that are known at any time, while some states are integrated: curves and controls."""

# SciPy says nothing of its types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.measurements._derivatives import Curve
from nalm.discovery.dynamics.measurements._trajectories import Trajectory

MOST_NUMBERS = 2**22
"""Numbers that are remembered of one set of columns: 32 MB."""


@dataclass(frozen=True, kw_only=True)
class KnownColumns:
    """The columns of right-hand sides at any time; those that are integrated are left open.

    A fit asks for the same times in every round, and so do all candidates of a state: what was
    computed once is remembered.

    Attributes:
        trajectories: As measured.
        curves: Of each trajectory and state.
        first: The row at which each trajectory begins, and the number of rows at last.
        wanted: States that follow their curves.
        time: Whether the last column is time.
    """

    trajectories: Sequence[Trajectory]
    curves: Sequence[Sequence[Curve]]
    first: Sequence[int]
    wanted: tuple[int, ...]
    time: bool
    _remembered: dict[tuple[bytes, bytes], FloatArray] = field(
        default_factory=dict[tuple[bytes, bytes], FloatArray], init=False
    )

    def __call__(self, times: FloatArray, rows: "np.ndarray") -> FloatArray:
        """Return all columns `(rows, columns)`, an array that the caller may overwrite.

        Args:
            times: When `(rows,)`.
            rows: In which intervals between measurements `(rows,)`.
        """
        # All other columns are states that are integrated, and overwritten by the caller.
        if not self.wanted and not self.trajectories[0].controls.shape[1]:
            result = np.empty((len(times), self._width))
            if self.time:
                result[:, -1] = times
            return result
        key = times.tobytes(), rows.tobytes()
        known = self._remembered.get(key)
        if known is None:
            known = self._computed(times, rows)
            if len(self._remembered) * known.size >= MOST_NUMBERS:
                self._remembered.clear()
            self._remembered[key] = known
        return known.copy()

    def are_of(self, trajectories: Sequence[Trajectory], curves: Sequence[Sequence[Curve]]) -> bool:
        """Say whether they belong to these very objects, not to equal ones.

        Args:
            trajectories: As measured.
            curves: Of each trajectory and state.
        """
        return self.trajectories is trajectories and self.curves is curves

    @property
    def _width(self) -> int:
        one = self.trajectories[0]
        return one.states.shape[1] + one.controls.shape[1] + self.time

    def _computed(self, times: FloatArray, rows: "np.ndarray") -> FloatArray:
        result = np.empty((len(times), self._width))
        if self.time:
            result[:, -1] = times
        owner = np.searchsorted(self.first, rows, side="right") - 1
        for index in np.unique(owner).tolist():
            mine = owner == index
            at = times[mine]
            for column in self.wanted:
                result[mine, column] = self.curves[index][column].spline(at)
            trajectory = self.trajectories[index]
            states = trajectory.states.shape[1]
            for column, values in enumerate(trajectory.controls.T):
                # A control that is held has one value in all of an interval, also at its end.
                is_held = bool(trajectory.held) and trajectory.held[column]
                result[mine, states + column] = (
                    values[rows[mine] - self.first[index]]
                    if is_held
                    else np.interp(at, trajectory.t, values)
                )
        return result
