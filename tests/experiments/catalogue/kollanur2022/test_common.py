"""What the report's experiments share: range, start and procedure."""

from functools import partial

import numpy as np
import torch

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._kollanur2022._common import TEST, TRAIN, recipe, single
from nalm.training import PlateauRestart
from nalm.units import NAC

REPORT = [each for name, each in entries().items() if name.startswith("kollanur2022/section")]


def test_training_is_inside_of_what_is_tested():
    inner, outer = (each.draw(np.random.RandomState(0), (2000, 1)) for each in (TRAIN, TEST))
    assert (inner.min() >= 20, inner.max() < 40) == (True, True)
    assert outer.min() < inner.min() < inner.max() < outer.max()


def test_a_unit_starts_within_the_bounds_of_glorot():
    torch.manual_seed(0)
    layer = single(partial(NAC, 5, 20))()[0]
    bound = (6 / 25) ** 0.5
    for parameter in layer.parameters():
        assert 0.8 * bound < parameter.abs().max() <= bound


def test_the_procedure_is_smooth_l1_and_rmsprop_with_a_moving_average_of_09():
    found = recipe(30, restart=PlateauRestart())
    assert (found.iterations, found.batch_size) == (30, 64)
    assert (found.optimizer.alpha, found.optimizer.learning_rate) == (0.9, 0.01)
    assert type(found.loss).__name__ == "SmoothL1"
    assert found.restart == PlateauRestart()
    assert recipe(30).restart is None
