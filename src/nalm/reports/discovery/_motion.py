"""What was measured of a system over time, beside what its equations say."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import final

from nalm._typing import FloatArray


@final
@dataclass(frozen=True, kw_only=True)
class Trajectory:
    """Hold one trajectory, measured and simulated.

    Args:
        name: What tells it from the others; may be empty.
        times: When it was measured `(rows,)`.
        measured: What was measured `(rows, states)`; NaN where something is missing.
        fitted: What the equations say at these times `(rows, states)`.
        grid: When it was simulated `(points,)`.
        simulated: What the equations say `(points, states)`.
        low: Lower end of the 95 % band `(points, states)`; NaN where it is not known.
        high: Upper end.
    """

    name: str
    times: FloatArray
    measured: FloatArray
    fitted: FloatArray
    grid: FloatArray
    simulated: FloatArray
    low: FloatArray
    high: FloatArray


@final
@dataclass(frozen=True, kw_only=True)
class Motion:
    """Hold the trajectories of a system; they are simulated when they are first asked for.

    Args:
        time: Name of the column of times.
        states: Names of the states.
        count: How many trajectories were measured.
        simulate: Makes the trajectories that are shown, at least one.
        units: Column → unit of measurement, where known.
    """

    time: str
    states: tuple[str, ...]
    count: int
    simulate: Callable[[], tuple[Trajectory, ...]]
    units: dict[str, str]

    @cached_property
    def trajectories(self) -> tuple[Trajectory, ...]:
        """Return what was measured and simulated."""
        return self.simulate()

    def labelled(self, name: str) -> str:
        """Return a column's name with its unit, for an axis."""
        unit = self.units.get(name, "")
        return f"{name} ({unit})" if unit else name
