"""From a request for dx/dt = f(x) to what is found."""

import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from nalm._typing import FloatArray
from nalm.cli._discovery._columns import numeric
from nalm.cli._discovery._findings import Findings
from nalm.cli._discovery._read_table import Frame
from nalm.cli._discovery._request import Effort, Request
from nalm.cli._discovery._table_search import input_columns
from nalm.errors import InvalidValueError

if TYPE_CHECKING:
    from nalm.reports.discovery import Finding, Motion, Trajectory

POINTS = 400
"""Points of a simulated line."""

SHOWN = 8
"""Trajectories that are simulated for the page, at most."""


def discover_motion(
    frame: Frame, request: Request, *, effort: Effort, units: dict[str, str], verbose: int
) -> Findings:
    """Search the equations of all states of a time series.

    Args:
        frame: The table; rows of one trajectory may be in any order.
        request: Which columns.
        effort: How to search.
        units: Column → unit; for labels only.
        verbose: 1 to show progress.

    Returns:
        What was found, with the trajectories.
    """
    from nalm.discovery import DynamicsRegressor

    states, time = input_columns(frame, request), str(request.time)
    trajectories = _trajectories(frame, request, states=states)
    options = effort.given()
    if options.pop("noise") != "auto":
        raise InvalidValueError("--noise: a time series has a constant one. Leave the option away.")
    conserved = [list(group) for group in request.conserved] or None
    estimator: Any = DynamicsRegressor(**options, conserved=conserved, verbose=verbose)
    tables = [table[states] for _, table in trajectories]
    estimator.fit([table[time].to_numpy() for _, table in trajectories], tables)
    return Findings(
        name=request.data.name,
        findings=_findings(estimator, tables, states=states, units=units),
        estimator=estimator,
        motion=_motion(estimator, trajectories, states=states, time=time, units=units),
    )


def _trajectories(frame: Frame, request: Request, *, states: list[str]) -> list[tuple[str, Frame]]:
    """Cut the table into trajectories, each in the order of its times."""
    time = str(request.time)
    numbers: Any = numeric(frame, [time, *states], others=list(request.named.values()))
    if numbers[time].isna().any():
        count = int(numbers[time].isna().sum())
        raise InvalidValueError(f"--time: expected a time in every row, found {count} without.")
    if request.trajectory is None:
        return [("", numbers.sort_values(time, kind="stable"))]
    table: Any = frame
    groups: Any = numbers.groupby(table[request.trajectory], sort=False)
    return [(str(name), part.sort_values(time, kind="stable")) for name, part in groups]


def _findings(
    estimator: Any,  # noqa: ANN401
    tables: list[Frame],
    *,
    states: list[str],
    units: dict[str, str],
) -> "tuple[Finding, ...]":
    from nalm.reports.discovery import Finding

    x = np.concatenate([np.asarray(table, dtype=float) for table in tables])
    return tuple(
        Finding(
            target=state,
            inputs=tuple(states),
            x=x,
            y=np.full(len(x), np.nan),  # slopes cannot be measured
            discovery=discovery,
            units={name: units[name] for name in states if name in units},
            rate=True,
        )
        for state, discovery in zip(states, estimator.discoveries_, strict=True)
    )


def _motion(
    estimator: Any,  # noqa: ANN401
    trajectories: list[tuple[str, Frame]],
    *,
    states: list[str],
    time: str,
    units: dict[str, str],
) -> "Motion":
    from nalm.reports.discovery import Motion

    return Motion(
        time=time,
        states=tuple(states),
        trajectories=tuple(
            _trajectory(
                estimator,
                name=name,
                times=table[time].to_numpy(),
                measured=table[states].to_numpy(),
            )
            for name, table in trajectories[:SHOWN]
        ),
        units=units,
    )


def _trajectory(
    estimator: Any,  # noqa: ANN401
    *,
    name: str,
    times: FloatArray,
    measured: FloatArray,
) -> "Trajectory":
    """Simulate a trajectory from the start that fits it best."""
    from nalm.reports.discovery import Trajectory

    grid: FloatArray = np.linspace(float(times[0]), float(times[-1]), POINTS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a simulation that ends early is seen in the figure
        start = fitted_start(estimator, times, measured=measured)
        simulated = estimator.simulate(grid, start)
        try:
            low, high = estimator.simulate_interval(grid, start)
        except (ArithmeticError, ValueError):  # constants without a covariance have no band
            low = high = np.full_like(simulated, np.nan)
    return Trajectory(
        name=name,
        times=times,
        measured=measured,
        grid=grid,
        simulated=simulated,
        low=low,
        high=high,
    )


def fitted_start(estimator: Any, times: FloatArray, *, measured: FloatArray) -> FloatArray:  # noqa: ANN401
    """Choose the states at the first time from which a simulation follows the measurements best.

    Args:
        estimator: With a method `simulate`.
        times: When it was measured `(rows,)`.
        measured: What was measured `(rows, states)`; NaN where something is missing.

    Returns:
        States `(states,)`: of the first measurements, if no better ones are found.
    """
    optimize: Any = import_module("scipy.optimize")
    known = np.isfinite(measured)
    first = np.array([column[np.isfinite(column)][0] for column in measured.T])
    scale = np.nanstd(measured, axis=0)
    scale[scale == 0] = 1.0

    def misfit(moved: FloatArray) -> FloatArray:
        simulated = estimator.simulate(times, first + moved * scale)
        # In units of each state's own spread, so that no state counts by its unit.
        gaps = ((simulated - measured) / scale)[known]
        # Least squares need finite numbers also where a simulation runs away.
        return np.where(np.isfinite(gaps), gaps, 1e3)

    # `soft_l1` grows linearly, so that a few outliers do not decide.
    found: Any = optimize.least_squares(misfit, np.zeros(len(first)), loss="soft_l1", max_nfev=15)
    return first + found.x * scale
