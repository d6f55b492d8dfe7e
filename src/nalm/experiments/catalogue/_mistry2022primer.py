"""A Primer for Neural Arithmetic Logic Modules (Mistry, Farrahi and Hare, 2022).

The single-module benchmark: one layer learns one operation of two inputs; 25 seeds, nine ranges,
50,000 steps. A run is solved below the simulated error of a module whose weights are all wrong by
10⁻⁴.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from torch import nn

from nalm.experiments._experiment import Experiment
from nalm.experiments._setting import Setting
from nalm.tasks import DIVISION_RANGES, Operation, SingleModuleTask
from nalm.training import (
    Adam,
    GeometricGrowth,
    L1Norm,
    LinearRamp,
    OnceFitted,
    Penalty,
    PlateauRestart,
    Recipe,
    UnitPenalty,
    Value,
)
from nalm.units import (
    GNALU,
    INALU,
    MCFC,
    NAC,
    NALU,
    NAU,
    NMU,
    NPU,
    MassSign,
    MulMCFC,
    NACMul,
    RealNPU,
)

ITERATIONS = 50_000

_SUM = (3.67e-5, 6.67e-7, 5.73e-7, 5.38e-8, 6.67e-7, 5.38e-8, 6.67e-7, 5.57e-7, 3.67e-5)
_PRODUCT = (3.49e-2, 1.20e-5, 9.39e-6, 8.76e-8, 1.20e-5, 8.76e-8, 1.20e-5, 8.88e-6, 3.49e-2)
_QUOTIENT = (4.67e-8, 5.77e-8, 8.37e-8, 1.48e-7, 5.77e-8, 1.48e-7, 5.77e-8, 8.25e-8, 4.67e-8)

THRESHOLDS = {
    Operation.ADD: _SUM,
    Operation.SUB: _SUM,
    Operation.MUL: _PRODUCT,
    Operation.DIV: _QUOTIENT,
}
"""`nalm.tasks.simulated_mse` on the test ranges, in the order of `DIVISION_RANGES`.

Written down because simulating them takes seconds, which a list of names should not wait for.
"""


@dataclass(frozen=True, kw_only=True)
class Model:
    """A line of a figure.

    Args:
        unit: The legend's name.
        network: Builds the network.
        recipe: How it trains.
    """

    unit: str
    network: Callable[[], nn.Module]
    recipe: Recipe


NAC_SUM = Model(unit="NAC+", network=partial(NAC, 2, 1), recipe=Recipe(iterations=ITERATIONS))

NAC_PRODUCT = Model(
    unit="NAC•", network=partial(NACMul, 2, 1), recipe=Recipe(iterations=ITERATIONS)
)

NALU_MODEL = Model(unit="NALU", network=partial(NALU, 2, 1), recipe=Recipe(iterations=ITERATIONS))

GNALU_MODEL = Model(
    unit="G-NALU", network=partial(GNALU, 2, 1), recipe=Recipe(iterations=ITERATIONS)
)

INALU_MODEL = Model(
    unit="iNALU",
    network=partial(INALU, 2, 1),
    recipe=Recipe(
        iterations=ITERATIONS,
        penalties=(
            Penalty(
                measure=UnitPenalty(),
                schedule=OnceFitted(value=0.05, after=10_000.0, below=1.0),
            ),
        ),
        clipping=(Value(limit=0.1),),
        restart=PlateauRestart(),
    ),
)


def _sparse(unit: str, network: Callable[[], nn.Module], scale: float) -> Model:
    """Return a model with the regularisation of Madsen and Johansen."""
    ramp = LinearRamp(scale=scale, start=20_000.0, end=35_000.0)
    penalty = Penalty(measure=UnitPenalty(), schedule=ramp)
    return Model(
        unit=unit, network=network, recipe=Recipe(iterations=ITERATIONS, penalties=(penalty,))
    )


def _power(unit: str, kind: type[NPU | RealNPU], start: float, end: float) -> Model:
    """Return a power unit as Heim, Pevný and Šmídl train it, without any modification."""
    penalty = Penalty(measure=L1Norm(), schedule=GeometricGrowth(start=start, end=end))
    return Model(
        unit=unit,
        network=partial(kind, 2, 1),
        recipe=Recipe(
            iterations=ITERATIONS,
            optimizer=Adam(learning_rate=5e-3),
            penalties=(penalty,),
        ),
    )


NAU_MODEL = _sparse("NAU", partial(NAU, 2, 1), 0.01)
NMU_MODEL = _sparse("NMU", partial(NMU, 2, 1), 10.0)

MCFC_MODEL = _sparse("MCFC", partial(MCFC, 2, 1), 10.0)
MUL_MCFC_MODELS = tuple(
    _sparse(f"MulMCFC{signs}", partial(MulMCFC, 2, 1, sign=sign), 10.0)
    for sign, signs in {
        MassSign.NONE: "",
        MassSign.INALU: " (sign: iNALU)",
        MassSign.REAL_NPU: " (sign: Real NPU)",
    }.items()
)
"""The mass-conserving layers of the notes beside the benchmark's code (Mistry, 2023)."""

GATED_MODELS = (NALU_MODEL, INALU_MODEL, GNALU_MODEL)
"""The models that are meant to learn all four operations."""

SUM_MODELS = (NAC_SUM, *GATED_MODELS, NAU_MODEL)

MODELS = {
    Operation.ADD: (*SUM_MODELS, MCFC_MODEL),
    Operation.SUB: SUM_MODELS,
    Operation.MUL: (
        NAC_PRODUCT,
        *GATED_MODELS,
        NMU_MODEL,
        _power("NPU", NPU, 1e-7, 1e-5),
        _power("Real NPU", RealNPU, 1e-7, 1e-5),
        *MUL_MCFC_MODELS,
    ),
    Operation.DIV: (
        NAC_PRODUCT,
        *GATED_MODELS,
        _power("NPU", NPU, 1e-9, 1e-7),
        _power("Real NPU", RealNPU, 1e-9, 1e-7),
    ),
}

NOTES = {
    Operation.MUL: " Where no input is negative, nothing moves the g of the MulMCFC with the Real "
    "NPU's sign from 1/2: its sparsity error is 0.13 there, where the notes show none."
}
"""What a report adds."""

WORDS = {
    Operation.ADD: "Addition",
    Operation.SUB: "Subtraction",
    Operation.MUL: "Multiplication",
    Operation.DIV: "Division",
}


def entries() -> list[Experiment]:
    """List the four operations of the benchmark."""
    return [_experiment(operation, models) for operation, models in MODELS.items()]


def _experiment(operation: Operation, models: tuple[Model, ...]) -> Experiment:
    return Experiment(
        name=f"mistry2022primer/{operation.value}",
        title=f"{WORDS[operation]} by a single module (2 inputs)",
        source="single-module benchmark",
        settings=tuple(setting for model in models for setting in _settings(operation, model)),
        note=(
            f"{225 * len(models)} runs of 50,000 steps, with simulated thresholds (weights wrong "
            f"by 1e-4).{NOTES.get(operation, '')}"
        ),
    )


def _settings(operation: Operation, model: Model) -> list[Setting]:
    return [
        Setting(
            unit=model.unit,
            network=model.network,
            task=SingleModuleTask(operation=operation),
            interpolation=ranges.interpolation,
            extrapolation=ranges.extrapolation,
            recipe=model.recipe,
            threshold=threshold,
        )
        for ranges, threshold in zip(DIVISION_RANGES, THRESHOLDS[operation], strict=True)
    ]
