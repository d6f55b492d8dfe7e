"""Figures 4 and 5: what was found of the fractional SIR model (section 4.1)."""

import csv
from collections.abc import Sequence
from importlib.resources import files

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch

from nalm.experiments._chart import Chart, Mark
from nalm.experiments._experiment import Experiment
from nalm.experiments._trained import Trained
from nalm.experiments._view import View
from nalm.experiments.catalogue._heim2020._equations import INPUTS, read_field
from nalm.experiments.catalogue._heim2020._fractional_sir import (
    EULER,
    RK4,
    TASK,
    final_error,
    nonzero_parameters,
)

LARGEST = 1e4
"""Where the figure is cut; larger errors are drawn on the edge."""

DERIVATIVES = tuple(f"{name}'" for name in INPUTS)
POINTS = ["origin", "unit", "parameters", "mse"]
COURSES = ["state", "course", "time", "value"]
WEIGHTS = ["part", "column", "row", "value"]


def views() -> list[View]:
    """List the views of this file."""
    return [
        View(
            name="heim2020/fig4",
            title="Error against the number of parameters of the fractional SIR models",
            source="Figure 4, left, section 4.1",
            experiment=EULER,
            compute=_errors,
            chart=Chart(
                mark=Mark.POINTS,
                x="parameters",
                y="mse",
                series="unit",
                panel="origin",
                log_x=True,
                log_y=True,
                labels=(("parameters", "parameters above 0.001"), ("mse", "error (MSE)")),
            ),
            note=(
                "Computed in a second from heim2020/fractional-sir, beside the published 100 runs "
                "of each model. Errors above 1e4 are drawn there."
            ),
        ),
        View(
            name="heim2020/fig4-right",
            title="The fractional SIR model and the best network's course",
            source="Figure 4, right, section 4.1",
            experiment=EULER,
            compute=_courses,
            chart=Chart(mark=Mark.LINE, x="time", y="value", series="course", panel="state"),
            note="The run of heim2020/fractional-sir with the least error; the paper's is an NPU.",
        ),
        *[_weights_view(name, experiment) for name, experiment in _FIGURE5.items()],
    ]


_FIGURE5 = {"fig5": EULER, "fig5-rk4": RK4}


def _weights_view(name: str, experiment: Experiment) -> View:
    return View(
        name=f"heim2020/{name}",
        title=f"Weights of the best RealNPU of {experiment.name}",
        source="Figure 5, section 4.1",
        experiment=experiment,
        compute=_weights,
        chart=Chart(mark=Mark.HEATMAP, x="column", y="row", value="value", panel="part"),
        note=(
            "Exponents as far as their gates are open, and the linear layer. The paper's network "
            "has S^0.62 I^0.57, which its text swaps, and an error of 0.035 where its best "
            "RealNPU has 0.028."
        ),
    )


def published() -> pd.DataFrame:
    """Read the points of the published figure, one row per run."""
    path = files("nalm.experiments.catalogue._heim2020").joinpath("figure4.csv")
    with path.open(encoding="utf-8") as file:
        rows = [
            {
                "origin": "published",
                "unit": row["unit"],
                "parameters": int(row["parameters"]),
                "mse": min(float(row["mse"]), LARGEST),
            }
            for row in csv.DictReader(file)
        ]
    return pd.DataFrame(rows, columns=POINTS)


def best(runs: Sequence[Trained], *, unit: str = "") -> Trained | None:
    """Return the run with the least finite error, None where there is none.

    Args:
        runs: Runs of several models.
        unit: Model to choose from; empty for all.
    """
    known = [r for r in runs if _model(r).startswith(unit) and np.isfinite(final_error(r))]
    return min(known, key=final_error, default=None)


def _model(run: Trained) -> str:
    """Return the model's name without the weight of its L1 norm."""
    return run.setting.unit.split(" ")[0]


def _errors(runs: Sequence[Trained]) -> pd.DataFrame:
    ours = [
        {
            "origin": "nalm",
            "unit": _model(run),
            "parameters": nonzero_parameters(run),
            "mse": min(final_error(run), LARGEST),
        }
        for run in runs
    ]
    return pd.concat([pd.DataFrame(ours, columns=POINTS), published()], ignore_index=True)


def _courses(runs: Sequence[Trained]) -> pd.DataFrame:
    courses = {"truth": TASK.instance(seed=0)["course"]}
    run = best(runs)
    if run is not None:
        with torch.no_grad():
            start = torch.tensor([TASK.START], dtype=torch.float64)
            courses[run.setting.unit] = run.network()(start)[0].numpy()
    rows = [
        {"state": state, "course": name, "time": time, "value": float(value)}
        for name, course in courses.items()
        for state, values in zip(INPUTS, course.reshape(-1, 3).T, strict=True)
        for time, value in zip(TASK.TIMES, values, strict=True)
    ]
    return pd.DataFrame(rows, columns=COURSES)


def _weights(runs: Sequence[Trained]) -> pd.DataFrame:
    run = best(runs, unit="RealNPU")
    terms = [] if run is None else read_field(run)
    rows = [
        {"part": part, "column": column, "row": f"h{term.index + 1}", "value": float(value)}
        for term in terms
        for part, names, values in (
            ("exponents", INPUTS, term.powers),
            ("linear layer", DERIVATIVES, term.factors),
        )
        for column, value in zip(names, values, strict=True)
    ]
    return pd.DataFrame(rows, columns=WEIGHTS)
