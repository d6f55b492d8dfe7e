"""Hill Space is All You Need (DuJardin, 2025).

Units with weights tanh(ŵ) σ(m̂) that start at 0 and snap: four operations of two inputs on three
pairs of distributions after the iNALU's paper, trained on their own distribution, or on [0, 10).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import torch
from torch import nn

from nalm.experiments._experiment import Experiment
from nalm.experiments._measurement import Measured, Measurement
from nalm.experiments._parameter import Parameter
from nalm.experiments._scale import Scale
from nalm.experiments._setting import Setting
from nalm.experiments._trained import Trained
from nalm.networks import Constant, Initial, stack
from nalm.tasks import (
    Exponential,
    Operation,
    Range,
    RangePair,
    SingleModuleTask,
    TruncatedNormal,
)
from nalm.training import Adam, Recipe
from nalm.units import INALU, NAC, NALU, NAU, NMU, NPU, HillExponential

SUMS = (Operation.ADD, Operation.SUB)
OPERATIONS = (*SUMS, Operation.MUL, Operation.DIV)
SNAP = 1e-6
THRESHOLD = 1e-10
"""Mean squared error at which the published training ends."""

BATCHES = 1000
"""Of 64 samples each: the training set, an epoch."""


def _normal(low: float, high: float) -> TruncatedNormal:
    return TruncatedNormal(mean=0.0, standard_deviation=1.0, low=low, high=high)


PAIRS = (
    RangePair(Exponential(scale=1 / 0.8), Exponential(scale=1 / 0.5)),
    RangePair(Range.interval(-5, 5), Range.interval(-10, -5)),
    RangePair(_normal(-3.0, 3.0), _normal(8.0, 10.0)),
)
"""As the public code draws them: rates 0.8 and 0.5, and a normal distribution around 0."""

UNIVERSAL = Range.interval(1e-8, 10)


@dataclass(frozen=True, kw_only=True)
class FinalError(Measurement):
    """Measure the mean squared error on the test set after the last step."""

    def __call__(self, run: Trained) -> Sequence[Measured]:
        """Measure a run."""
        return [Measured("mse", float(run.stored.trace.test[-1]), scale=Scale.POSITIVE)]


def hill(operation: Operation) -> Callable[[], nn.Module]:
    """Describe the primitive of an operation, with weights that start at 0 and snap."""
    unit = NAC if operation in SUMS else HillExponential
    zero = Initial(parameters="*_hat", draw=Constant(value=0.0))
    return partial(stack, partial(unit, 2, 1, snap=SNAP), initial=(zero,))


def rivals(operation: Operation) -> dict[str, Callable[[], nn.Module]]:
    """Describe the other units that are meant to learn an operation."""
    units: dict[str, Callable[[], nn.Module]] = {
        "NALU": partial(NALU, 2, 1),
        "iNALU": partial(INALU, 2, 1),
        "NPU": partial(NPU, 2, 1),
    }
    if operation in SUMS:
        units["NAU"] = partial(NAU, 2, 1)
    if operation is Operation.MUL:
        units["NMU"] = partial(NMU, 2, 1)
    return units


def entries() -> list[Experiment]:
    """List the published table, and other units trained by its recipe."""
    return [_table(), _other_units()]


def _table() -> Experiment:
    return Experiment(
        name="dujardin2025hill/inalu",
        title="Four operations of two inputs on three pairs of distributions",
        source="table of the comparison with the iNALU; result file of the public code",
        settings=tuple(
            _setting(unit, hill(operation), operation, ranges)
            for pair in PAIRS
            for operation in OPERATIONS
            for unit, ranges in (
                ("Hill (matched)", pair),
                ("Hill (universal)", RangePair(UNIVERSAL, pair.extrapolation)),
            )
        ),
        seeds=10,
        measurements=(FinalError(),),
        note=(
            "240 runs of 100,000 steps, which are the hundred epochs that some published runs "
            "took; the public code now ends after ten. Here Adam has a rate of 0.1, and each "
            "operation weights of its own. Published are a schedule-free AdamW, which nalm "
            "does not have, and one weight for + and ×, another for − and ÷."
        ),
    )


def _other_units() -> Experiment:
    return Experiment(
        name="dujardin2025hill/other-units",
        title="The same with the recipe of the paper for units of other papers",
        source="not in the paper",
        settings=tuple(
            _setting(unit, network, operation, pair)
            for pair in PAIRS
            for operation in OPERATIONS
            for unit, network in rivals(operation).items()
        ),
        seeds=10,
        measurements=(FinalError(),),
        note="450 runs of 100,000 steps. The rate of 0.1 is the paper's and none of theirs.",
    )


def _setting(
    unit: str, network: Callable[[], nn.Module], operation: Operation, pair: RangePair
) -> Setting:
    return Setting(
        unit=unit,
        network=network,
        task=SingleModuleTask(operation=operation),
        interpolation=pair.interpolation,
        extrapolation=pair.extrapolation,
        recipe=Recipe(
            iterations=100 * BATCHES,
            batch_size=64,
            batches=BATCHES,
            evaluate_every=BATCHES,
            optimizer=Adam(learning_rate=0.1, betas=(0.9, 0.96)),
            dtype=torch.float64,
        ),
        threshold=THRESHOLD,
        parameter=Parameter(name="tested on", value=str(pair.extrapolation)),
    )
