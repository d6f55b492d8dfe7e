"""Does the gate of a NALU find the right operation? (appendix C.5)."""

from collections.abc import Sequence
from functools import partial
from typing import cast

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch
from torch import nn

from nalm.experiments._chart import Chart, Mark
from nalm.experiments._experiment import Experiment
from nalm.experiments._trained import Trained
from nalm.experiments._view import View
from nalm.experiments.catalogue._madsen2020._models import Model
from nalm.experiments.catalogue._madsen2020._problem import (
    OFF_BY_ONE,
    THRESHOLDS,
    Problem,
    sums_of_inputs,
)
from nalm.tasks import VALIDATION_SEED, Operation, evaluation_set
from nalm.units import NAC, NALU, NAU, GatedNAUNMU, NALUWeights

MODELS = (
    Model(unit="NALU (shared)", first=NAC, second=NALU),
    Model(unit="NALU (separate)", first=NAC, second=partial(NALU, weights=NALUWeights.SEPARATE)),
    Model(unit="Gated NAU/NMU", first=NAU, second=GatedNAUNMU),
)
"""An addition layer that is right for both operations, below a layer that has to choose."""

OPERATIONS = (Operation.ADD, Operation.MUL)

BINS = 25

EXPERIMENT = Experiment(
    name="madsen2020/gating",
    title="Addition and multiplication by a layer that has to choose between them",
    source="Appendix C.5",
    settings=tuple(
        Problem(task=sums_of_inputs(operation), threshold=THRESHOLDS[operation]).setting(model)
        for operation in OPERATIONS
        for model in MODELS
    ),
    seeds=100,
    note=(
        "600 runs of 5,000,000 steps. Expected success: NALU (separate) 0.51 for the sum and 0.22 "
        f"for the product, Gated NAU/NMU 0.37 and 0.62. {OFF_BY_ONE}"
    ),
)


def experiments() -> list[Experiment | View]:
    """List the entries of this file."""
    return [
        EXPERIMENT,
        View(
            name="madsen2020/gating-histogram",
            title="What the gate chose, in solved runs and in the others",
            source="Appendix C.5",
            experiment=EXPERIMENT,
            compute=_histogram,
            chart=Chart(
                mark=Mark.HISTOGRAM,
                x="gate",
                y="runs",
                series="outcome",
                panel="unit",
                row="task",
                labels=(("gate", "mean gate (1: sum, 0: product)"), ("runs", "runs")),
            ),
            note=(
                "The mean gate of the second layer over the validation inputs, with the final "
                "parameters; the paper takes it at the step with the best validation error."
            ),
        ),
    ]


def mean_gate(run: Trained) -> float:
    """Return the mean of the second layer's gate over the validation inputs of a run."""
    setting = run.setting
    layers = cast("nn.Sequential", run.network())
    x, _ = evaluation_set(
        setting.task,
        setting.interpolation,
        seed=run.seed,
        stream=VALIDATION_SEED,
        rows=setting.recipe.evaluation_rows,
    )
    with torch.no_grad():
        z = layers[0](torch.tensor(x, dtype=setting.recipe.dtype))
        gate = layers[1].get_parameter("gate")
        return torch.sigmoid(z @ gate.T).mean().item()


def _histogram(runs: Sequence[Trained]) -> pd.DataFrame:
    """Count the runs of every model in each of 25 bins of the mean gate."""
    edges = np.linspace(0, 1, BINS + 1)
    gates: dict[tuple[str, str, str], list[float]] = {}
    for run in runs:
        outcome = "solved" if run.metrics.solved else "not solved"
        key = run.setting.task.name, run.setting.unit, outcome
        gates.setdefault(key, []).append(mean_gate(run))
    rows: list[dict[str, object]] = []
    for (task, unit, outcome), found in gates.items():
        counts, _ = np.histogram(found, bins=edges)
        for centre, count in zip((edges[1:] + edges[:-1]) / 2, counts.tolist(), strict=True):
            labels = {"task": task, "unit": unit, "outcome": outcome}
            rows.append({**labels, "gate": round(float(centre), 4), "runs": count})
    columns = ["task", "unit", "outcome", "gate", "runs"]
    return pd.DataFrame(rows, columns=columns)
