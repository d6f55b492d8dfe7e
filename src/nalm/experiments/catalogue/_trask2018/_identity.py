"""Error of a network that has learnt the identity: numbers and curves."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch

from nalm._typing import FloatArray
from nalm.experiments._chart import Chart, Mark
from nalm.experiments._measurement import Measured, Measurement
from nalm.experiments._scale import Scale
from nalm.experiments._trained import Trained

POINTS = 301

CHART = Chart(
    mark=Mark.LINE,
    x="x",
    y="error",
    panel="unit",
    low="low",
    high="high",
    log_y=True,
    labels=(("error", "mean |ŷ − x|"),),
)


@dataclass(frozen=True, kw_only=True)
class IdentityError(Measurement):
    """Measure mean |ŷ − x| inside and outside of the training range, and at the furthest points.

    Args:
        low, high: Ends of the range of all inputs.
        inside: Ends of the training range.
        far: The furthest points.
    """

    low: float
    high: float
    inside: tuple[float, float]
    far: tuple[float, ...]

    def __call__(self, run: Trained) -> Sequence[Measured]:
        """Measure a run."""
        x = np.linspace(self.low, self.high, POINTS)
        error = identity_error(run, x)
        within = (self.inside[0] <= x) & (x <= self.inside[1])
        return [
            Measured("error_inside", float(error[within].mean()), scale=Scale.POSITIVE),
            Measured("error_outside", float(error[~within].mean()), scale=Scale.POSITIVE),
            Measured(
                "error_far",
                float(identity_error(run, np.array(self.far)).mean()),
                scale=Scale.POSITIVE,
            ),
        ]


@dataclass(frozen=True, kw_only=True)
class IdentityCurves:
    """Compute the curves of a figure: the error at each input, over the seeds.

    Args:
        low, high: Ends of the horizontal axis.
    """

    low: float
    high: float

    def __call__(self, runs: Sequence[Trained]) -> pd.DataFrame:
        """Return mean and the 10 % and 90 % quantiles over the seeds, for each model and input."""
        x = np.linspace(self.low, self.high, POINTS)
        frames: list[pd.DataFrame] = []
        for unit, group in groupby(runs, key=lambda run: run.setting.unit):
            errors = np.stack([identity_error(run, x) for run in group])
            low, high = np.quantile(errors, [0.1, 0.9], axis=0)
            columns = {"unit": unit, "x": x, "error": errors.mean(0), "low": low, "high": high}
            frames.append(pd.DataFrame(columns))
        return pd.concat(frames, ignore_index=True)


def identity_error(run: Trained, x: FloatArray) -> FloatArray:
    """Return |ŷ − x| of a trained network at each x."""
    inputs = torch.tensor(x, dtype=run.setting.recipe.dtype)[:, None]
    with torch.no_grad():
        return (run.network()(inputs) - inputs).abs().squeeze(-1).double().numpy()
