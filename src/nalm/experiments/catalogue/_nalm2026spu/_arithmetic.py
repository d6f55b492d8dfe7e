"""The arithmetic dataset of *Neural Arithmetic Units* with its thresholds: sums of 100 inputs."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from torch import nn

from nalm.experiments._experiment import Experiment
from nalm.experiments._parameter import Parameter
from nalm.experiments._setting import Setting
from nalm.experiments.catalogue._madsen2020._models import NMU_MODEL
from nalm.experiments.catalogue._madsen2020._problem import THRESHOLDS, Problem, sums_of_inputs
from nalm.experiments.catalogue._nalm2026spu._stack import (
    EXPONENTS,
    SPU_ROUNDED,
    FormulaFound,
    rounded,
)
from nalm.networks import stack
from nalm.tasks import Operation
from nalm.training import LevenbergMarquardt, Recipe, Rounding
from nalm.units import NAU, NMU, SPU, Exponents

ROWS = 1024
"""Rows of a batch: five for each of the 200 coefficients that are solved for. With 256, products of
sums have wrong minima that no state leaves."""

FEWER_ROWS = (256, 512)

ROOT = replace(
    SPU_ROUNDED,
    polishing=LevenbergMarquardt(
        iterations=300,
        rounding=(
            Rounding(parameters="1.multiply", parts=2),
            Rounding(parameters="1.divide", parts=2),
            Rounding(parameters="1.sign"),
        ),
        states=36,
    ),
)
"""Exponents are multiples of 1/2, and whether a sign counts is a state, too."""

TITLES = {
    "product": (Operation.MUL, "The product of two sums of 25 of 100 inputs"),
    "quotient": (Operation.DIV, "The quotient of two sums of 25 of 100 inputs"),
    "square": (Operation.SQUARED, "The square of a sum of 25 of 100 inputs"),
    "root": (Operation.ROOT, "The square root of a sum of 25 of 100 inputs"),
}


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [*(_experiment(name, *each) for name, each in TITLES.items()), _rows()]


def _rows() -> Experiment:
    problem = Problem(task=sums_of_inputs(Operation.MUL), threshold=THRESHOLDS[Operation.MUL])
    published = problem.setting(NMU_MODEL)
    return Experiment(
        name="nalm2026spu/arithmetic-rows",
        title="The product of two sums of 25 of 100 inputs, from batches of fewer rows",
        source="this project",
        settings=tuple(
            replace(
                _setting(published, "SPU (rounding)", EXPONENTS, recipe=SPU_ROUNDED, rows=rows),
                parameter=Parameter(name="rows", value=rows),
            )
            for rows in (*FEWER_ROWS, ROWS)
        ),
        seeds=10,
        measurements=(FormulaFound(),),
        note="The last row is that of nalm2026spu/arithmetic-product.",
    )


def _experiment(name: str, operation: Operation, title: str) -> Experiment:
    problem = Problem(task=sums_of_inputs(operation), threshold=THRESHOLDS[operation])
    published = problem.setting(NMU_MODEL)
    exponents = Exponents(step=0.5) if operation is Operation.ROOT else Exponents()
    if operation is Operation.ROOT:
        # A root has no sign that its exponent could ask for.
        unit = partial(SPU, 2, 1, relative=False, smooth=True, exponents=exponents)
        own = _setting(published, "SPU (rounding)", unit, recipe=ROOT)
    else:
        own = _setting(published, "SPU (rounding)", EXPONENTS, recipe=SPU_ROUNDED)
    gradients = problem.setting(
        replace(NMU_MODEL, unit="SPU", second=partial(SPU, exponents=exponents))
    )
    settings = [own, gradients, published]
    if operation in (Operation.MUL, Operation.SQUARED):
        gates = rounded("1.weight", states=4)
        gated = _setting(published, "NMU (rounding)", partial(NMU, 2, 1), recipe=gates)
        settings.insert(1, gated)
    return Experiment(
        name=f"nalm2026spu/arithmetic-{name}",
        title=title,
        source="Table 2 of Neural Arithmetic Units, beside the SPU",
        settings=tuple(settings),
        seeds=10,
        measurements=(FormulaFound(),),
        note=(
            "NAU(100 → 2), then a unit of two inputs. 'Rounding' trains for 5,000 steps, then "
            "tries states of the unit, the nearest first, with the sums solved for by least "
            "squares in double precision; the NMU's own recipe, which the SPU has too, takes "
            "5,000,000 steps."
        ),
    )


def _setting(
    like: Setting,
    unit: str,
    network: Callable[[], nn.Module],
    *,
    recipe: Recipe,
    rows: int = ROWS,
) -> Setting:
    below = partial(NAU, like.task.in_features, 2)
    return replace(
        like,
        unit=unit,
        network=partial(stack, below, network),
        recipe=replace(recipe, batch_size=rows),
    )
