"""The ablation of the NMU, and the studies of regularisation, learning rate and many factors."""

from dataclasses import replace
from functools import partial

from nalm.experiments._experiment import Experiment
from nalm.experiments._parameter import Parameter
from nalm.experiments._setting import Setting
from nalm.experiments.catalogue._madsen2020._models import (
    NAC_NMU,
    NAC_PRODUCT,
    NAC_SIGMOID,
    NAC_SUM,
    NALU_MODEL,
    NAU_MODEL,
    NMU_MODEL,
    Model,
)
from nalm.experiments.catalogue._madsen2020._problem import (
    OFF_BY_ONE,
    THRESHOLDS,
    Problem,
    sums_of_inputs,
)
from nalm.experiments.catalogue._madsen2020._sweeps import HIDDEN_SIZES
from nalm.networks import unprojected
from nalm.tasks import Operation
from nalm.training import SGD, Adam, Optimizer
from nalm.units import NMU, NMUClip

SCALES = (0.0, 0.01, 0.1, 1.0, 10.0, 100.0)
"""Final weights of the sparsity regulariser."""

LEARNING_RATES = (1e-5, 1e-4, 1e-3, 1e-2, 1e-1)

FACTORS = ((2, 2), (3, 3), (4, 4), (5, 5), (2, 4), (3, 6), (4, 8), (5, 10))
"""Number of sums, number of hidden units."""

FACTOR_THRESHOLDS = {2: THRESHOLDS[Operation.MUL], 3: 3930.4, 4: 7.6533e7, 5: 1.31161e12}
"""For two sums as published; for more simulated as those are, with a million rows."""

FREE_NMU = replace(
    NMU_MODEL, unit="NMU (no projection)", second=partial(NMU, clip=NMUClip.EQUATION)
)
"""Its settings also lose the NAU's constraint; see `_free`."""


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [_ablation(), _regularisation(), _learning_rate(), _subsets()]


def _ablation() -> Experiment:
    return Experiment(
        name="madsen2020/ablation",
        title="The NMU without regulariser and without projection, with 2 to 10 hidden units",
        source="Ablation study in the appendix",
        settings=_ablation_settings(),
        seeds=50,
        note=(
            "1,800 runs of 5,000,000 steps. The paper says that the weights are not clamped; "
            "its code still clamps them inside the equations of NAU and NMU, only not after a "
            f"step, and so does this. {OFF_BY_ONE}"
        ),
    )


def _regularisation() -> Experiment:
    return Experiment(
        name="madsen2020/regularisation",
        title="Weights of the sparsity regulariser from 0 to 100",
        source="Appendix, regularisation",
        settings=_regularisation_settings(),
        seeds=50,
        note=(
            "900 runs of 5,000,000 steps. The jobs of the public code name seeds 25 to 49; "
            f"the figure's intervals ask for 50 seeds. {OFF_BY_ONE}"
        ),
    )


def _learning_rate() -> Experiment:
    return Experiment(
        name="madsen2020/learning-rate",
        title="Learning rates of Adam and of gradient descent for NAC and NALU",
        source="Measuring Arithmetic Extrapolation Performance (SEDL 2019)",
        settings=_learning_rate_settings(),
        seeds=25,
        note=(
            "4,500 runs of 5,000,000 steps. The momentum is the ordinary one, though the "
            f"paper's figure names Nesterov. {OFF_BY_ONE}"
        ),
    )


def _subsets() -> Experiment:
    return Experiment(
        name="madsen2020/subsets",
        title="The product of 2 to 5 sums",
        source="Jobs of the public code, no figure",
        settings=_subsets_settings(),
        seeds=25,
        note=(
            "1,075 runs of 5,000,000 steps. The thresholds for more than two sums are "
            "simulated here as the published ones are, with the additional input. The code "
            "forgets the hidden size for one model, which it so trains with 2 hidden units: "
            "NAC•,NMU (code)."
        ),
    )


def _ablation_settings() -> tuple[Setting, ...]:
    problems = [
        Problem(
            task=sums_of_inputs(),
            threshold=THRESHOLDS[Operation.MUL],
            hidden=size,
            parameter=Parameter(name="hidden size", value=size),
        )
        for size in HIDDEN_SIZES
    ]
    neither = replace(FREE_NMU, unit="NMU (neither)")
    return (
        *(problem.setting(NMU_MODEL) for problem in problems),
        *(problem.setting(_scaled(NMU_MODEL, 0.0, "no regulariser")) for problem in problems),
        *(_free(problem.setting(FREE_NMU)) for problem in problems),
        *(_free(problem.setting(_scaled(neither, 0.0))) for problem in problems),
    )


def _regularisation_settings() -> tuple[Setting, ...]:
    pairs = (
        (Operation.ADD, NAU_MODEL),
        (Operation.SUB, NAU_MODEL),
        (Operation.MUL, NMU_MODEL),
    )
    return tuple(
        Problem(
            task=sums_of_inputs(operation),
            threshold=THRESHOLDS[operation],
            parameter=Parameter(name="regularisation", value=scale),
        ).setting(_scaled(model, scale))
        for operation, model in pairs
        for scale in SCALES
    )


def _learning_rate_settings() -> tuple[Setting, ...]:
    operations = (Operation.ADD, Operation.SUB, Operation.MUL, Operation.DIV)
    return tuple(
        _optimised(operation, model, name, rate)
        for operation in operations
        for model in (NAC_SUM, NAC_PRODUCT, NALU_MODEL)
        for name in ("Adam", "SGD", "SGD with momentum")
        for rate in LEARNING_RATES
    )


def _subsets_settings() -> tuple[Setting, ...]:
    models = (NAC_PRODUCT, NAC_SIGMOID, NALU_MODEL, NMU_MODEL, NAC_NMU)
    code = replace(NAC_NMU, unit="NAC•,NMU (code)")
    return (
        *(_factors(count, hidden).setting(m) for m in models for count, hidden in FACTORS),
        *(_factors(count, 2).setting(code) for count in (3, 4, 5)),
    )


def _factors(count: int, hidden: int) -> Problem:
    return Problem(
        task=sums_of_inputs(count=count),
        threshold=FACTOR_THRESHOLDS[count],
        hidden=hidden,
        parameter=Parameter(name="sums", value=f"{count} with hidden size {hidden}"),
    )


def _scaled(model: Model, scale: float, change: str = "") -> Model:
    """Return a model with another weight of its regulariser."""
    unit = f"{model.unit} ({change})" if change else model.unit
    return replace(model, unit=unit, ramp=replace(model.ramp, scale=scale))


def _free(setting: Setting) -> Setting:
    """Return a setting whose units are not clamped after a step."""
    return replace(setting, network=partial(unprojected, setting.network))


def _optimised(operation: Operation, model: Model, optimizer: str, rate: float) -> Setting:
    rules: dict[str, Optimizer] = {
        "Adam": Adam(learning_rate=rate),
        "SGD": SGD(learning_rate=rate),
        "SGD with momentum": SGD(learning_rate=rate, momentum=0.9),
    }
    setting = Problem(
        task=sums_of_inputs(operation),
        threshold=THRESHOLDS[operation],
        parameter=Parameter(name="learning rate", value=rate),
    ).setting(replace(model, unit=f"{model.unit} ({optimizer})"))
    return replace(setting, recipe=replace(setting.recipe, optimizer=rules[optimizer]))
