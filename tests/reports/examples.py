"""Reports with known content, shared by the tests of tables, figures and formats."""

import math

import numpy as np
import pandas as pd

from nalm.experiments import Computation, Experiment, Row
from nalm.reports import report_computation, report_training
from nalm.statistics import Mode, solved_at, sparsity_error, success_rate

FIG3 = "mistry2021division/fig3"
FIG6 = "mistry2021division/fig6"


def row(*, solved=25, runs=25, expected=25, **labels):
    steps = np.linspace(1000.0, 9000.0, solved)
    errors = np.linspace(1e-7, 1e-5, solved)
    names = {
        "experiment": FIG3,
        "unit": "NMRU",
        "task": "div",
        "interpolation": "[1,2)",
        "extrapolation": "[2,6)",
    }
    return Row(
        **{**names, **labels},
        runs=runs,
        expected_runs=expected,
        solved=solved,
        diverged=0,
        success=success_rate(solved, runs),
        solved_at=solved_at(steps),
        solved_at_median=float(np.median(steps)) if solved else math.nan,
        sparsity=sparsity_error(errors, Mode.FIXED),
        sparsity_median=float(np.median(errors)) if solved else math.nan,
    )


def experiment(*, name=FIG3, title="Division", source="Figure 3", note=""):
    return Experiment(name=name, title=title, source=source, settings=(), note=note)


def training_report(*rows, **texts):
    return report_training(experiment(**texts), rows)


def grid_of_rows(units, ranges, tasks=("div",)):
    return [
        row(unit=unit, interpolation=interval, task=task, solved=20 + k % 5)
        for task in tasks
        for unit in units
        for k, interval in enumerate(ranges)
    ]


def curve_report():
    points = [
        {"task": task, "unit": unit, "upper": upper, "mse": upper**-1}
        for task in ("easy", "hard")
        for unit in ("NRU", "Real NPU (ε=0)")
        for upper in (1e-8, 1e-7, 1.0)
    ]
    return report_computation(
        Computation(
            name="mistry2021division/fig5",
            title="Small numbers",
            source="Figure 5",
            compute=lambda: pd.DataFrame(points),
        )
    )


def surface_report(errors=(0.5, 2.0, 8.0, math.inf), **options):
    places = {"w1": [0.0, 1.0, 0.0, 1.0], "w2": [0.0, 0.0, 1.0, 1.0]}
    frames = [pd.DataFrame({"unit": u, **places, "error": errors}) for u in ("NRU", "NMRU")]
    entry = Computation(
        name="mistry2021division/fig7",
        title="Surfaces",
        source="Figure 7",
        compute=lambda: pd.concat(frames),
    )
    return report_computation(entry, **options)


def all_reports():
    full = training_report(
        row(),
        row(unit="Real NPU (modified)", interpolation="[-2,2)", solved=8),
        row(interpolation="[-2,2)", solved=0, runs=0),
        title="Mixed & 100 % <odd> _title_ | x",
        note="Costs $5 #1 {a}",
    )
    return [full, training_report(), curve_report(), surface_report()]
