"""The Domain Mixed Unit (Curry, 2025).

The single-module benchmark of Mistry, Farrahi and Hare (2022) with operands fixed to those of the
operation, so that only the gate is learned, as published; and with operands that are learned, of
two inputs and of ten.
"""

from dataclasses import dataclass
from functools import partial

import torch

from nalm.experiments._experiment import Experiment
from nalm.experiments._setting import Setting
from nalm.tasks import DIVISION_RANGES, Operation, SingleModuleTask
from nalm.training import Adam, GlobalNorm, Recipe
from nalm.units import DMU, DMUOperands

THRESHOLD = 6.19e-9
"""The smallest of the errors that the code simulates for weights that are wrong by 1e-4."""

OPERANDS = {
    Operation.ADD: DMUOperands.ADD,
    Operation.SUB: DMUOperands.SUB,
    Operation.MUL: DMUOperands.ADD,
    Operation.DIV: DMUOperands.SUB,
}

SHORT, LONG, REDUNDANT = 3_000, 50_000, 100_000
"""Steps of the published runs, of the benchmark, and of Learning Division with redundancy."""


@dataclass(frozen=True, kw_only=True)
class Model:
    """A line of the table.

    Args:
        unit: Its name.
        iterations: Optimiser steps.
        fixed: Whether the operands are those of the operation.
        norms: Layer normalisations before the gate.
    """

    unit: str
    iterations: int
    fixed: bool = True
    norms: int = 1

    def settings(self, inputs: int = 2) -> list[Setting]:
        """Return the four operations on the nine ranges."""
        return [
            Setting(
                unit=self.unit,
                network=partial(DMU, inputs, 1, operands=self.operands(task), norms=self.norms),
                task=SingleModuleTask(operation=task, in_features=inputs),
                interpolation=ranges.interpolation,
                extrapolation=ranges.extrapolation,
                recipe=recipe(self.iterations),
                threshold=THRESHOLD,
            )
            for task in OPERANDS
            for ranges in DIVISION_RANGES
        ]

    def operands(self, operation: Operation) -> DMUOperands:
        """Return what the unit computes with."""
        return OPERANDS[operation] if self.fixed else DMUOperands.LEARNED


def recipe(iterations: int) -> Recipe:
    """Return the published procedure, in double precision."""
    return Recipe(
        iterations=iterations,
        batch_size=512,
        evaluate_every=max(100, iterations // 100),
        optimizer=Adam(learning_rate=1e-3),
        clipping=(GlobalNorm(limit=0.01),),
        dtype=torch.float64,
    )


PAPER = Model(unit="DMU (fixed operands)", iterations=SHORT)
RESULTS = Model(unit="DMU (fixed operands, 11 norms)", iterations=SHORT, norms=11)
LEARNED = Model(unit="DMU (learned operands)", iterations=LONG, fixed=False)
MANY_INPUTS = Model(unit="DMU (learned operands)", iterations=REDUNDANT, fixed=False)


def entries() -> list[Experiment]:
    """List the published runs, and those whose operands are learned."""
    return [
        Experiment(
            name="curry2025dmu/fixed-operands",
            title="Four operations of two inputs, with the operands of the right answer",
            source="single-module benchmark; result file of the public code",
            settings=(*PAPER.settings(), *RESULTS.settings()),
            note=(
                "1,800 runs of 3,000 steps. Only the gate is learned. Expected: + 98.7 %, − and × "
                "100 %, ÷ 90.2 % of 225. The version that wrote the result file has eleven layer "
                "normalisations and one logit for the gate, and calls a run solved whose "
                "validation error is below 1e-7 at a hundred steps in a row."
            ),
        ),
        Experiment(
            name="curry2025dmu/learned-operands",
            title="Four operations of two inputs, with operands that are learned",
            source="not in the paper",
            settings=tuple(LEARNED.settings()),
            note="900 runs of 50,000 steps. No number is published.",
        ),
        Experiment(
            name="curry2025dmu/redundancy",
            title="Four operations of two of ten inputs, with operands that are learned",
            source="not in the paper",
            settings=tuple(MANY_INPUTS.settings(inputs=10)),
            note=(
                "900 runs of 100,000 steps. No number is published; `mistry2021division/fig6` has "
                "the division of other units."
            ),
        ),
    ]
