"""The trajectories of a system beside what its equations say of them."""

import time as reading
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from nalm._typing import FloatArray
from nalm.reports.discovery._motion import Motion, Trajectory

POINTS = 400
"""Points of a simulated line."""

SHOWN = 8
"""Trajectories that are simulated for the page, at most."""

SECONDS = 10.0
"""Of all simulations of a picture, about. What comes too late is left out: first the band, then the
fit of the start, and of equations that are very slow to solve the later part of the line."""

PARTS = (2, 10, 50, 150, POINTS)
"""Points that are simulated one after the other: what is slow is seen in the first few."""

LONGER = 5.0
"""How many times as long each of them is, at most."""

DRAWS = (100, 50, 25)
"""How often equations are solved for a band: the first number that there is time for."""


class _LateError(Exception):
    """The time is over."""


def motion_of(
    estimator: Any,  # noqa: ANN401  (scikit-learn's estimators have no types)
    trajectories: Sequence[tuple[str, FloatArray, FloatArray]],
    *,
    states: Sequence[str],
    time: str,
    units: Mapping[str, str],
    controls: Sequence[FloatArray] = (),
) -> Motion:
    """Simulate trajectories from the starts that fit them best, when a figure asks for them.

    Args:
        estimator: A fitted `DynamicsRegressor`.
        trajectories: Name, times `(rows,)` and measured states `(rows, states)` of each; the first
            eight are simulated.
        states: Their names.
        time: Name of the column of times.
        units: Column → unit, where known.
        controls: Of each trajectory `(rows, controls)`; none if there were none.

    Returns:
        What was measured and simulated.
    """
    return Motion(
        time=time,
        states=tuple(states),
        count=len(trajectories),
        simulate=partial(_trajectories, estimator, list(trajectories)[:SHOWN], controls),
        units=dict(units),
    )


def _trajectories(
    estimator: Any,  # noqa: ANN401
    shown: Sequence[tuple[str, FloatArray, FloatArray]],
    controls: Sequence[FloatArray],
) -> tuple[Trajectory, ...]:
    known = list(controls) or [np.empty((len(times), 0)) for _, times, _ in shown]
    end, result = reading.perf_counter() + SECONDS, list[Trajectory]()
    for (name, times, measured), own in zip(shown, known, strict=False):
        now = reading.perf_counter()
        share = max(end - now, 0.0) / (len(shown) - len(result))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a simulation that ends early is seen in the figure
            result.append(
                _trajectory(
                    *(estimator, name),
                    times=times,
                    measured=measured,
                    controls=own,
                    until=now + share,
                )
            )
    return tuple(result)


def _trajectory(
    estimator: Any,  # noqa: ANN401
    name: str,
    *,
    times: FloatArray,
    measured: FloatArray,
    controls: FloatArray,
    until: float,
) -> Trajectory:
    grid: FloatArray = np.linspace(float(times[0]), float(times[-1]), POINTS)
    columns: list[FloatArray] = [np.interp(grid, times, each) for each in controls.T]
    on_grid, at_times = (_inputs(each) for each in (np.array(columns).T, controls))
    start = _first(measured)
    simulated, seconds = _simulated(estimator, grid, start=start, inputs=on_grid, until=until)
    fitted = _at(times, grid, simulated)
    low = high = np.full_like(simulated, np.nan)
    # A fit of the start is worth it from a few simulations on.
    if (now := reading.perf_counter()) + LONGER * seconds < until:
        middle = (now + until) / 2
        start = fitted_start(estimator, times, measured=measured, controls=controls, until=middle)
        simulated = estimator.simulate(grid, start, **on_grid)
        fitted = estimator.simulate(times, start, **at_times)
        low, high = _band(estimator, grid, start=start, inputs=on_grid, until=until)
    return Trajectory(
        name=name,
        times=times,
        measured=measured,
        fitted=fitted,
        grid=grid,
        simulated=simulated,
        low=low,
        high=high,
    )


def fitted_start(
    estimator: Any,  # noqa: ANN401
    times: FloatArray,
    *,
    measured: FloatArray,
    controls: FloatArray | None = None,
    until: float = float("inf"),
) -> FloatArray:
    """Choose the states at the first time from which a simulation follows the measurements best.

    Args:
        estimator: With a method `simulate`.
        times: When it was measured `(rows,)`.
        measured: What was measured `(rows, states)`; NaN where something is missing.
        controls: At the times `(rows, controls)`, if there are any.
        until: Reading of `time.perf_counter` after which the best so far is returned.

    Returns:
        States `(states,)`: of the first measurements, if no better ones are found.
    """
    optimize: Any = import_module("scipy.optimize")
    known = np.isfinite(measured)
    first = _first(measured)
    scale = np.nanstd(measured, axis=0)
    scale[scale == 0] = 1.0
    inputs = {} if controls is None else _inputs(controls)
    best = float("inf"), np.zeros(len(first))

    def misfit(moved: FloatArray) -> FloatArray:
        nonlocal best
        if reading.perf_counter() > until:
            raise _LateError
        simulated = estimator.simulate(times, first + moved * scale, **inputs)
        # In units of each state's own spread, so that no state counts by its unit.
        gaps = ((simulated - measured) / scale)[known]
        # Least squares need finite numbers also where a simulation runs away.
        gaps = np.where(np.isfinite(gaps), gaps, 1e3)
        best = min(best, (_robust(gaps), moved.copy()), key=lambda each: each[0])
        return gaps

    with suppress(_LateError):
        # `soft_l1` grows linearly, so that a few outliers do not decide.
        optimize.least_squares(misfit, np.zeros(len(first)), loss="soft_l1", max_nfev=15)
    return first + best[1] * scale


def _robust(gaps: FloatArray) -> float:
    """Return what `soft_l1` makes of gaps, but for a factor."""
    return float(np.sum(np.sqrt(1.0 + gaps**2) - 1.0))


def _first(measured: FloatArray) -> FloatArray:
    return np.array([column[np.isfinite(column)][0] for column in measured.T])


def _inputs(controls: FloatArray) -> dict[str, FloatArray]:
    """Return what a system with controls is simulated with besides."""
    return {"controls": controls} if controls.size else {}


def _simulated(
    estimator: Any,  # noqa: ANN401
    grid: FloatArray,
    *,
    start: FloatArray,
    inputs: Mapping[str, FloatArray],
    until: float,
) -> tuple[FloatArray, float]:
    """Simulate as much of the time as can be, NaN after that, and say how long all of it takes."""
    result = np.full((len(grid), len(start)), np.nan)
    result[0], seconds = start, 0.0
    for points in PARTS:
        begin = reading.perf_counter()
        if begin + LONGER * seconds > until:
            return result, float("inf")
        own = {name: values[:points] for name, values in inputs.items()}
        result[:points] = estimator.simulate(grid[:points], start, **own)
        seconds = reading.perf_counter() - begin
    return result, seconds


def _band(
    estimator: Any,  # noqa: ANN401
    grid: FloatArray,
    *,
    start: FloatArray,
    inputs: Mapping[str, FloatArray],
    until: float,
) -> tuple[FloatArray, FloatArray]:
    """Return the ends of the band; NaN where constants have no covariance, or there is no time."""
    interval = partial(estimator.simulate_interval, grid, start, **inputs)
    unknown = np.full((len(grid), len(start)), np.nan)
    begin = reading.perf_counter()
    try:
        interval(draws=2)
        now = reading.perf_counter()
        for draws in DRAWS:
            if now + draws * (now - begin) / 2 <= until:
                return interval(draws=draws)
    except (ArithmeticError, ValueError):  # constants without a covariance have no band
        pass
    return unknown, unknown.copy()


def _at(times: FloatArray, grid: FloatArray, simulated: FloatArray) -> FloatArray:
    columns: list[FloatArray] = [np.interp(times, grid, each) for each in simulated.T]
    return np.array(columns).T
