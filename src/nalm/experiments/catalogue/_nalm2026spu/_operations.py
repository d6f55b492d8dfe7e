"""Products and reciprocals."""

from nalm.experiments._experiment import Experiment
from nalm.experiments.catalogue._mistry2021division._models import dividing_units
from nalm.experiments.catalogue._nalm2026spu._models import (
    nmu,
    on_ranges,
    redundant,
    spu,
)
from nalm.tasks import Operation

TASKS = {
    "product": (Operation.MUL, 2, "The product of two of ten inputs"),
    "product-of-three": (Operation.MUL, 3, "The product of three of ten inputs"),
    "reciprocal": (Operation.RECIPROCAL, 1, "The reciprocal of one of ten inputs"),
}


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [
        _experiment(name, operation, operands, title=title)
        for name, (operation, operands, title) in TASKS.items()
    ]


def _experiment(name: str, operation: Operation, operands: int, *, title: str) -> Experiment:
    setup = redundant(operation, operands=operands, iterations=20_000)
    models = [spu(setup), *dividing_units(setup)]
    if operation is Operation.MUL:
        models.append(nmu(setup))
    return Experiment(
        name=f"nalm2026spu/{name}",
        title=title,
        source="this project",
        settings=on_ranges(models),
        note=(
            f"{225 * len(models):,} runs of 20,000 steps, solved below 1e-5 as in Learning "
            "Division. Not published for any unit."
        ),
    )
