"""Runs that the tests of this folder share."""

from collections.abc import Callable
from functools import partial

from torch import nn

from nalm import NMRU, RealNPU
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import (
    Adam,
    GeometricGrowth,
    GlobalNorm,
    L1Norm,
    LinearRamp,
    Penalty,
    Recipe,
    Run,
    UnitPenalty,
)

DIVISION = SingleModuleTask(operation=Operation.DIV, in_features=3)
RANGES = (Range.interval(1, 2), Range.interval(-2, -1), Range.interval(10, 20))
L1 = Penalty(measure=L1Norm(), schedule=GeometricGrowth(start=1e-4, end=1e-2, every=50.0))
SPARSITY = Penalty(measure=UnitPenalty(), schedule=LinearRamp(scale=10.0, start=20.0, end=100.0))

SMALL_NMRU = partial(NMRU, 3, 1)


def recipe(iterations: int = 100, **changes: object) -> Recipe:
    fields: dict[str, object] = {
        "evaluate_every": 25,
        "evaluation_rows": 64,
        "batch_size": 32,
        "optimizer": Adam(learning_rate=0.01),
        "penalties": (SPARSITY,),
    }
    return Recipe(iterations=iterations, **(fields | changes))


def runs(
    count: int,
    network: Callable[[], nn.Module] = SMALL_NMRU,
    **changes: object,
) -> list[Run]:
    """Make runs of one signature that differ in seed, range and learning rate."""
    return [
        Run(
            network=network,
            task=DIVISION,
            interpolation=RANGES[seed % 3],
            extrapolation=Range.interval(2, 6),
            recipe=recipe(**({"optimizer": Adam(learning_rate=0.01 * (1 + seed % 2))} | changes)),
            seed=seed,
        )
        for seed in range(count)
    ]


CLIPPED = {"clipping": (GlobalNorm(limit=1.0),)}
REAL_NPU = partial(RealNPU.modified, 3, 1)
