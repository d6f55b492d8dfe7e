"""What a function that watches a training is told after every evaluation."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from nalm._typing import FloatArray
from nalm.training._run import Run


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """An evaluation of a cohort.

    Args:
        runs: The runs, in the order of the errors.
        step: Optimiser steps taken.
        validation: Mean squared error on the validation set `(runs,)`.
        test: Mean squared error on the test set `(runs,)`.
        sparsity: Sparsity error of the units `(runs,)`.
        parameters: Returns the parameters of one run, and the buffers that training changes, by its
            index. They are copied when they are asked for, and those of later once training goes
            on.
    """

    runs: Sequence[Run]
    step: int
    validation: FloatArray
    test: FloatArray
    sparsity: FloatArray
    parameters: Callable[[int], Mapping[str, NDArray[Any]]]


OnEvaluation = Callable[[Evaluation], None]
"""Called after every evaluation; it cannot change what is trained."""
