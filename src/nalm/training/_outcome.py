"""What a run leaves behind."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What became of one run.

    Args:
        step: Steps at which it was evaluated `(evaluations,)`; the last is where early stopping
            ended it, if that did.
        validation: Mean squared error on the validation set `(evaluations,)`.
        test: Mean squared error on the test set `(evaluations,)`.
        sparsity: Sparsity error of its units `(evaluations,)`.
        parameters: Final parameters, and the buffers that training changed.
        diverged: Whether a parameter or the last validation error is not finite.
        restarts: How often its restart policy drew the parameters anew.
    """

    step: NDArray[np.int64]
    validation: FloatArray
    test: FloatArray
    sparsity: FloatArray
    parameters: Mapping[str, NDArray[np.generic]]
    diverged: bool
    restarts: int


def outcomes(
    step: NDArray[np.int64],
    errors: FloatArray,
    *,
    parameters: Mapping[str, NDArray[np.generic]],
    restarts: NDArray[np.int64],
    evaluations: NDArray[np.int64],
) -> list[Outcome]:
    """Return what became of each run.

    Args:
        step: Steps of the evaluations `(evaluations,)`.
        errors: Validation, test and sparsity error `(evaluations, 3, runs)`.
        parameters: Stacks `(runs, …)`.
        restarts: How often each run began anew `(runs,)`.
        evaluations: How many each run took part in `(runs,)`.
    """
    return [
        Outcome(
            step=step[:count],
            validation=errors[:count, 0, index].copy(),
            test=errors[:count, 1, index].copy(),
            sparsity=errors[:count, 2, index].copy(),
            parameters={name: values[index] for name, values in parameters.items()},
            diverged=not all(np.isfinite(v[index]).all() for v in parameters.values())
            # A slice: before the first evaluation, `all` of nothing holds.
            or not bool(np.isfinite(errors[:count][-1:, 0, index]).all()),
            restarts=int(restarts[index]),
        )
        for index, count in enumerate(evaluations)
    ]
