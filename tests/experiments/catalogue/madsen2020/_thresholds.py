"""The error of nearly exact weights, below which a run is solved (section 4.1)."""

import numpy as np

from nalm.tasks import Distribution, SingleModuleTask

EPSILON = 1e-5
"""How wrong every weight of the first layer is."""

_CHUNK = 50_000


def nearly_exact_mse(
    task: SingleModuleTask,
    distribution: Distribution,
    *,
    excess: int = 1,
    samples: int = 1_000_000,
    seed: int = 0,
) -> float:
    r"""Simulate the test error of a first layer with weights ε and 1 - ε below an exact operation.

    $$E\left[\left(\circ_k (W^\epsilon x)_k - \circ_k (W x)_k\right)^2\right], \qquad
      W^\epsilon = |W - \epsilon|$$

    Args:
        task: The task; W are the masks of its subsets.
        distribution: The test inputs.
        excess: Inputs that a simulated subset has at its end more than a trained one. The published
            thresholds have 1, by an oversight: their program takes both ends of a subset in.
        samples: Simulated rows.
        seed: Seed of the simulation.

    Returns:
        The mean squared error.
    """
    W = np.zeros((task.subset_count, task.in_features))
    for k, row in enumerate(W):
        start = k * (task.subset_size - task.overlap)
        row[start : start + task.subset_size + excess] = 1.0
    random = np.random.RandomState(seed)
    total = 0.0
    for first in range(0, samples, _CHUNK):
        x = distribution.draw(random, (min(_CHUNK, samples - first), task.in_features))
        exact, nearly = (task.operation.evaluate(list((x @ w.T).T)) for w in (W, abs(W - EPSILON)))
        total += float(np.square(nearly - exact).sum())
    return total / samples
