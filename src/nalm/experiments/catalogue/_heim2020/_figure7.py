"""Figure 7: test error against the number of parameters that are left (section 4.3)."""

import csv
from collections.abc import Sequence
from importlib.resources import files

import pandas as pd  # pyright: ignore[reportMissingTypeStubs]

from nalm.experiments._chart import Chart, Mark
from nalm.experiments._trained import Trained
from nalm.experiments._view import View
from nalm.experiments.catalogue._heim2020._large_scale import (
    LARGE_SCALE,
    WORDS,
    nonzero_parameters,
)

LARGEST = 1e5
"""Where the figure is cut; larger errors are drawn on the edge."""

COLUMNS = ["origin", "task", "unit", "parameters", "mse"]


def views() -> list[View]:
    """List the views of this file."""
    return [
        View(
            name="heim2020/fig7",
            title="Test error against the number of parameters that are not near zero",
            source="Figure 7, section 4.3",
            experiment=LARGE_SCALE,
            compute=_compute,
            chart=Chart(
                mark=Mark.POINTS,
                x="parameters",
                y="mse",
                series="unit",
                panel="task",
                row="origin",
                log_x=True,
                log_y=True,
                labels=(("parameters", "parameters above 0.01"), ("mse", "test error (MSE)")),
            ),
            note=(
                "Computed in a second from heim2020/large-scale, beside the published 10 best "
                "runs of each model. Entries count above 0.01, where the caption says 0.001; "
                "errors above 1e5 are drawn there."
            ),
        )
    ]


def published() -> list[dict[str, str | float]]:
    """Read the points of the published figure, one per run."""
    path = files("nalm.experiments.catalogue._heim2020").joinpath("figure7.csv")
    with path.open(encoding="utf-8") as file:
        return [
            _point(
                "published",
                row["task"],
                unit=row["unit"],
                parameters=int(row["parameters"]),
                mse=float(row["test_mse"]),
            )
            for row in csv.DictReader(file)
        ]


def _compute(runs: Sequence[Trained]) -> pd.DataFrame:
    ours = [
        _point(
            "nalm",
            WORDS.get(run.setting.task.name, run.setting.task.name),
            unit=run.setting.unit,
            parameters=nonzero_parameters(run),
            mse=float(run.stored.trace.test[-1]),
        )
        for run in runs
    ]
    return pd.DataFrame([*ours, *published()], columns=COLUMNS)


def _point(
    origin: str, task: str, *, unit: str, parameters: int, mse: float
) -> dict[str, str | float]:
    return {
        "origin": origin,
        "task": task,
        "unit": unit,
        "parameters": parameters,
        "mse": min(mse, LARGEST),
    }
