"""Squares, cubes and square roots by one unit."""

from functools import partial

from nalm.experiments._experiment import Experiment
from nalm.experiments.catalogue._mistry2021division._models import BASELINE, real_npu
from nalm.experiments.catalogue._nalm2026spu._models import on_ranges, redundant, spu
from nalm.tasks import DIVISION_RANGES, Operation
from nalm.units import SPU, Exponents

POWERS = partial(SPU, exponents=Exponents(largest=3.0, step=0.5))
"""Exponents from -3 to 3 in steps of a half."""


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [
        _experiment("square", Operation.SQUARED, "The square of one of ten inputs"),
        _experiment("cube", Operation.CUBED, "The cube of one of ten inputs"),
        _experiment("root", Operation.ROOT, "The square root of one of ten inputs"),
    ]


def _experiment(name: str, operation: Operation, title: str) -> Experiment:
    setup = redundant(operation, operands=1, iterations=20_000)
    # A root of a negative input is no number.
    positive = [pair for pair in DIVISION_RANGES if not str(pair.interpolation).startswith("[-")]
    ranges = positive if operation is Operation.ROOT else DIVISION_RANGES
    models = [spu(setup, network=POWERS), real_npu(setup, "Real NPU (baseline)", BASELINE)]
    return Experiment(
        name=f"nalm2026spu/{name}",
        title=title,
        source="this project",
        settings=on_ranges(models, ranges=ranges),
        note=f"{50 * len(ranges)} runs of 20,000 steps. Not published for any unit.",
    )
