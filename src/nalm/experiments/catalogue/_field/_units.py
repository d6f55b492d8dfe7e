"""The units of the table, each with the learning rate and the penalty of its own paper."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from torch import nn

from nalm.experiments._experiment import Experiment
from nalm.experiments._field import STEPS, field, field_recipe
from nalm.networks import Constant, Initial, stack
from nalm.training import (
    GeometricGrowth,
    L1Norm,
    OnceFitted,
    Penalty,
    PlateauRestart,
    Recipe,
    UnitPenalty,
)
from nalm.units import (
    DMU,
    GNALU,
    INALU,
    MCFC,
    NAC,
    NALU,
    NAU,
    NMRU,
    NMU,
    NPU,
    NRU,
    NSR,
    SNMU,
    SPU,
    Clip,
    Dense,
    Discretise,
    DMUOperands,
    Exponents,
    HillExponential,
    MulMCFC,
    NACMul,
    PowerInit,
    RealNPU,
)

SNAP = 1e-6
ZERO = (Initial(parameters="*_hat", draw=Constant(value=0.0)),)

MODIFIED = partial(RealNPU, clip=Clip.BOTH, discretise=Discretise.BOTH, init=PowerInit.CONSTRAINED)
"""As *Learning Division* recommends it."""

POWERS = partial(SPU, exponents=Exponents(largest=2.0, step=0.5))
"""With the exponents that a square and a root need."""


def rows() -> list[Experiment]:
    """List the rows of the table: sums, products, both, powers and quotients, comparisons, ours."""
    return [*_sums(), *_products(), *_gated(), *_powers(), *_comparisons(), *_ours()]


def _sums() -> list[Experiment]:
    return [
        field("Linear", Dense),
        field("NAC+", NAC),
        field("NAU", NAU, recipe=field_recipe(sparsity=0.01)),
        field("MCFC", MCFC, recipe=field_recipe(sparsity=10.0)),
        field("Hill +", partial(hill, unit=NAC), recipe=field_recipe(learning_rate=0.1)),
    ]


def _products() -> list[Experiment]:
    return [
        field("NAC•", NACMul),
        field("NMU", NMU, recipe=field_recipe(sparsity=10.0)),
        field("sNMU", SNMU, recipe=field_recipe(sparsity=10.0)),
        field("MulMCFC", MulMCFC, recipe=field_recipe(sparsity=10.0)),
        field(
            "Hill ×", partial(hill, unit=HillExponential), recipe=field_recipe(learning_rate=0.1)
        ),
    ]


def _gated() -> list[Experiment]:
    return [
        field("NALU", NALU),
        field("G-NALU", GNALU),
        field("iNALU", INALU, recipe=_inalu_recipe()),
        field("DMU", partial(DMU, operands=DMUOperands.LEARNED)),
    ]


def _powers() -> list[Experiment]:
    return [
        field("NPU", NPU, recipe=_power_recipe()),
        field("Real NPU", RealNPU, recipe=_power_recipe()),
        field("Real NPU (modified)", MODIFIED, recipe=_power_recipe(sparsity=1.0)),
        # Its paper has a rate for each number of inputs.
        field("NRU", NRU, recipe=field_recipe(learning_rate=1.0, sparsity=10.0), inputs=(2,)),
        field("NRU", NRU, recipe=field_recipe(sparsity=10.0), inputs=(10,)),
        field("NMRU", NMRU, recipe=field_recipe(learning_rate=1e-2, sparsity=10.0)),
    ]


def _comparisons() -> list[Experiment]:
    return [field("NSR", partial(NSR, redundancy=10), recipe=field_recipe(sparsity=1.0))]


def _ours() -> list[Experiment]:
    recipe = field_recipe(learning_rate=1e-2, sparsity=10.0)  # the NMRU's
    return [field("SPU", SPU, recipe=recipe), field("SPU (powers)", POWERS, recipe=recipe)]


def hill(in_features: int, out_features: int, *, unit: Callable[..., nn.Module]) -> nn.Module:
    """Build a primitive of Hill Space: weights that start at 0 and snap."""
    return stack(partial(unit, in_features, out_features, snap=SNAP), initial=ZERO)


def _inalu_recipe() -> Recipe:
    # Its penalty may begin when a fifth of the steps are taken, as in the single-module benchmark.
    schedule = OnceFitted(value=0.05, after=STEPS / 5, below=1.0)
    return replace(
        field_recipe(),
        penalties=(Penalty(measure=UnitPenalty(), schedule=schedule),),
        restart=PlateauRestart(),
    )


def _power_recipe(*, sparsity: float = 0.0) -> Recipe:
    recipe = field_recipe(learning_rate=5e-3, sparsity=sparsity)
    schedule = GeometricGrowth(start=1e-9, end=1e-7, every=STEPS / 5)
    norm = Penalty(measure=L1Norm(), schedule=schedule)
    return replace(recipe, penalties=(norm, *recipe.penalties))
