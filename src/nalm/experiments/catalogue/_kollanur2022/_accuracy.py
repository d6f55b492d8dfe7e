"""Accuracy: the share of test samples that are predicted closely enough."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from nalm._typing import FloatArray
from nalm.experiments._measurement import Measured, Measurement
from nalm.experiments._scale import Scale
from nalm.experiments._trained import Trained
from nalm.tasks import evaluation_set

SAMPLES = 1000
"""The report's accuracies are multiples of 0.1 %."""

TOLERANCES = (("accuracy", 0.5), ("accuracy_0.1", 0.1), ("accuracy_0.01", 0.01))
"""Metric and largest error of a sample that counts; the report does not define its accuracy."""


@dataclass(frozen=True, kw_only=True)
class Accuracy(Measurement):
    """Measure the share of 1000 test samples with |ŷ − y| < τ.

    ``accuracy`` has τ = 0.5, ``accuracy_0.1`` and ``accuracy_0.01`` have these, and for
    ``accuracy_relative`` τ is a hundredth of |y|. ``sign_error`` is the share of samples whose
    prediction has the wrong sign.
    """

    def __call__(self, run: Trained) -> Sequence[Measured]:
        """Measure a run on inputs of its extrapolation range."""
        inputs, y = evaluation_set(
            run.setting.task, run.setting.extrapolation, seed=run.seed, rows=SAMPLES
        )
        dtype = run.setting.recipe.dtype
        with torch.no_grad():
            predicted: FloatArray = (
                run.network()(torch.as_tensor(inputs, dtype=dtype)).double().numpy()
            )
        error: FloatArray = np.abs(predicted - y)
        absolute = [
            Measured(metric, float(np.mean(error < tolerance)), scale=Scale.SHARE)
            for metric, tolerance in TOLERANCES
        ]
        return [
            *absolute,
            Measured(
                "accuracy_relative", float(np.mean(error < 0.01 * np.abs(y))), scale=Scale.SHARE
            ),
            Measured("sign_error", float(np.mean(predicted * y < 0)), scale=Scale.SHARE),
        ]
