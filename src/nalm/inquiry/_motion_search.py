"""From a request for dx/dt = f(x) to what is found."""

from typing import TYPE_CHECKING, Any

import numpy as np

from nalm._interruption import Interruption
from nalm.inquiry._findings import Findings
from nalm.inquiry._request import Effort, Request
from nalm.inquiry._table_search import input_columns
from nalm.inquiry._trajectories import cut_trajectories
from nalm.tables import Frame

if TYPE_CHECKING:
    from nalm.reports.discovery import Finding


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
    states, time = input_columns(frame, request), str(request.time)
    trajectories = cut_trajectories(frame, request, states=states)
    from nalm.discovery import DynamicsRegressor
    from nalm.reports.discovery import motion_of

    options = effort.given()
    conserved = [list(group) for group in request.conserved] or None
    estimator: Any = DynamicsRegressor(**options, conserved=conserved, verbose=verbose)
    tables = [table[states] for _, table in trajectories]
    estimator.fit([table[time].to_numpy() for _, table in trajectories], tables)
    kept: tuple[int, ...] = estimator.trajectories_  # without those that are too short
    trajectories = [trajectories[index] for index in kept]
    tables = [table[states] for _, table in trajectories]
    with Interruption().instead():  # what is found is kept
        return Findings(
            name=request.data.name,
            findings=_findings(estimator, tables, states=states, units=units),
            estimator=estimator,
            motion=motion_of(
                estimator,
                [
                    (name, part[time].to_numpy(), part[states].to_numpy())
                    for name, part in trajectories
                ],
                states=states,
                time=time,
                units=units,
            ),
        )


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
