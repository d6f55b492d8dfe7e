"""Reports with known content, shared by the tests of tables, figures and formats."""

import math
from functools import cache

import numpy as np
import pandas as pd

from nalm.experiments import (
    MEASUREMENT_COLUMNS,
    Chart,
    Computation,
    Experiment,
    Mark,
    Parameter,
    Row,
    Scale,
)
from nalm.reports import (
    ChartReport,
    MeasurementReport,
    TrainingReport,
    measurement_table,
    report_computation,
    report_training,
    table,
)
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
        "parameter": "",
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
        milliseconds=1.5,
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


def chart_report(mark):
    """A report of two units, one of which the paper has a number of."""
    rows = [
        {"unit": unit, "step": step, "error": error, "low": error / 2, "high": 2 * error}
        for unit in ("NMU", "NAU")
        for step, error in ((1, 1.0), (2, 0.6), (3, 0.4), (4, 0.0))
    ]
    frame = pd.DataFrame(rows).assign(origin="ours")
    ends = {"low": "low", "high": "high"}
    charts = {
        Mark.LINE: Chart(mark=mark, x="step", y="error", series="unit", **ends),
        Mark.POINTS: Chart(mark=mark, x="step", y="error", series="unit", **ends),
        Mark.HISTOGRAM: Chart(mark=mark, x="error", series="unit"),
        Mark.HEATMAP: Chart(
            mark=mark,
            x="column",
            y="line",
            value="error",
            panel="unit",
            labels=(("error", "|error|"),),
        ),
    }
    if mark is Mark.LINE:
        frame.loc[1, ["error", "origin"]] = (0.3, "published")
    if mark is Mark.HEATMAP:
        frame = frame.drop(columns="origin")
        frame = frame.assign(column=(frame.step - 1) % 2, line=(frame.step - 1) // 2)
    texts = {"name": "p/chart", "title": "A chart", "source": "Figure 2"}
    return ChartReport(frame=frame, chart=charts[mark], **texts)


def measured(values, *, extra=({},), scale=Scale.REAL, **labels):
    """Measurements of a metric `error`; each of `extra` adds the same runs with other labels."""
    names = {
        "experiment": "p/w",
        "unit": "NMU",
        "task": "mul",
        "interpolation": "[1,2)",
        "extrapolation": "[2,6)",
        "parameter": "",
        "metric": "error",
    }
    several = [{}, *extra] if {} not in extra else extra
    rows = [
        {**names, **labels, **other, "seed": seed, "value": value, "scale": scale.value}
        for other in several
        for seed, value in enumerate(values)
    ]
    return pd.DataFrame(rows, columns=list(MEASUREMENT_COLUMNS))


def measurement_report(*, values=(1.0, 2.0, 3.0), expected=3, extra=({},)):
    runs = pd.concat([measured(values, unit=unit, extra=extra) for unit in ("NMU", "NAU")])
    frame = measurement_table(runs, expected_runs=expected)
    texts = {"name": "p/w", "title": "Measured", "source": "Table 2"}
    return MeasurementReport(frame=frame, measured=runs, **texts)


def sweep_report():
    """Two units, a sweep of numbers with zero and a sweep of words."""
    weights = [Parameter(name="weight", value=value) for value in (0.0, 0.01, 1.0)]
    losses = [Parameter(name="loss", value=value) for value in ("MSE", "PCC")]
    parameters = (*weights, *losses)
    rows = [
        row(unit=unit, parameter=str(parameter), solved=20 + k)
        for unit in ("NMRU", "NRU")
        for k, parameter in enumerate(parameters)
    ]
    texts = {"name": "p/sweep", "title": "A sweep", "source": "Figure 3"}
    below = (measurement_report(),)
    return TrainingReport(frame=table(rows), parameters=parameters, below=below, **texts)


@cache
def all_reports():
    full = training_report(
        row(),
        row(unit="Real NPU (modified)", interpolation="[-2,2)", solved=8),
        row(interpolation="[-2,2)", solved=0, runs=0),
        title="Mixed & 100 % <odd> _title_ | x",
        note="Costs $5 #1 {a}",
    )
    charts = [chart_report(mark) for mark in Mark]
    others = [measurement_report(), sweep_report(), *charts]
    return [full, training_report(), curve_report(), surface_report(), *others]
