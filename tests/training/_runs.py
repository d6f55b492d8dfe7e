"""Runs that the tests of this folder share."""

from collections.abc import Callable
from functools import partial

import numpy as np
import torch
from torch import Tensor, nn

from nalm import NMRU, RealNPU
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import (
    Adam,
    GeometricGrowth,
    GlobalNorm,
    L1Norm,
    LinearRamp,
    Outcome,
    Penalty,
    Recipe,
    Run,
    UnitPenalty,
)
from nalm.training._steps._sampling import uniform

DIVISION = SingleModuleTask(operation=Operation.DIV, in_features=3)
RANGES = (Range.interval(1, 2), Range.interval(-2, -1), Range.interval(10, 20))
BEYOND = (Range.interval(2, 6), Range.interval(-6, -2), Range.interval(20, 40))
"""As many ranges again: one program evaluates on these and on those."""
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
            extrapolation=BEYOND[seed % 3],
            recipe=recipe(**({"optimizer": Adam(learning_rate=0.01 * (1 + seed % 2))} | changes)),
            seed=seed,
        )
        for seed in range(count)
    ]


CLIPPED = {"clipping": (GlobalNorm(limit=1.0),)}
REAL_NPU = partial(RealNPU.modified, 3, 1)


def batch_of(run: Run, step: int) -> tuple[Tensor, Tensor]:
    """Draw the inputs and targets of one run's step by itself."""
    dtype = run.recipe.dtype
    instance = {name: torch.tensor(v).to(dtype) for name, v in run.task.instance(run.seed).items()}
    seed, now = (torch.tensor(value, dtype=torch.int32) for value in (run.seed, step))
    shape = (run.interpolation.uniforms, run.task.in_features, run.recipe.batch_size)
    x = run.interpolation.sample(uniform(seed, now, shape, dtype)).T
    return x, run.task.target(x, instance)


def assert_same(first: Outcome, second: Outcome, *, tolerance: float = 0.0) -> None:
    for name in ("validation", "test", "sparsity"):
        np.testing.assert_allclose(
            getattr(first, name), getattr(second, name), rtol=tolerance, err_msg=name
        )
    for name, value in first.parameters.items():
        np.testing.assert_allclose(value, second.parameters[name], rtol=tolerance, atol=tolerance)
