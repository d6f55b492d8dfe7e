"""Measurements: what a trained network is worth, beyond its errors over time."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import final

import pandas as pd  # pyright: ignore[reportMissingTypeStubs]

from nalm.errors import InvalidValueError
from nalm.experiments._experiment import Experiment
from nalm.experiments._scale import Scale
from nalm.experiments._trained import Trained, trained
from nalm.results import Store


@final
@dataclass(frozen=True)
class Measured:
    """One number that was measured on a network.

    Args:
        metric: What it is, such as ``mean_absolute_error``.
        value: The number.
        task: The part of the task that it is about; empty for the whole.
        scale: What values it can have.

    Raises:
        InvalidValueError: If the number is finite and not on the scale.

    Example:
        >>> Measured("mse", 0.25, scale=Scale.POSITIVE).value
        0.25
    """

    metric: str
    value: float
    task: str = ""
    scale: Scale = field(default=Scale.REAL, kw_only=True)

    def __post_init__(self) -> None:
        """Check the number."""
        if math.isfinite(self.value) and not self.scale.holds(self.value):
            raise InvalidValueError(
                f"{self.metric} should be on Scale.{self.scale.name}, found {self.value}; "
                "measure it so, or give it another scale."
            )


@dataclass(frozen=True, kw_only=True)
class Measurement(ABC):
    """A pure function of a finished run."""

    @abstractmethod
    def __call__(self, run: Trained) -> Sequence[Measured]:
        """Measure a run; every run of an experiment gives the same metrics in the same order."""


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
