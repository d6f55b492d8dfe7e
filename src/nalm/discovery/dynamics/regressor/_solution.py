"""Solutions at the times that users give, and how well they follow measurements."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from nalm._typing import Array, FloatArray
from nalm.discovery.dynamics.measurements._held import jump_rows, values_at, with_held
from nalm.discovery.dynamics.measurements._smoothed import nodes, smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import Trajectory
from nalm.discovery.dynamics.systems._shooting import refine
from nalm.discovery.dynamics.systems._simulation import METHODS, Simulated, simulate
from nalm.discovery.dynamics.systems._system import System
from nalm.errors import DomainWarning, InvalidTypeError, InvalidValueError
from nalm.symbolic import Sum


@dataclass(frozen=True, kw_only=True)
class FitSpecification:
    """Fit specification: what the user states about the data.

    Attributes:
        names: Of the states, then of the controls.
        groups: States whose sum is constant, by number.
        time: Whether time is an input.
        relative: Which states have noise that grows with them; none if empty.
        structures: The number of each state whose form is known, and that form.
        held: Which controls keep each value until the next sample; none if empty.
    """

    names: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]
    time: bool
    relative: tuple[bool, ...] = ()
    structures: tuple[tuple[int, Sum], ...] = ()
    held: tuple[bool, ...] = ()


def solution(
    system: System,
    specification: FitSpecification,
    *,
    t: Array,
    start: Array,
    controls: Array,
    method: str,
) -> FloatArray:
    """Solve the equations, and warn where the solution ends early.

    Args:
        system: Right-hand sides of all states.
        specification: Names.
        t: Increasing times.
        start: States at the first.
        controls: Controls at the times, or None.
        method: Of `scipy.integrate.solve_ivp`.

    Raises:
        InvalidValueError: If a shape, a time or the method cannot work.
    """
    if method not in METHODS:
        raise InvalidValueError(f"`method` must be one of {METHODS}, found {method!r}")
    inputs = _checked(system, specification, t, start, controls)
    found = _simulated(system, inputs, method=method)
    if found.end is not None:
        rows = int(np.isnan(found.states).any(axis=1).sum())
        warnings.warn(
            f"{_why(found, specification)}; {rows} rows are NaN", DomainWarning, stacklevel=3
        )
    return found.states


def solutions(
    systems: Sequence[System],
    specification: FitSpecification,
    *,
    t: Array,
    start: Array,
    controls: Array,
) -> FloatArray:
    """Solve several systems from one start; NaN after a solution's end, without a warning.

    Args:
        systems: Right-hand sides that differ in their numbers.
        specification: Names.
        t: Increasing times.
        start: States at the first.
        controls: Controls at the times, or None.

    Returns:
        `(systems, times, states)`.
    """
    inputs = _checked(systems[0], specification, t, start, controls)
    # To as many digits as one solution, which lies among them: of data without noise they hardly
    # scatter.
    return np.stack([_simulated(each, inputs).states for each in systems])


def follow(
    system: System, trajectories: tuple[Trajectory, ...], *, specification: FitSpecification
) -> float:
    """Compute the coefficient of determination of solutions whose starts are fitted.

    Args:
        system: Right-hand sides of all states.
        trajectories: Measurements.
        specification: Whether time is an input.
    """
    data = smooth_trajectories(
        with_held(trajectories, specification.held), relative=specification.relative
    )
    nobody = np.zeros(len(data.t), dtype=bool)
    measured = nodes(data, columns=system.columns, time=specification.time, held=nobody)
    fitted = refine(system, measured, frozen=True)
    if not np.isfinite(fitted.chi2):
        return float("-inf")
    # Each state by its own variance, so that large states do not decide.
    error = np.nanmean((measured.measured - fitted.states) ** 2, axis=0)
    return float(np.mean(1 - error / np.nanvar(measured.measured, axis=0)))


@dataclass(frozen=True, kw_only=True)
class _Inputs:
    """Times, the states at the first, all columns at any time, and the rows where some jump."""

    times: FloatArray
    start: FloatArray
    known: Callable[[float], FloatArray]
    jumps: "np.ndarray"


def _simulated(system: System, inputs: _Inputs, *, method: str = "DOP853") -> Simulated:
    """Solve from jump to jump: a solver that meets one inside of a step may not see it."""
    times, start = inputs.times, inputs.start
    states = np.full((len(times), len(start)), np.nan)
    edges = [0, *inputs.jumps.tolist(), len(times) - 1]
    for begin, end in pairwise(edges):
        # The value after a jump does not count at the end of the part before it.
        latest = np.nextafter(times[end], times[0]) if end in inputs.jumps else np.inf
        part = simulate(
            system,
            times[begin : end + 1],
            start=start,
            known=lambda time, latest=latest: inputs.known(min(time, latest)),
            method=method,
        )
        states[begin : end + 1] = part.states
        if part.end is not None:
            return replace(part, states=states)
        start = states[end]
    return Simulated(states=states)


def _checked(
    system: System,
    specification: FitSpecification,
    t: Array,
    start: Array,
    controls: Array,
) -> _Inputs:
    states = len(system.columns)
    inputs = len(specification.names) - states
    try:
        times, first = np.array(t, dtype=np.float64), np.array(start, dtype=np.float64)
        table = np.empty((len(times), 0)) if controls is None else np.array(controls, np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidTypeError(
            f"`t`, `x0` and `controls` must hold numbers; found others: {error}. Convert them."
        ) from None
    if times.ndim != 1 or not len(times) or not (np.diff(times) > 0).all():
        raise InvalidValueError("`t` must be a vector of increasing times")
    if first.shape != (states,) or not np.isfinite(first).all():
        raise InvalidValueError(
            f"`x0` must be {states} finite numbers, one per state of "
            f"{list(specification.names[:states])}; found shape {first.shape}"
        )
    table = table.reshape(len(table), -1)
    if table.shape != (len(times), inputs) or not np.isfinite(table).all():
        raise InvalidValueError(
            f"`controls` must be finite and have the shape ({len(times)}, {inputs}): the columns "
            f"{list(specification.names[states:])} at every time; found {table.shape}"
        )
    width, held = states + inputs + specification.time, specification.held

    def known(time: float) -> FloatArray:
        # The columns of the states stay empty: the solver fills them.
        row = np.empty(width)
        row[states : states + inputs] = values_at(times, table, at=time, held=held)
        if specification.time:
            row[-1] = time
        return row

    return _Inputs(times=times, start=first, known=known, jumps=jump_rows(table, held=held))


def _why(found: Simulated, specification: FitSpecification) -> str:
    when = f"t = {found.end:.6g}"
    if found.reason == "domain":
        names = (
            ", ".join(repr(specification.names[state]) for state in found.concerned) or "a state"
        )
        return (
            f"the solution leaves the domain of the equation of {names} at {when} (a fractional "
            "power of a negative number, or a division by 0): there is no value after it"
        )
    if found.reason == "stiff":
        return (
            f"the solution got no further than {when} in a reasonable number of steps; "
            'for stiff equations use method="Radau" or "LSODA"'
        )
    return f"the solution grows without bound at {when}"
