"""The error of a nearly perfect module: the threshold below which a run counts as solved."""

import numpy as np

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._distribution import Distribution
from nalm.tasks._base._numbers import positive
from nalm.tasks._vectors._operation import Operation
from nalm.tasks._vectors._single_module import SingleModuleTask

_CHUNK = 100_000
"""Rows drawn at once: bounds the memory, and has no influence on any other number."""


def simulated_mse(
    task: SingleModuleTask,
    distribution: Distribution,
    *,
    epsilon: float = 1e-4,
    samples: int = 1_000_000,
    seed: int = 0,
) -> float:
    r"""Estimate the mean squared error of a module whose weights are all wrong by epsilon.

    $$\hat t = \begin{cases}
      a \pm b - \epsilon \sum_i |x_i| & \text{sum, difference}\\
      (1-\epsilon)^2\, a b \prod_{i \notin \{a,b\}} (1 - \epsilon |x_i|) & \text{product}\\
      \frac{1-\epsilon}{1+\epsilon}\, \frac{a}{b}
        \prod_{i \notin \{a,b\}} (1 - \epsilon |x_i|) & \text{quotient}
      \end{cases}$$

    Args:
        task: A sum, difference, product or quotient of two single inputs.
        distribution: The test inputs.
        epsilon: How wrong each weight is; positive.
        samples: Simulated rows; the estimate's relative error is about 1/√samples.
        seed: Seed of the simulation.

    Returns:
        The error in squared output units; a run whose test error is below it is solved.

    Raises:
        InvalidValueError: If the source defines no threshold for the task, or a number is out of
            range.

    Example:
        >>> from nalm.tasks import Operation, Range, SingleModuleTask, simulated_mse
        >>> task = SingleModuleTask(operation=Operation.ADD)
        >>> f"{simulated_mse(task, Range.interval(20, 40)):.2e}"
        '3.67e-05'

    References:
        Mistry, Farrahi and Hare, A Primer for Neural Arithmetic Logic Modules (2022), JMLR, the
        single-module benchmark.
    """
    _check(task, samples)
    epsilon = positive(epsilon, name="epsilon")
    random = np.random.RandomState(seed)
    total = 0.0
    for start in range(0, samples, _CHUNK):
        x = distribution.draw(random, (min(_CHUNK, samples - start), task.in_features))
        total += float(np.square(_deviation(task, x, epsilon=epsilon)).sum())
    return total / samples


def _check(task: SingleModuleTask, samples: int) -> None:
    simple = task.subset_size == 1 and task.subset_count == 2 and task.overlap == 0
    if task.operation.operands != 2 or not simple:
        raise InvalidValueError(
            "task should be ADD, SUB, MUL or DIV of two subsets of one input, for which the "
            f"threshold is published, found {task}; give such a run a fixed threshold."
        )
    if samples < 1:
        raise InvalidValueError(f"samples should be >= 1, found {samples}; use the default.")


def _deviation(task: SingleModuleTask, x: FloatArray, *, epsilon: float) -> FloatArray:
    """Return how far the nearly perfect module is off, row by row."""
    if task.operation in (Operation.ADD, Operation.SUB):
        return epsilon * np.abs(x).sum(1)
    # Which inputs are used does not matter: all of them have the same distribution.
    instance = task.instance(seed=0)
    ignored = x * (1 - instance["subsets"].sum(0))
    last = 1 - epsilon if task.operation is Operation.MUL else 1 / (1 + epsilon)
    factor = (1 - epsilon) * last * np.prod(1 - epsilon * np.abs(ignored), axis=1)
    return task.target(x, instance)[:, 0] * (1 - factor)
