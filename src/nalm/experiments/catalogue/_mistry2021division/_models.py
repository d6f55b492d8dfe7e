"""The models of the paper and the recipes that it trains them with (section 4, appendix C)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from torch import nn

from nalm.experiments._setting import Setting
from nalm.tasks import DIVISION_RANGES, Operation, RangePair, SingleModuleTask
from nalm.training import (
    Adam,
    Clipping,
    GeometricGrowth,
    GlobalNorm,
    L1Norm,
    LinearRamp,
    Loss,
    MeanSquaredError,
    Optimizer,
    Penalty,
    Recipe,
    UnitPenalty,
)
from nalm.units import NMRU, NPU, NRU, Clip, Discretise, NMRUVariant, PowerInit, RealNPU, SignPath

THRESHOLD = 1e-5
"""Test error below which a run is solved (section 4)."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What a model is trained on, and what changes in its recipe with the number of inputs.

    Args:
        task: The function to learn.
        iterations: Optimiser steps.
        real_npu_window: Steps between which the Real NPU's discretisation grows.
        window: Steps between which the NRU's and the NMRU's sparsity regularisation grows.
        nru_learning_rate: Learning rate of the NRU.
    """

    task: SingleModuleTask
    iterations: int
    real_npu_window: tuple[float, float]
    window: tuple[float, float]
    nru_learning_rate: float


NO_REDUNDANCY = Setup(
    task=SingleModuleTask(operation=Operation.DIV),
    iterations=50_000,
    real_npu_window=(40_000.0, 50_000.0),
    window=(20_000.0, 35_000.0),
    nru_learning_rate=1.0,
)

REDUNDANCY = Setup(
    task=SingleModuleTask(operation=Operation.DIV, in_features=10),
    iterations=100_000,
    real_npu_window=(50_000.0, 75_000.0),
    window=(50_000.0, 75_000.0),
    nru_learning_rate=1e-3,
)

MSE = MeanSquaredError()
"""The loss of every experiment but those of appendix J."""

L1 = Penalty(measure=L1Norm(), schedule=GeometricGrowth(start=1e-9, end=1e-7))
"""The Real NPU's own penalty, with the weights that section 5 keeps."""

GRADIENT_CLIPPING = (GlobalNorm(limit=1.0),)
"""What the NMRU needs against the gradients of reciprocals (section 3.3)."""

NMRU_OPTIMIZER = Adam(learning_rate=1e-2)
"""The NMRU's optimiser in both setups."""


@dataclass(frozen=True, kw_only=True)
class Model:
    """A line of a figure: a network with its recipe, under the legend's name.

    Args:
        unit: The legend's name.
        network: Builds the network.
        recipe: How it trains.
        task: What it learns.
    """

    unit: str
    network: Callable[[], nn.Module]
    recipe: Recipe
    task: SingleModuleTask

    def on(self, ranges: RangePair, *, threshold: float = THRESHOLD) -> Setting:
        """Return the setting of this model on one pair of ranges."""
        return Setting(
            unit=self.unit,
            network=self.network,
            task=self.task,
            interpolation=ranges.interpolation,
            extrapolation=ranges.extrapolation,
            recipe=self.recipe,
            threshold=threshold,
        )


@dataclass(frozen=True, kw_only=True)
class PowerOptions:
    """The switches of section 5; the defaults are the Real NPU without any modification.

    Args:
        clip: What is clamped after a step.
        discretise: What the penalty pulls to discrete values.
        init: How the weights are drawn.
        norm: Penalty on the size of the parameters; `None` for none.
        learning_rate: Learning rate of Adam.
        loss: What is minimised.
    """

    clip: Clip = Clip.NONE
    discretise: Discretise = Discretise.NONE
    init: PowerInit = PowerInit.XAVIER_UNIFORM
    norm: Penalty | None = L1
    learning_rate: float = 5e-3
    loss: Loss = MSE


BASELINE = PowerOptions()
MODIFIED = PowerOptions(clip=Clip.BOTH, discretise=Discretise.BOTH, init=PowerInit.CONSTRAINED)


def real_npu(
    setup: Setup, unit: str, options: PowerOptions, *, kind: type[RealNPU | NPU] = RealNPU
) -> Model:
    """Return a Real NPU, or an NPU, with some of the modifications of section 5."""
    penalties = () if options.norm is None else (options.norm,)
    if options.discretise is not Discretise.NONE:
        penalties += (ramp(1.0, setup.real_npu_window),)
    return Model(
        unit=unit,
        network=partial(
            kind,
            setup.task.in_features,
            1,
            clip=options.clip,
            discretise=options.discretise,
            init=options.init,
        ),
        recipe=Recipe(
            iterations=setup.iterations,
            optimizer=Adam(learning_rate=options.learning_rate),
            loss=options.loss,
            penalties=penalties,
        ),
        task=setup.task,
    )


def nru(
    setup: Setup,
    unit: str = "NRU",
    *,
    sign: SignPath = SignPath.TOGETHER,
    learning_rate: float | None = None,
    loss: Loss = MSE,
) -> Model:
    """Return an NRU; its learning rate depends on the setup."""
    rate = setup.nru_learning_rate if learning_rate is None else learning_rate
    return Model(
        unit=unit,
        network=partial(NRU, setup.task.in_features, 1, sign=sign),
        recipe=Recipe(
            iterations=setup.iterations,
            optimizer=Adam(learning_rate=rate),
            loss=loss,
            penalties=(ramp(10.0, setup.window),),
        ),
        task=setup.task,
    )


def nmru(
    setup: Setup,
    unit: str = "NMRU",
    *,
    variant: NMRUVariant = NMRUVariant.PAPER,
    optimizer: Optimizer = NMRU_OPTIMIZER,
    clipping: tuple[Clipping, ...] = GRADIENT_CLIPPING,
    loss: Loss = MSE,
) -> Model:
    """Return an NMRU."""
    return Model(
        unit=unit,
        network=partial(NMRU, setup.task.in_features, 1, variant=variant),
        recipe=Recipe(
            iterations=setup.iterations,
            optimizer=optimizer,
            loss=loss,
            penalties=(ramp(10.0, setup.window),),
            clipping=clipping,
        ),
        task=setup.task,
    )


def dividing_units(setup: Setup) -> list[Model]:
    """Return the paper's three units, each in the form that it recommends."""
    return [real_npu(setup, "Real NPU (modified)", MODIFIED), nru(setup), nmru(setup)]


def on_all_ranges(models: Sequence[Model]) -> tuple[Setting, ...]:
    """Return the settings of every model on the nine ranges of Table 1."""
    return tuple(model.on(ranges) for model in models for ranges in DIVISION_RANGES)


def ramp(scale: float, window: tuple[float, float]) -> Penalty:
    """Return the units' own penalty, switched on linearly within a window of steps."""
    start, end = window
    return Penalty(measure=UnitPenalty(), schedule=LinearRamp(scale=scale, start=start, end=end))
