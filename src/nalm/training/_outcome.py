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
        step: Steps at which it was evaluated `(evaluations,)`.
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
