"""The measurements of an experiment, on all its stored runs."""

import pandas as pd  # pyright: ignore[reportMissingTypeStubs]

from nalm.experiments._experiment import Experiment
from nalm.experiments._trained_runs import trained
from nalm.results import Store

MEASUREMENT_COLUMNS = (
    *("experiment", "unit", "task", "interpolation", "extrapolation", "parameter"),
    *("seed", "metric", "value", "scale"),
)


def measure_all(experiment: Experiment, store: Store) -> pd.DataFrame:
    """Apply an experiment's measurements to its stored runs.

    Args:
        experiment: What was trained; its `measurements` are applied to every run.
        store: Where the runs are.

    Returns:
        One row per run and value, with the columns `MEASUREMENT_COLUMNS`.
    """
    rows = [
        {
            "experiment": experiment.name,
            **run.setting.labels(),
            "task": found.task or run.setting.task.name,
            "seed": run.seed,
            "metric": found.metric,
            "value": found.value,
            "scale": found.scale.value,
        }
        for run in trained(experiment, store)
        for measure in experiment.measurements
        for found in measure(run)
    ]
    return pd.DataFrame(rows, columns=list(MEASUREMENT_COLUMNS))
