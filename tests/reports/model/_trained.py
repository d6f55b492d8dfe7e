"""Stored runs of a few settings, for the tests of views of what was trained."""

from functools import partial

import numpy as np

from nalm import NAU, NMU
from nalm.experiments import Experiment, Setting, Trained
from nalm.results import StoredRun, Trace
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import Recipe

STEPS = np.arange(4) * 10


def setting(unit=NAU, *, low=1.0, threshold=1e-3):
    return Setting(
        unit=unit.__name__,
        network=partial(unit, 2, 1),
        task=SingleModuleTask(operation=Operation.ADD),
        interpolation=Range.interval(low, low + 1),
        extrapolation=Range.interval(low + 1, low + 5),
        recipe=Recipe(iterations=30, evaluate_every=10),
        threshold=threshold,
    )


def trained(setting, seed, *, validation=(1.0, 0.1, 0.01, 0.001), trajectory=False, weights=None):
    errors = np.array(validation, dtype=np.float64)
    final = np.array([[0.0, 1.0]]) if weights is None else np.array(weights)
    stored = StoredRun(
        key=setting.run(seed).key,
        description={},
        seed=seed,
        trace=Trace(step=STEPS[: len(errors)], validation=errors, test=errors / 2, sparsity=errors),
        parameters={"weight": final},
        seconds=1.0,
        diverged=False,
        trajectory={"weight": np.stack([final * k for k in range(len(errors))])}
        if trajectory
        else {},
    )
    return Trained(setting=setting, seed=seed, stored=stored)


def experiment(*settings, seeds):
    return Experiment(
        name="paper/what", title="What", source="Table 1", settings=settings, seeds=seeds
    )


SETTINGS = (setting(), setting(NMU), setting(low=3.0))
