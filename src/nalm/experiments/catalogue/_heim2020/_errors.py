"""Errors of networks that learn several operations of two numbers, per operation."""

from dataclasses import dataclass
from typing import cast

import numpy as np
import torch

from nalm._typing import FloatArray
from nalm.experiments._measurement import Measured, Measurement
from nalm.experiments._scale import Scale
from nalm.experiments._setting import Setting
from nalm.experiments._trained import Trained
from nalm.tasks import TEST_SEED, VALIDATION_SEED, Operation, OperationsTask, evaluation_set

WORDS = {Operation.ROOT: "sqrt"}
"""What the paper calls an operation, where that is not its own word."""


def word(operation: Operation) -> str:
    """Return the paper's word for an operation."""
    return WORDS.get(operation, operation.value)


def operations(setting: Setting) -> tuple[Operation, ...]:
    """Return the operations that a setting's networks have to learn, output by output."""
    return cast("OperationsTask", setting.task).operations


def square_grid(values: FloatArray) -> FloatArray:
    """Return all pairs of values, one per row; the second varies fastest."""
    first, second = np.meshgrid(values, values, indexing="ij")
    return np.column_stack([first.ravel(), second.ravel()])


SIGNED = square_grid((np.arange(41) * 2 - 41) / 10)
"""-4.1 to 3.9 in steps of 0.2: near zero, but never zero."""

POSITIVE = square_grid((np.arange(40) + 1) / 10)
"""0.1 to 4 in steps of 0.1, for the root."""


def absolute_errors(run: Trained, points: FloatArray) -> FloatArray:
    """Compute |prediction - target| of a trained network.

    Args:
        run: The network and its task.
        points: Inputs, one per row.

    Returns:
        One row per point, one column per output.
    """
    targets = run.setting.task.target(points, {})
    with torch.no_grad():
        predictions = run.network()(torch.tensor(points, dtype=run.setting.recipe.dtype))
    return np.abs(predictions.double().numpy() - targets)


def grid_of(operation: Operation) -> FloatArray:
    """Return the points on which the paper tests an operation."""
    return POSITIVE if operation is Operation.ROOT else SIGNED


@dataclass(frozen=True, kw_only=True)
class GridErrors(Measurement):
    """Average the absolute error of each output over the paper's grid of that operation."""

    def __call__(self, run: Trained) -> list[Measured]:
        """Return one mean absolute error per operation."""
        return [
            Measured(
                metric="mean_absolute_error",
                value=float(absolute_errors(run, grid_of(operation))[:, column].mean()),
                task=word(operation),
                scale=Scale.POSITIVE,
            )
            for column, operation in enumerate(operations(run.setting))
        ]


@dataclass(frozen=True, kw_only=True)
class OutputErrors(Measurement):
    """Average the squared error of each output over the validation and the test inputs."""

    def __call__(self, run: Trained) -> list[Measured]:
        """Return a training and a test error per operation."""
        return [*self._errors(run, "train_mse"), *self._errors(run, "test_mse")]

    def _errors(self, run: Trained, metric: str) -> list[Measured]:
        setting, train = run.setting, metric == "train_mse"
        inputs, _ = evaluation_set(
            setting.task,
            setting.interpolation if train else setting.extrapolation,
            stream=VALIDATION_SEED if train else TEST_SEED,
            rows=setting.recipe.evaluation_rows,
            dtype=np.float64,
        )
        errors = (absolute_errors(run, inputs.astype(np.float64)) ** 2).mean(axis=0)
        return [
            Measured(metric, float(error), word(operation), scale=Scale.POSITIVE)
            for operation, error in zip(operations(setting), errors, strict=True)
        ]
