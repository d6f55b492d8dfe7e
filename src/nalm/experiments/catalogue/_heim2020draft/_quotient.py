"""Figure 1: product and quotient of two numbers by single layers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch
from torch import nn

from nalm.experiments._experiment import Experiment
from nalm.experiments._setting import Setting
from nalm.experiments._trained import Trained
from nalm.experiments._view import View
from nalm.experiments.catalogue._heim2020._errors import OutputErrors, operations, square_grid
from nalm.experiments.catalogue._heim2020._figure6 import error_chart, error_map, join_maps
from nalm.experiments.catalogue._heim2020._models import (
    BIASED_NALU,
    CLIPPED_NMU,
    GLOROT,
    UNIT_INTERVAL,
    dense_network,
    rmsprop,
)
from nalm.networks import Initial, Uniform, stack
from nalm.tasks import Operation, OperationsTask, Range
from nalm.training import Adam, Constant, L1Norm, Optimizer, Penalty, Recipe
from nalm.units import NPU

TASK = OperationsTask(operations=(Operation.MUL, Operation.DIV))
"""(x y, x / y)."""

POSITIVE = Range.interval(0.1, 2.1)
SIGNED = Range.interval(-2.0, 2.0)
EXTRAPOLATION = Range.interval(-4.0, 4.0)

GRID = square_grid((np.arange(81) - 40) / 10)
"""-4 to 4 in steps of 0.1."""

LIMITS = (-3.0, 2.0)

NPU_PENALTY = Penalty(measure=L1Norm(parameters="*weight_imag"), schedule=Constant(value=0.1))
"""What is added to the NPU's loss: a tenth of the sum of |W_i|."""


@dataclass(frozen=True, kw_only=True)
class Model:
    """A row of the figure.

    Args:
        unit: The figure's name.
        network: Builds the network.
        iterations: Optimiser steps.
        optimizer: The update rule.
        penalties: What is added to the loss.
        dtype: Precision.
    """

    unit: str
    network: Callable[[], nn.Module]
    iterations: int
    optimizer: Optimizer
    penalties: tuple[Penalty, ...] = ()
    dtype: torch.dtype = torch.float32

    def on(self, interpolation: Range) -> Setting:
        """Return the setting of this model with one range of inputs."""
        return Setting(
            unit=self.unit,
            network=self.network,
            task=TASK,
            interpolation=interpolation,
            extrapolation=EXTRAPOLATION,
            recipe=Recipe(
                iterations=self.iterations,
                batch_size=100,
                optimizer=self.optimizer,
                penalties=self.penalties,
                dtype=self.dtype,
            ),
        )


def _npu(learning_rate: float, iterations: int) -> Model:
    small = Initial(parameters="0.weight_real", draw=Uniform(low=0.0, high=0.1))
    return Model(
        unit="NPU",
        network=partial(stack, partial(NPU, 2, 2), initial=(small,)),
        iterations=iterations,
        optimizer=rmsprop(learning_rate),
        penalties=(NPU_PENALTY,),
    )


OTHERS = (
    Model(
        unit="NMU",
        network=partial(
            stack,
            partial(CLIPPED_NMU, 2, 2),
            initial=(Initial(parameters="*", draw=UNIT_INTERVAL),),
        ),
        iterations=20_000,
        optimizer=rmsprop(1e-3),
    ),
    Model(
        unit="NALU",
        network=partial(
            stack, partial(BIASED_NALU, 2, 2), initial=(Initial(parameters="*", draw=GLOROT),)
        ),
        iterations=40_000,
        optimizer=rmsprop(1e-3),
        dtype=torch.float64,
    ),
    Model(
        unit="Dense",
        network=dense_network((2, 10, 2)),
        iterations=50_000,
        optimizer=Adam(learning_rate=1e-3),
    ),
)

TRAINING = Experiment(
    name="heim2020draft/fig1-training",
    title="Product and quotient of two numbers by a single layer",
    source="Figure 1",
    settings=tuple(model.on(POSITIVE) for model in (_npu(1e-4, 50_000), *OTHERS)),
    seeds=1,
    measurements=(OutputErrors(),),
    note=(
        "4 runs of 20,000 to 50,000 steps. Inputs from U(0.1, 2.1), where the caption says "
        "U(0.1, 2). Expected: the NPU solves both, the NMU the product only, NALU and Dense "
        "neither outside the range. The quotient's test error is ruled by inputs near zero and "
        "so not comparable between draws."
    ),
)

SIGNED_TRAINING = Experiment(
    name="heim2020draft/fig1-signed-training",
    title="The same, trained with inputs of both signs",
    source="Figure 1, in the history of its code",
    settings=tuple(model.on(SIGNED) for model in (_npu(2e-3, 40_000), *OTHERS)),
    seeds=1,
    measurements=(OutputErrors(),),
    note="4 runs of 20,000 to 50,000 steps. Inputs from U(-2, 2); the draft shows no figure of it.",
)


def entries() -> list[Experiment | View]:
    """List the entries of this file."""
    view = View(
        name="heim2020draft/fig1",
        title="Errors of product and quotient over both inputs",
        source="Figure 1",
        experiment=TRAINING,
        compute=_compute,
        chart=error_chart(panel="unit", row="task", limits=LIMITS),
        note=(
            "Computed in a second from heim2020draft/fig1-training, seed 0. The colour is the "
            "logarithm of the absolute error, which the draft calls squared."
        ),
    )
    return [view, TRAINING, SIGNED_TRAINING]


def _compute(runs: Sequence[Trained]) -> pd.DataFrame:
    maps = [
        error_map(run, column, grid=GRID, limits=LIMITS)
        for run in runs
        if run.seed == 0
        for column in range(len(operations(run.setting)))
    ]
    return join_maps(maps)
