"""Products and quotients of two sums: units behind an additive one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import torch

from nalm.experiments._experiment import Experiment
from nalm.experiments._measurement import Measured, Measurement
from nalm.experiments._scale import Scale
from nalm.experiments._trained import Trained
from nalm.experiments.catalogue._mistry2021division._models import (
    MODIFIED,
    NO_REDUNDANCY,
    Model,
    nmru,
    real_npu,
)
from nalm.experiments.catalogue._nalm2026spu._models import nmu
from nalm.networks import stack
from nalm.tasks import DIVISION_RANGES, Operation, SingleModuleTask
from nalm.training import (
    Adam,
    ChordalError,
    Constant,
    GlobalNorm,
    LargestWeight,
    LevenbergMarquardt,
    LinearRamp,
    Penalty,
    Recipe,
    Rounding,
    UnitPenalty,
)
from nalm.units import NAU, SPU, sparsity_error

ADDEND = partial(NAU, 10, 2)
"""Two sums of ten inputs."""

EXPONENTS = partial(SPU, 2, 1, relative=False, smooth=True, tied=True)
"""A unit whose inputs are learnt; the sign of a product is the one that its exponents ask for."""

THRESHOLDS = {Operation.MUL: 1e-3, Operation.DIV: 1e-5}

STEPS = 50_000

GRADIENT = Recipe(
    iterations=STEPS,
    optimizer=Adam(learning_rate=3e-3),
    loss=ChordalError(),
    clipping=(GlobalNorm(limit=1.0),),
    penalties=(
        Penalty(
            measure=UnitPenalty(),
            schedule=LinearRamp(scale=0.3, start=0.6 * STEPS, end=0.8 * STEPS),
        ),
    ),
)
"""Gradients that neither explode nor vanish where a sum changes its sign."""

SHORT = 5_000
"""Steps before rounding: they find signs, and with 20,000 more sums are stuck at ±1."""


def rounded(*patterns: str, states: int) -> Recipe:
    """Return a short gradient descent, then the unit's states with the sums solved for.

    Args:
        patterns: Parameters of the unit that are discrete.
        states: How many of their states are tried at most.
    """
    return replace(
        GRADIENT,
        iterations=SHORT,
        dtype=torch.float64,
        penalties=(
            Penalty(measure=LargestWeight(parameters="0.weight"), schedule=Constant(value=1e-9)),
        ),
        polishing=LevenbergMarquardt(
            iterations=300,
            rounding=tuple(Rounding(parameters=each) for each in patterns),
            states=states,
        ),
    )


SPU_ROUNDED = rounded("1.multiply", "1.divide", states=16)
"""All states of a unit of two inputs; the sign has none, since it is tied to the exponents."""


@dataclass(frozen=True, kw_only=True)
class FormulaFound(Measurement):
    """Whether weights are whole within 0.05 and, rounded, compute the target in double precision.

    A test error cannot say so on [-2,2), where quotients of single-precision sums miss 1e-5.
    """

    def __call__(self, run: Trained) -> Sequence[Measured]:
        """Round the network of a run and compare it with its target."""
        network = run.network().double()
        whole = bool(sparsity_error(network) <= 0.05)
        for module in network.modules():
            for name, parameter in module.named_parameters(recurse=False):
                if isinstance(module, SPU) and name in ("multiply", "divide"):
                    parameter.copy_(module.exponents.nearest(parameter))
                else:
                    parameter.round_()
        task = run.setting.task
        x = np.random.RandomState(0).uniform(-2, 2, (50, task.in_features))
        found = network(torch.tensor(x)).numpy()
        with np.errstate(invalid="ignore"):
            target = task.target(x, task.instance(run.seed))
        defined = np.isfinite(target)  # a root is no number below 0
        right = np.allclose(found[defined], target[defined], rtol=1e-6)
        return [Measured("formula_found", float(whole and right), scale=Scale.SUCCESS)]


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [
        _experiment("product-of-sums", Operation.MUL),
        _experiment("quotient-of-sums", Operation.DIV),
    ]


def _experiment(name: str, operation: Operation) -> Experiment:
    task = SingleModuleTask.from_ratios(
        operation, in_features=10, subset_ratio=0.2, overlap_ratio=0.0, subset_count=2
    )
    models = [replace(each, task=task) for each in _models(operation)]
    return Experiment(
        name=f"nalm2026spu/{name}",
        title=f"The {name.split('-')[0]} of two sums of two of ten inputs",
        source="this project",
        settings=tuple(
            model.on(pair, threshold=THRESHOLDS[operation])
            for model in models
            for pair in DIVISION_RANGES
        ),
        measurements=(FormulaFound(),),
        note=(
            f"{225 * len(models):,} runs of up to 50,000 steps. Not published for any unit. "
            "'Rounding' trains for 5,000 steps, or not at all (alone), then tries up to 16 states "
            "of the unit, the nearest first, with the sums solved for by least squares."
        ),
    )


def _models(operation: Operation) -> list[Model]:
    others = [nmru(NO_REDUNDANCY), real_npu(NO_REDUNDANCY, "Real NPU (modified)", MODIFIED)]
    if operation is Operation.MUL:
        others.append(nmu(NO_REDUNDANCY))
    # Units of two inputs with their own recipes, behind the same additive unit.
    stacked = [replace(each, network=partial(stack, ADDEND, each.network)) for each in others]
    gated = [each for each in stacked if each.unit in ("NMRU", "NMU")]
    recipe = rounded("1.weight", states=16)
    spu = replace(
        stacked[0], unit="SPU", network=partial(stack, ADDEND, EXPONENTS), recipe=GRADIENT
    )
    return [
        replace(spu, unit="SPU (rounding)", recipe=SPU_ROUNDED),
        replace(spu, unit="SPU (rounding alone)", recipe=replace(SPU_ROUNDED, iterations=0)),
        spu,
        *(replace(each, unit=f"{each.unit} (rounding)", recipe=recipe) for each in gated),
        *stacked,
    ]
