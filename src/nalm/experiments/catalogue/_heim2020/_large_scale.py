"""The large-scale arithmetic task: sums of half of 100 inputs (section 4.3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

import numpy as np
import torch
from torch import nn

from nalm.experiments._experiment import Experiment
from nalm.experiments._measurement import Measured, Measurement
from nalm.experiments._scale import Scale
from nalm.experiments._setting import Setting
from nalm.experiments._trained import Trained
from nalm.experiments.catalogue._heim2020._models import (
    BIASED_NALU,
    CLIPPED_NMU,
    LINEAR,
    Layer,
    rmsprop,
)
from nalm.networks import Constant, Draw, Initial, Uniform, stack
from nalm.tasks import Distribution, FixedSubsets, Operation, Sobol
from nalm.training import GeometricGrowth, L1Norm, Penalty, Recipe
from nalm.units import NPU, NaiveNPU, RealNPU

INPUTS = 100
SUBSETS = ((0, 50), (38, 88))
"""Half of the inputs each; a quarter of 50, rounded to 12, in common."""

NONZERO = 0.01
"""Absolute value above which an entry counts; the caption of Figure 7 says 0.001."""

SMALL = Uniform(low=0.0, high=0.1)
SEEDS = 10

WORDS = MappingProxyType({"reciprocal": "div", "root": "sqrt"})
"""What the paper calls a task, where that is not its operation's word."""


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A row of the table, with what its models train with.

    Args:
        operation: What is done with the sums.
        learning_rate: Step size of RMSprop.
        penalty: Weight of the L1 norm at the start and at most.
        train: Range of the training inputs.
        test: Range of the test inputs.
        iterations: Optimiser steps.
    """

    operation: Operation
    learning_rate: float
    penalty: tuple[float, float]
    train: tuple[float, float]
    test: tuple[float, float]
    iterations: int = 100_000


ADD = Problem(
    operation=Operation.ADD,
    learning_rate=1e-2,
    penalty=(1e-5, 1e-4),
    train=(-1.0, 1.0),
    test=(-2.0, 2.0),
)
MUL = Problem(
    operation=Operation.MUL,
    learning_rate=5e-3,
    penalty=(1e-5, 1e-4),
    train=(-1.0, 1.0),
    test=(-2.0, 2.0),
)
DIV = Problem(
    operation=Operation.RECIPROCAL,
    learning_rate=5e-3,
    penalty=(1e-9, 1e-7),
    train=(0.0, 0.5),
    test=(-0.5, 0.0),
)
ROOT = Problem(
    operation=Operation.ROOT,
    learning_rate=5e-3,
    penalty=(1e-6, 1e-4),
    train=(0.0, 2.0),
    test=(0.0, 4.0),
)

PROBLEMS = (ADD, MUL, DIV, ROOT)
PRINTED_PROBLEMS = (
    replace(ADD, test=(-4.0, 4.0)),
    replace(MUL, test=(-4.0, 4.0), penalty=(1e-5, 1e-7)),
    ROOT,
)
SHORT_PROBLEMS = (
    replace(ADD, penalty=(1e-7, 1e-4), iterations=10_000),
    replace(MUL, penalty=(1e-9, 1e-4), iterations=20_000),
)
"""What the code overrides for some of the NMU's runs."""


@dataclass(frozen=True, kw_only=True)
class Model:
    """A column of the table.

    Args:
        unit: The table's name.
        network: Builds the network.
        dtype: Precision.
    """

    unit: str
    network: Callable[[], nn.Module]
    dtype: torch.dtype = torch.float32

    def on(self, problem: Problem) -> Setting:
        """Return the setting of this model on one task."""
        start, end = problem.penalty
        norm = Penalty(measure=L1Norm(), schedule=GeometricGrowth(start=start, end=end))
        return Setting(
            unit=self.unit,
            network=self.network,
            task=FixedSubsets(operation=problem.operation, in_features=INPUTS, subsets=SUBSETS),
            interpolation=_inputs(problem.train),
            extrapolation=_inputs(problem.test),
            recipe=Recipe(
                iterations=problem.iterations,
                optimizer=rmsprop(problem.learning_rate),
                penalties=(norm,),
                dtype=self.dtype,
            ),
        )


def _inputs(ends: tuple[float, float]) -> Distribution:
    return Sobol(low=ends[0], high=ends[1])


def _network(first: Layer, second: Layer, draws: Mapping[str, Draw]) -> Callable[[], nn.Module]:
    initial = tuple(Initial(parameters=name, draw=draw) for name, draw in draws.items())
    layers = partial(first, INPUTS, INPUTS), partial(second, INPUTS, 1)
    return partial(stack, *layers, initial=initial)


def _npu(gate: float) -> Model:
    draws = {"0.weight": SMALL, "1.weight_real": SMALL, "1.gate": Constant(value=gate)}
    return Model(unit="NPU", network=_network(LINEAR, NPU, draws))


NPU_MODEL = _npu(gate=1.0)
PRINTED_NPU_MODEL = _npu(gate=0.5)
REAL_NPU_MODEL = Model(unit="RealNPU", network=_network(LINEAR, RealNPU, {"*.weight": SMALL}))
NAIVE_NPU_MODEL = Model(
    unit="NaiveNPU",
    network=_network(LINEAR, NaiveNPU, {"0.weight": SMALL, "1.weight_real": SMALL}),
)
NMU_MODEL = Model(unit="NMU", network=_network(LINEAR, CLIPPED_NMU, {"*.weight": SMALL}))
NALU_MODEL = Model(
    unit="NALU",
    network=_network(
        BIASED_NALU, BIASED_NALU, {"*.w_hat": SMALL, "*.m_hat": SMALL, "*.gate": SMALL}
    ),
    dtype=torch.float64,
)

OTHERS = (REAL_NPU_MODEL, NAIVE_NPU_MODEL, NMU_MODEL, NALU_MODEL)


@dataclass(frozen=True, kw_only=True)
class ErrorsAndSize(Measurement):
    """Give the errors after the last step, and count the parameters that are not near zero."""

    def __call__(self, run: Trained) -> list[Measured]:
        """Return test error, training error and number of parameters."""
        trace, task = run.stored.trace, run.setting.task.name
        values = {
            "test_mse": float(trace.test[-1]),
            "train_mse": float(trace.validation[-1]),
            "nonzero_parameters": float(nonzero_parameters(run)),
        }
        task = WORDS.get(task, task)
        return [Measured(name, value, task, scale=Scale.POSITIVE) for name, value in values.items()]


def nonzero_parameters(run: Trained) -> int:
    """Count the entries of all parameters, gates included, whose size is above `NONZERO`."""
    return sum(
        int(np.count_nonzero(np.abs(values) > NONZERO)) for values in run.stored.parameters.values()
    )


LARGE_SCALE = Experiment(
    name="heim2020/large-scale",
    title="Sum, product, reciprocal and root of sums of 50 of 100 inputs",
    source="Table in section 4.3, Tables A4 to A6",
    settings=tuple(model.on(problem) for problem in PROBLEMS for model in (NPU_MODEL, *OTHERS)),
    seeds=SEEDS,
    measurements=(ErrorsAndSize(),),
    note=(
        "200 runs of 100,000 steps, with the settings of the code: test ranges (-2, 2) for sum "
        "and product and (-0.5, 0) for the quotient, which is 1 / a, the NPU's gate starts at 1, "
        "the NALU in double precision. The paper keeps the 10 best runs of 10 to 20 by test "
        "error. Expected medians: quotient 1e-7 (NPU) and 1.4e-6 (RealNPU), root 0.054 and "
        "0.017, sum 0.006 (NMU), product 1.7 (NMU, where it does not diverge)."
    ),
)


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [LARGE_SCALE, _printed(), _short_nmu()]


def _printed() -> Experiment:
    models = (PRINTED_NPU_MODEL, *OTHERS)
    return Experiment(
        name="heim2020/large-scale-printed",
        title="The same with the printed test ranges and penalties",
        source="Tables A4 to A6",
        settings=tuple(model.on(problem) for problem in PRINTED_PROBLEMS for model in models),
        seeds=SEEDS,
        measurements=(ErrorsAndSize(),),
        note=(
            "150 runs of 100,000 steps: test range (-4, 4) for sum and product, penalty of the "
            "product falling from 1e-5 to 1e-7, gate of the NPU from 0.5. The quotient is left "
            "out, because 1 / a has no bound on the printed (-0.5, 0.5)."
        ),
    )


def _short_nmu() -> Experiment:
    return Experiment(
        name="heim2020/large-scale-nmu",
        title="The NMU on sum and product with its own, shorter training",
        source="Table in section 4.3",
        settings=tuple(NMU_MODEL.on(problem) for problem in SHORT_PROBLEMS),
        seeds=SEEDS,
        measurements=(ErrorsAndSize(),),
        note=(
            "20 runs of 10,000 and 20,000 steps. The code has these settings for the NMU beside "
            "those of all models, and the published runs are a mixture of both."
        ),
    )
