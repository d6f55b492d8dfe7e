"""The fixed sets on which every run is judged."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from nalm.tasks._base._distribution import Distribution
from nalm.tasks._base._task import Task

VALIDATION_SEED = 43953907
"""Seed of the validation inputs in the reference experiments, the same for every run."""

TEST_SEED = 8689336
"""Seed of the test inputs in the reference experiments, the same for every run."""


class EvaluationSet(NamedTuple):
    """Observed inputs of shape (rows, inputs) and targets of shape (rows, outputs)."""

    inputs: NDArray[np.floating[Any]]
    targets: NDArray[np.floating[Any]]


def evaluation_set(
    task: Task,
    distribution: Distribution,
    *,
    seed: int = 0,
    stream: int = TEST_SEED,
    rows: int = 10_000,
    dtype: DTypeLike = np.float32,
) -> EvaluationSet:
    """Make the set on which a run is evaluated.

    The inputs are drawn and the targets computed in double precision; then both are rounded,
    each by itself. So even exact arithmetic on the rounded inputs misses the targets a little,
    and near zero, where 1/x is steep, this error decides what can be reached at all.

    Args:
        task: What is to be learnt.
        distribution: Where the inputs come from.
        seed: The run's seed; it picks the task's instance and leaves the inputs alone.
        stream: Seed of the inputs: `VALIDATION_SEED` or `TEST_SEED`.
        rows: Number of rows.
        dtype: Precision of the result.

    Returns:
        The rounded inputs and targets.

    Example:
        >>> from nalm.tasks import Operation, Range, SingleModuleTask, evaluation_set
        >>> task = SingleModuleTask(operation=Operation.MUL)
        >>> inputs, targets = evaluation_set(task, Range.interval(2, 6), rows=4)
        >>> inputs.shape, targets.shape
        ((4, 2), (4, 1))

    References:
        Madsen and Johansen (2020), Neural Arithmetic Units, appendix on the arithmetic dataset.
    """
    x = distribution.draw(np.random.RandomState(stream), (rows, task.in_features))
    t = task.target(x, task.instance(seed))
    with np.errstate(over="ignore"):  # a target beyond the precision's range is infinite
        return EvaluationSet(x[:, : task.observed_features].astype(dtype), t.astype(dtype))
