"""Functions of two numbers, as public PyTorch code learns them after Table 1."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
import torch
from torch import nn

from nalm._typing import FloatArray
from nalm.experiments._experiment import Experiment
from nalm.experiments._measurement import Measured, Measurement
from nalm.experiments._scale import Scale
from nalm.experiments._setting import Setting
from nalm.experiments._trained import Trained
from nalm.networks import Initial, Uniform, stack
from nalm.tasks import Chain, Operation, Points, SingleModuleTask, Task, evaluation_set
from nalm.training import Recipe, RMSprop, initialise
from nalm.units import NAC, NALU, Activation, Dense

INPUTS, HIDDEN = 2, 2
VECTOR, SUMMED = 100, 5
"""Numbers of the vector, and how many of them are added to one input."""
TRAIN, TEST = 500, 50
STEPS = 100_000
UNTRAINED = 100
"""Networks whose mean error is a score of 100."""


def entries() -> list[Experiment]:
    """List the experiment."""
    return [
        Experiment(
            name="trask2018/functions",
            title="Six functions of two sums of five numbers each, by four models of two layers",
            source="Table 1, public code",
            settings=tuple(_setting(model, task) for model in MODELS for task in _tasks()),
            seeds=10,
            note=(
                f"240 runs of {STEPS:,} steps on all {TRAIN} samples, in the manner of public "
                "PyTorch code. `score` is the mean absolute error in percent of that of "
                "untrained ReLU6 networks. The code trains one network on all six functions, one "
                "after another, without new weights; here each begins anew. Published is one run, "
                "the later of two whose scores differ by factors of up to 1,250."
            ),
            measurements=(Score(),),
        )
    ]


def _dense(activation: Activation) -> Callable[[], nn.Module]:
    layers = [
        partial(Dense, INPUTS, HIDDEN, activation=activation),
        partial(Dense, HIDDEN, 1),
    ]
    return partial(stack, *layers, initial=(_uniform("*", HIDDEN**-0.5),))


def _arithmetic(unit: type[NAC] | type[NALU]) -> Callable[[], nn.Module]:
    initial = [_uniform("*_hat", (6 / INPUTS) ** 0.5)]
    gate = [_uniform("*.gate", INPUTS**-0.5)] if unit is NALU else []
    layers = [partial(unit, INPUTS, HIDDEN), partial(unit, HIDDEN, 1)]
    return partial(stack, *layers, initial=(*initial, *gate))


def _uniform(parameters: str, size: float) -> Initial:
    return Initial(parameters=parameters, draw=Uniform(low=-size, high=size))


MODELS = {
    "ReLU6": _dense(Activation.RELU6),
    "none": _dense(Activation.LINEAR),
    "NAC": _arithmetic(NAC),
    "NALU": _arithmetic(NALU),
}


def _tasks() -> list[Task]:
    chained = (Operation.ADD, Operation.SUB, Operation.MUL, Operation.DIV)
    first = (Operation.SQUARED, Operation.ROOT)
    return [
        *(Chain(operation=operation, in_features=INPUTS) for operation in chained),
        *(SingleModuleTask(operation=operation) for operation in first),
    ]


def _setting(model: str, task: Task) -> Setting:
    return Setting(
        unit=model,
        network=MODELS[model],
        task=task,
        interpolation=_sums(TRAIN, seed=0),
        extrapolation=_sums(TEST, seed=1),
        recipe=Recipe(
            iterations=STEPS,
            batch_size=TRAIN,
            evaluation_rows=TEST,
            optimizer=RMSprop(learning_rate=0.01),
        ),
    )


@cache
def _sums(rows: int, *, seed: int) -> Points:
    """Add, for each sample, two disjoint groups of entries of one fixed vector."""
    vector = np.random.RandomState(VECTOR).uniform(5, 10, VECTOR)
    random = np.random.RandomState(seed)
    order = np.stack([random.permutation(VECTOR)[: INPUTS * SUMMED] for _ in range(rows)])
    sums = vector[order].reshape(rows, INPUTS, SUMMED).sum(-1).round(3)
    return Points(values=tuple((a, b) for a, b in sums.tolist()))


@dataclass(frozen=True, kw_only=True)
class Score(Measurement):
    """Measure the mean absolute error in percent of that of untrained ReLU6 networks."""

    def __call__(self, run: Trained) -> Sequence[Measured]:
        """Measure a run on its test samples."""
        error = mean_error(run.network(), run.setting, seed=run.seed)
        return [Measured("score", 100 * error / _untrained(run.setting.task), scale=Scale.POSITIVE)]


@cache
def _untrained(task: Task) -> float:
    setting = _setting("ReLU6", task)
    errors = [
        mean_error(initialise(setting.network, seed), setting, seed=seed)
        for seed in range(UNTRAINED)
    ]
    return float(np.mean(errors))


def mean_error(network: nn.Module, setting: Setting, *, seed: int) -> float:
    """Return the mean absolute error of a network on the test samples of a setting."""
    inputs, y = evaluation_set(setting.task, setting.extrapolation, seed=seed, rows=TEST)
    with torch.no_grad():
        predicted: FloatArray = network(torch.as_tensor(inputs)).double().numpy()
    return float(np.abs(predicted - y).mean())
