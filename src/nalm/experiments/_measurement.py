"""Measurements: what a trained network is worth, beyond its errors over time."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd  # pyright: ignore[reportMissingTypeStubs]

from nalm.experiments._experiment import Experiment
from nalm.experiments._trained import Trained, trained
from nalm.results import Store


class Measured(NamedTuple):
    """One number that was measured on a network.

    Args:
        metric: What it is, such as ``mean_absolute_error``.
        value: The number.
        task: The part of the task that it is about; empty for the whole.
    """

    metric: str
    value: float
    task: str = ""


@dataclass(frozen=True, kw_only=True)
class Measurement(ABC):
    """A pure function of a finished run."""

    @abstractmethod
    def __call__(self, run: Trained) -> Sequence[Measured]:
        """Measure a run; every run of an experiment gives the same metrics in the same order."""


MEASUREMENT_COLUMNS = (
    *("experiment", "unit", "task", "interpolation", "extrapolation", "parameter"),
    *("seed", "metric", "value"),
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
        }
        for run in trained(experiment, store)
        for measure in experiment.measurements
        for found in measure(run)
    ]
    return pd.DataFrame(rows, columns=list(MEASUREMENT_COLUMNS))
