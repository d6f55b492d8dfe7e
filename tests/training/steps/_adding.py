"""A sum of two numbers, whose step can be computed by hand."""

from functools import partial

import torch

from nalm import NAU
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import SGD, Constant, GlobalNorm, L1Norm, Penalty, Recipe, Run, Value

RATE, LIMIT, WEIGHT = 0.5, 0.8, 0.25


def adding(seed, low=1.0, rate=RATE):
    penalty = Penalty(measure=L1Norm(), schedule=Constant(value=WEIGHT))
    return Run(
        network=partial(NAU, 2, 1),
        task=SingleModuleTask(operation=Operation.ADD),
        interpolation=Range.interval(low, 2 * low),
        extrapolation=Range.interval(2, 6),
        recipe=Recipe(
            iterations=1,
            batch_size=16,
            optimizer=SGD(learning_rate=rate),
            penalties=(penalty,),
            clipping=(GlobalNorm(limit=LIMIT), Value(limit=0.6)),
            dtype=torch.float64,
        ),
        seed=seed,
    )
