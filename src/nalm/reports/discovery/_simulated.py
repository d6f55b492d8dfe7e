"""The trajectories of a system beside what its equations say of them."""

import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from nalm._typing import FloatArray
from nalm.reports.discovery._motion import Motion, Trajectory

POINTS = 400
"""Points of a simulated line."""

SHOWN = 8
"""Trajectories that are simulated for the page, at most."""


def motion_of(
    estimator: Any,  # noqa: ANN401  (scikit-learn's estimators have no types)
    trajectories: Sequence[tuple[str, FloatArray, FloatArray]],
    *,
    states: Sequence[str],
    time: str,
    units: Mapping[str, str],
    controls: Sequence[FloatArray] = (),
) -> Motion:
    """Simulate trajectories from the starts that fit them best.

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
    shown = list(trajectories)[:SHOWN]
    known = list(controls) or [np.empty((len(times), 0)) for _, times, _ in shown]
    return Motion(
        time=time,
        states=tuple(states),
        trajectories=tuple(
            _trajectory(estimator, name, times=times, measured=measured, controls=own)
            for (name, times, measured), own in zip(shown, known, strict=False)
        ),
        units=dict(units),
    )


def _trajectory(
    estimator: Any,  # noqa: ANN401
    name: str,
    *,
    times: FloatArray,
    measured: FloatArray,
    controls: FloatArray,
) -> Trajectory:
    grid: FloatArray = np.linspace(float(times[0]), float(times[-1]), POINTS)
    columns: list[FloatArray] = [np.interp(grid, times, each) for each in controls.T]
    on_grid = np.array(columns).T
    known = {"controls": on_grid} if controls.size else {}
    at_times = {"controls": controls} if controls.size else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a simulation that ends early is seen in the figure
        start = fitted_start(estimator, times, measured=measured, controls=controls)
        simulated = estimator.simulate(grid, start, **known)
        fitted = estimator.simulate(times, start, **at_times)
        try:
            low, high = estimator.simulate_interval(grid, start, **known)
        except (ArithmeticError, ValueError):  # constants without a covariance have no band
            low = high = np.full_like(simulated, np.nan)
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
) -> FloatArray:
    """Choose the states at the first time from which a simulation follows the measurements best.

    Args:
        estimator: With a method `simulate`.
        times: When it was measured `(rows,)`.
        measured: What was measured `(rows, states)`; NaN where something is missing.
        controls: At the times `(rows, controls)`, if there are any.

    Returns:
        States `(states,)`: of the first measurements, if no better ones are found.
    """
    optimize: Any = import_module("scipy.optimize")
    known = np.isfinite(measured)
    first = np.array([column[np.isfinite(column)][0] for column in measured.T])
    scale = np.nanstd(measured, axis=0)
    scale[scale == 0] = 1.0
    inputs = {"controls": controls} if controls is not None and controls.size else {}

    def misfit(moved: FloatArray) -> FloatArray:
        simulated = estimator.simulate(times, first + moved * scale, **inputs)
        # In units of each state's own spread, so that no state counts by its unit.
        gaps = ((simulated - measured) / scale)[known]
        # Least squares need finite numbers also where a simulation runs away.
        return np.where(np.isfinite(gaps), gaps, 1e3)

    # `soft_l1` grows linearly, so that a few outliers do not decide.
    found: Any = optimize.least_squares(misfit, np.zeros(len(first)), loss="soft_l1", max_nfev=15)
    return first + found.x * scale
