"""Smoothed trajectories as one table: curves, slopes, their errors, and the measurements."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from dataclasses import dataclass, field, replace

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.measurements._derivatives import Curve, smooth, smooth_positive
from nalm.discovery.dynamics.measurements._known_columns import KnownColumns
from nalm.discovery.dynamics.measurements._trajectories import Trajectory
from nalm.discovery.dynamics.systems._flow import Intervals
from nalm.discovery.dynamics.systems._shooting import FLOOR, Nodes

SHORT = 40
"""Rows in all below which candidates are compared on all rows at once."""


@dataclass(frozen=True, kw_only=True)
class SmoothedTrajectories:
    """Smoothed trajectories: all that is known about the data before any equation.

    Attributes:
        trajectories: As measured; missing values that a conserved sum implies are filled.
        t: Times of all trajectories, one after the other `(rows,)`.
        first: The row at which each trajectory begins, and the number of rows at last.
        states: Smoothed `(rows, states)`.
        slopes: Their derivatives `(rows, states)`.
        slope_errors: Standard errors of those `(rows, states)`.
        trusted: Whether a state's curve is known at a row `(rows, states)`: between its first and
            last measurement.
        sigma: Noise of each state's measurements `(states,)`; of their logarithms where it is
            relative.
        curves: Of each trajectory and state.
        controls: `(rows, controls)`.
        deadline: Reading of `time.perf_counter` at which integrating them has to end.
        relative: Which states have noise that grows with them `(states,)`.
        independent: Which share of the residuals of each state counts as independent; all if empty.
        known: What `known_columns` made before; copies with another deadline share it.
    """

    trajectories: tuple[Trajectory, ...]
    t: FloatArray
    first: tuple[int, ...]
    states: FloatArray
    slopes: FloatArray
    slope_errors: FloatArray
    trusted: "np.ndarray"
    sigma: FloatArray
    curves: tuple[tuple[Curve, ...], ...]
    controls: FloatArray
    deadline: float = float("inf")
    relative: tuple[bool, ...] = ()
    independent: tuple[float, ...] = ()
    known: dict[tuple[tuple[int, ...], bool], KnownColumns] = field(default_factory=dict)

    @property
    def joined(self) -> "np.ndarray":
        """Whether each row and the next are of one trajectory `(rows,)`."""
        joined = np.ones(len(self.t), dtype=bool)
        joined[np.array(self.first[1:]) - 1] = False
        return joined

    @property
    def is_short(self) -> bool:
        """Whether there are so few rows that holding some out costs more than it tells."""
        return len(self.t) < SHORT

    @property
    def measured(self) -> FloatArray:
        """Measurements `(rows, states)` with NaN for gaps."""
        return np.concatenate([each.states for each in self.trajectories])

    def known_columns(self, integrated: tuple[int, ...], *, time: bool) -> KnownColumns:
        """Return the columns beside some states at any time.

        Args:
            integrated: These states.
            time: Whether the last column is time.
        """
        key = integrated, time
        found = self.known.get(key)
        if found is None or not found.are_of(self.trajectories, self.curves):
            others = (c for c in range(self.states.shape[1]) if c not in integrated)
            found = self.known[key] = KnownColumns(
                trajectories=self.trajectories,
                curves=self.curves,
                first=self.first,
                wanted=tuple(others),
                time=time,
            )
        return found


def smooth_trajectories(
    trajectories: tuple[Trajectory, ...], *, relative: tuple[bool, ...] = ()
) -> SmoothedTrajectories:
    """Fit a curve to every state of every trajectory.

    Args:
        trajectories: Checked data.
        relative: Which states have noise that grows with them; none by default.
    """
    grows = relative or (False,) * trajectories[0].states.shape[1]
    curves = tuple(tuple(_curves(each, grows)) for each in trajectories)
    parts: list[tuple[FloatArray, ...]] = []
    for each, fitted in zip(trajectories, curves, strict=True):
        seen = [each.t[np.isfinite(column)] for column in each.states.T]
        # Splines of high degree are useless beyond their ends: there the last value is repeated,
        # and the row is not trusted.
        clamped = [np.clip(each.t, s[0], s[-1]) for s in seen]
        values = [c.spline(t) for c, t in zip(fitted, clamped, strict=True)]
        rates = [c.spline.derivative()(t) for c, t in zip(fitted, clamped, strict=True)]
        parts.append(
            (
                np.column_stack(values),
                np.column_stack(rates),
                np.column_stack([c.slope_error for c in fitted]),
                np.column_stack([(each.t >= s[0]) & (each.t <= s[-1]) for s in seen]),
            )
        )
    stacked = [np.concatenate(list(each)) for each in zip(*parts, strict=True)]
    lengths = [len(each.t) for each in trajectories]
    observed = np.array([[np.isfinite(c).sum() for c in each.states.T] for each in trajectories])
    # The noise of a state is one number: variances of trajectories are pooled, weighted by their
    # measurements.
    squares = np.array([[c.sigma**2 for c in fitted] for fitted in curves])
    return SmoothedTrajectories(
        trajectories=trajectories,
        t=np.concatenate([each.t for each in trajectories]),
        first=(0, *np.cumsum(lengths).tolist()),
        states=stacked[0],
        slopes=stacked[1],
        slope_errors=stacked[2],
        trusted=stacked[3],
        sigma=np.sqrt((squares * observed).sum(axis=0) / observed.sum(axis=0)),
        curves=curves,
        controls=np.concatenate([each.controls for each in trajectories]),
        relative=grows,
    )


def _curves(trajectory: Trajectory, relative: tuple[bool, ...]) -> list[Curve]:
    found: list[Curve] = []
    for column, grows in zip(trajectory.states.T, relative, strict=True):
        seen = np.isfinite(column)
        times = trajectory.t[seen]
        at = np.clip(trajectory.t, times[0], times[-1])
        fit = smooth_positive if grows else smooth
        found.append(fit(times, column[seen], at=at, kinks=trajectory.kinks))
    return found


def table(data: SmoothedTrajectories, *, time: bool) -> FloatArray:
    """Return what right-hand sides may depend on: states, controls, and time if wanted.

    Args:
        data: Where the columns come from.
        time: Whether the last column is time.
    """
    columns = [data.states, data.controls]
    return np.concatenate([*columns, data.t[:, None]] if time else columns, axis=1)


def nodes(
    data: SmoothedTrajectories,
    *,
    columns: tuple[int, ...],
    time: bool,
    held: "np.ndarray",
    least: float = FLOOR,
) -> Nodes:
    """Set up the refinement of some states, the others following their curves.

    Args:
        data: Measurements and curves.
        columns: Which states are integrated.
        time: Whether the last column is time.
        held: Rows whose measurements are kept back `(rows,)`.
        least: Least noise, as a fraction of a state's spread.
    """
    chosen = list(columns)
    measured = data.measured[:, chosen]
    measured[held] = np.nan
    relative = tuple(data.relative[column] for column in chosen)
    joined = data.joined
    begin = data.t
    end = np.append(data.t[1:], data.t[-1] + 1.0)
    # After the last row of a trajectory there is no interval: it gets no length, not the way to
    # another trajectory's beginning.
    end[~joined] = begin[~joined]
    # An interval with an end that is held out would join a part that is fitted to one that is not.
    joined[:-1] &= ~(held[:-1] | held[1:])
    joined[held] = False
    known = Intervals(begin=begin, end=end, known=data.known_columns(columns, time=time))
    result = Nodes(
        measured=data.measured[:, chosen],
        guess=data.states[:, chosen],
        sigma=np.nan_to_num(data.sigma[chosen]),
        intervals=known,
        joined=joined,
        deadline=data.deadline,
        relative=relative,
    )
    # Of all rows, the held-out ones too: with and without them the noise has one floor.
    spread = np.where(result.spread == 0, 1.0, result.spread)
    return replace(result, measured=measured, sigma=np.maximum(result.sigma, least * spread))
