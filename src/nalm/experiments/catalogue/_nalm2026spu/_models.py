"""The SPU with the NMRU's recipe, the NMU, and the paper's setup for other tasks and lengths."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from torch import nn

from nalm.experiments._parameter import Parameter
from nalm.experiments._setting import Setting
from nalm.experiments.catalogue._mistry2021division._models import (
    GRADIENT_CLIPPING,
    REDUNDANCY,
    Model,
    Setup,
    ramp,
)
from nalm.tasks import DIVISION_RANGES, Operation, RangePair, SingleModuleTask
from nalm.training import Adam, Clipping, Penalty, Recipe
from nalm.units import NMU, SPU

SCALE = 10.0
"""Weight of the sparsity penalty at its end, as for the NMRU."""


def spu(
    setup: Setup,
    unit: str = "SPU",
    *,
    network: Callable[[int, int], nn.Module] = SPU,
    learning_rate: float = 1e-2,
    scale: float = SCALE,
    clipping: tuple[Clipping, ...] = GRADIENT_CLIPPING,
) -> Model:
    """Return the SPU, or a variant, with the recipe that the paper gives the NMRU."""
    penalties: tuple[Penalty, ...] = (ramp(scale, setup.window),) if scale else ()
    return Model(
        unit=unit,
        network=partial(network, setup.task.in_features, 1),
        recipe=Recipe(
            iterations=setup.iterations,
            optimizer=Adam(learning_rate=learning_rate),
            penalties=penalties,
            clipping=clipping,
        ),
        task=setup.task,
    )


def nmu(setup: Setup) -> Model:
    """Return an NMU with the recipe of the single-module benchmark."""
    recipe = Recipe(iterations=setup.iterations, penalties=(ramp(SCALE, setup.window),))
    network = partial(NMU, setup.task.in_features, 1)
    return Model(unit="NMU", network=network, recipe=recipe, task=setup.task)


def redundant(
    operation: Operation, *, in_features: int = 10, operands: int = 2, iterations: int = 100_000
) -> Setup:
    """Return the paper's setup with redundant inputs for another task or another length.

    Args:
        operation: What is to be learnt.
        in_features: Inputs, most of them irrelevant.
        operands: Inputs that matter.
        iterations: Optimiser steps; regularisation grows between the same fractions of them.
    """
    factor = iterations / REDUNDANCY.iterations
    start, end = (factor * step for step in REDUNDANCY.window)
    task = SingleModuleTask(operation=operation, in_features=in_features, subset_count=operands)
    return replace(
        REDUNDANCY,
        task=task,
        iterations=iterations,
        window=(start, end),
        real_npu_window=(start, end),
    )


def on_ranges(
    models: Sequence[Model],
    *,
    ranges: Sequence[RangePair] = DIVISION_RANGES,
    parameter: Parameter | None = None,
) -> tuple[Setting, ...]:
    """Return the settings of every model on some of the paper's ranges."""
    return tuple(
        replace(model.on(pair), parameter=parameter) for model in models for pair in ranges
    )
