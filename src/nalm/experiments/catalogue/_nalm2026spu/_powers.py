"""Squares, cubes and square roots by one unit."""

from dataclasses import replace
from functools import partial

from nalm.experiments._experiment import Experiment
from nalm.experiments.catalogue._mistry2021division._models import BASELINE, real_npu
from nalm.experiments.catalogue._nalm2026spu._models import Model, on_ranges, redundant, spu
from nalm.tasks import DIVISION_RANGES, Operation
from nalm.training import CosineDecay, Scheduled
from nalm.units import SPU, Exponents

STEPS = 20_000.0

POWERS = partial(SPU, exponents=Exponents(largest=4.0, step=0.5))
"""Exponents from -4 to 4 in steps of a half: none that is asked for lies at the end."""


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [
        _experiment("square", Operation.SQUARED, "The square of one of ten inputs"),
        _experiment("cube", Operation.CUBED, "The cube of one of ten inputs"),
        _experiment("root", Operation.ROOT, "The square root of one of ten inputs"),
    ]


def _experiment(name: str, operation: Operation, title: str) -> Experiment:
    setup = redundant(operation, operands=1, iterations=int(STEPS))
    # A root of a negative input is no number.
    positive = [pair for pair in DIVISION_RANGES if not str(pair.interpolation).startswith("[-")]
    ranges = positive if operation is Operation.ROOT else DIVISION_RANGES
    models = [
        _decaying(spu(setup, network=POWERS)),
        real_npu(setup, "Real NPU (baseline)", BASELINE),
    ]
    return Experiment(
        name=f"nalm2026spu/{name}",
        title=title,
        source="this project",
        settings=on_ranges(models, ranges=ranges),
        note=(
            f"{50 * len(ranges)} runs of {STEPS:,.0f} steps, the SPU's learning rate falling to 0. "
            "Not published for any unit."
        ),
    )


def _decaying(model: Model) -> Model:
    # At a constant rate, exponents that no bound holds keep swinging by more than 1e-5.
    optimizer = Scheduled(optimizer=model.recipe.optimizer, rate=CosineDecay(steps=STEPS))
    return replace(model, recipe=replace(model.recipe, optimizer=optimizer))
