"""A fitted estimator as what is shown: findings, trajectories, its page."""

from pathlib import Path
from typing import Any

from nalm.discovery import FittedData
from nalm.reports._files import write_atomically
from nalm.reports.discovery._finding import Finding
from nalm.reports.discovery._grouping import Grouping
from nalm.reports.discovery._motion import Motion
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


def motion_in(model: Any, data: FittedData) -> Motion:  # noqa: ANN401
    """Simulate the trajectories of a fit.

    Args:
        model: A fitted `DynamicsRegressor`.
        data: Of its fit.

    Returns:
        What was measured and simulated.
    """
    several = len(data.series) > 1
    return motion_of(
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
