"""The field: one table of what a single unit learns, by the same rules for every unit."""

import math
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import product

import numpy as np
from torch import nn

from nalm._typing import FloatArray
from nalm.experiments._chart import Chart, Mark
from nalm.experiments._experiment import Experiment
from nalm.experiments._parameter import Parameter
from nalm.experiments._setting import Setting
from nalm.tasks import (
    DIVISION_RANGES,
    TEST_SEED,
    AnyOperationTask,
    Comparison,
    Distribution,
    Operation,
)
from nalm.training import Adam, GlobalNorm, LinearRamp, Penalty, Recipe, UnitPenalty

STEPS = 20_000
SIZES = (2, 10)
"""Numbers of inputs, two of which matter."""

OPERATIONS: tuple[Operation | Comparison, ...] = (
    *(Operation.ADD, Operation.SUB, Operation.MUL, Operation.DIV),
    *(Operation.RECIPROCAL, Operation.SQUARED, Operation.ROOT, Comparison.GREATER),
)

EPSILON = 1e-3
"""Relative error of each operand of a formula that only just counts as found."""

_FACTORS = tuple(product((1 - EPSILON, 1 + EPSILON), repeat=2))
ROWS = 10_000

CHART = Chart(
    mark=Mark.HEATMAP,
    x="task",
    y="unit",
    value="success_rate",
    panel="parameter",
    low="success_low",
    high="success_high",
    better="high",
    limits=(0.0, 1.0),
    labels=(("task", "operation"), ("success_rate", "solved, all ranges")),
)
"""Units × operations, a panel for each number of inputs."""


def field(
    unit: str,
    network: Callable[[int, int], nn.Module],
    *,
    recipe: Recipe | None = None,
    inputs: Sequence[int] = SIZES,
) -> Experiment:
    """Return the row of a unit in the table of the field.

    A cell is an operation on one of nine ranges, of two inputs or of two among ten: 67 cells of 25
    seeds for each number of inputs. √ has the four positive ranges only. A run is solved where its
    test error is below that of the exact formula with operands that are wrong by one part in a
    thousand.

    Args:
        unit: Its name in the table.
        network: Builds it from the numbers of its inputs and outputs: a class or a function of a
            module, or a `functools.partial` of one.
        recipe: How it trains; by default `field_recipe()`.
        inputs: Numbers of inputs, each at least 2.

    Returns:
        The experiment, ready for `nalm run my.py:name`.

    Raises:
        InvalidTypeError, InvalidValueError: If a part cannot be trained.

    Example:
        >>> from nalm.experiments import field, field_recipe
        >>> from nalm.units import NMU
        >>> len(field("NMU", NMU, recipe=field_recipe(sparsity=10.0)).runs())
        3350
    """
    recipe = field_recipe() if recipe is None else recipe
    return Experiment(
        name=f"field/{unit}",
        title=f"What a single {unit} learns",
        source="this project",
        note=f"{STEPS:,} steps, 25 seeds. √ has the four positive ranges only.",
        settings=tuple(
            Setting(
                unit=unit,
                network=partial(network, size, 1),
                task=AnyOperationTask(operation=operation, in_features=size),
                interpolation=pair.interpolation,
                extrapolation=pair.extrapolation,
                recipe=recipe,
                threshold=threshold,
                parameter=Parameter(name="inputs", value=size),
            )
            for size in inputs
            for operation in OPERATIONS
            for pair in DIVISION_RANGES
            for threshold in (_threshold(operation, pair.extrapolation),)
            if not math.isnan(threshold)  # the operation has a value on this range
        ),
        chart=CHART,
    )


def field_recipe(*, learning_rate: float = 1e-3, sparsity: float = 0.0) -> Recipe:
    """Return the recipe of the field, in which only these two numbers belong to a unit.

    Args:
        learning_rate: Of Adam.
        sparsity: Weight of the unit's own penalty at its end: it grows from 0 between a half and
            three quarters of the steps.

    Returns:
        20,000 steps on batches of 128, mean squared error, gradients clipped to a norm of 1.

    Example:
        >>> from nalm.experiments import field_recipe
        >>> field_recipe(learning_rate=1e-2, sparsity=10.0).penalties[0].schedule.start
        10000.0
    """
    ramp = LinearRamp(scale=sparsity, start=STEPS / 2, end=STEPS * 3 / 4)
    return Recipe(
        iterations=STEPS,
        optimizer=Adam(learning_rate=learning_rate),
        penalties=(Penalty(measure=UnitPenalty(), schedule=ramp),) if sparsity else (),
        clipping=(GlobalNorm(limit=1.0),),
    )


@cache
def _threshold(operation: Operation | Comparison, tested: Distribution) -> float:
    """Return the error of the exact formula of operands that are a little wrong; NaN without it."""
    a, b = _operands(tested)
    evaluate = AnyOperationTask(operation=operation).evaluate
    t = evaluate(a, b)
    # The two signs that do most harm: a sum and a quotient suffer from different ones.
    errors: list[FloatArray] = [evaluate(k * a, m * b) - t for k, m in _FACTORS]
    return max(float(np.mean(error**2)) for error in errors)


@cache
def _operands(tested: Distribution) -> FloatArray:
    return tested.draw(np.random.RandomState(TEST_SEED), (ROWS, 2)).T
