"""What each part of the SPU is for: division and products without it."""

from collections.abc import Mapping
from functools import partial

from nalm.experiments._experiment import Experiment
from nalm.experiments._parameter import Parameter
from nalm.experiments.catalogue._nalm2026spu._models import Model, Setup, on_ranges, redundant, spu
from nalm.tasks import Operation
from nalm.units import SPU, AblatedSPU, SignRule

LEARNING_RATES = (1e-3, 3e-3, 1e-2, 3e-2)
"""The recipe's own is the third."""

FLOORS = (1e-4, 1e-6, 1e-8, 1e-10)
"""The unit's own is the third."""

TASKS = {
    "division": (Operation.DIV, 2),
    "product": (Operation.MUL, 2),
    "reciprocal": (Operation.RECIPROCAL, 1),
    "product of three": (Operation.MUL, 3),
}


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    setups = {
        name: redundant(operation, operands=operands, iterations=20_000)
        for name, (operation, operands) in TASKS.items()
    }
    return [
        Experiment(
            name="nalm2026spu/ablations",
            title="The SPU without one of its parts",
            source="this project",
            settings=tuple(
                setting
                for name, setup in setups.items()
                for setting in on_ranges(
                    _ablations(setup), parameter=Parameter(name="task", value=name)
                )
            ),
            note="7,200 runs of 20,000 steps: one to three of ten inputs.",
        ),
        Experiment(
            name="nalm2026spu/learning-rates",
            title="Division with redundancy at other learning rates",
            source="this project",
            settings=tuple(
                setting
                for rate in LEARNING_RATES
                for setting in on_ranges(
                    [spu(setups["division"], learning_rate=rate)],
                    parameter=Parameter(name="learning rate", value=rate),
                )
            ),
            note="900 runs of 20,000 steps.",
        ),
        _floors(setups),
    ]


def _floors(setups: Mapping[str, Setup]) -> Experiment:
    return Experiment(
        name="nalm2026spu/floors",
        title="The SPU with other floors of the mean square that divides its gradients",
        source="this project",
        settings=tuple(
            setting
            for floor in FLOORS
            for name in ("product of three", "reciprocal")
            for setting in on_ranges(
                [spu(setups[name], network=partial(AblatedSPU, floor=floor))],
                parameter=Parameter(name="floor", value=floor),
            )
        ),
        first_seed=3000,
        note="1,800 runs of 20,000 steps, with seeds that no other experiment has.",
    )


def _ablations(setup: Setup) -> list[Model]:
    return [
        spu(setup),
        spu(setup, "sign from |W|", network=partial(AblatedSPU, sign=SignRule.PARITY)),
        spu(setup, "phase of W", network=partial(AblatedSPU, sign=SignRule.PHASE)),
        spu(setup, "one weight", network=partial(AblatedSPU, single=True)),
        spu(setup, "no floor", network=partial(AblatedSPU, floor=0.0)),
        spu(setup, "true gradient", network=partial(SPU, relative=False)),
        spu(setup, "no penalty", scale=0.0),
        spu(setup, "no clipping", clipping=()),
    ]
