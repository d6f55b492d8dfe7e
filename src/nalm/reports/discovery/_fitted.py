"""A fitted estimator as what is shown: findings, trajectories, its page."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from nalm.discovery import Discovery, FittedData
from nalm.reports._files import write_atomically
from nalm.reports.discovery._finding import Finding
from nalm.reports.discovery._grouping import Grouping
from nalm.reports.discovery._motion import Motion, Trajectory
from nalm.reports.discovery._page import discovery_page
from nalm.reports.discovery._simulated import motion_of

TIME = "t"
"""What time is called where no column says."""


def findings_of(data: FittedData) -> tuple[Finding, ...]:
    """Put each discovery beside its data.

    Args:
        data: Of a fitted estimator.

    Returns:
        One finding per output.
    """
    return tuple(
        Finding(
            target=each.target,
            inputs=data.inputs,
            x=each.x,
            y=each.y,
            discovery=each.discovery,
            units=data.units,
            rate=data.rate,
        )
        for each in data.outputs
    )


_SIMULATED: WeakKeyDictionary[Any, tuple[list[Discovery], tuple[Trajectory, ...]]] = (
    WeakKeyDictionary()
)
"""Trajectories by model, and of which equations: each plot would take seconds to simulate them."""


def motion_in(model: Any, data: FittedData) -> Motion:  # noqa: ANN401
    """Simulate the trajectories of a fit, once for all its plots.

    Args:
        model: A fitted `DynamicsRegressor`.
        data: Of its fit.

    Returns:
        What was measured and simulated.
    """
    several = len(data.series) > 1
    motion = motion_of(
        model,
        [
            (str(k + 1) if several else "", each.times, each.states)
            for k, each in enumerate(data.series)
        ],
        states=data.targets,
        time=TIME,
        units=data.units,
        controls=[each.controls for each in data.series],
    )
    found = [each.discovery for each in data.outputs]
    return replace(motion, simulate=partial(_once, model, found, motion))


def _once(
    model: Any,  # noqa: ANN401
    found: list[Discovery],
    motion: Motion,
) -> tuple[Trajectory, ...]:
    held, trajectories = _SIMULATED.get(model, ([], ()))
    # A new fit has new discoveries.
    if [id(each) for each in held] != [id(each) for each in found]:
        trajectories = motion.trajectories
        _SIMULATED[model] = found, trajectories
    return trajectories


def write_report(model: Any, data: FittedData, *, path: str | Path) -> None:  # noqa: ANN401
    """Write the page of a fitted estimator.

    Args:
        model: A fitted `SymbolicRegressor` or `DynamicsRegressor`.
        data: Of its fit.
        path: Where to; its name is the title.

    Raises:
        StoreError: If it cannot be written; a file that was there is unchanged.
    """
    motion = motion_in(model, data) if data.rate else None
    grouping = Grouping.of(model) if getattr(model, "groups_", None) is not None else None
    page = discovery_page(
        findings_of(data), title=Path(path).stem, motion=motion, grouping=grouping
    )
    write_atomically(path, page)
