"""The records that a store keeps: a trace, a run, a checkpoint of a cohort."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nalm.errors import InvalidTypeError, InvalidValueError


# No `==`: comparing arrays gives an array and not a truth value.
@dataclass(frozen=True, kw_only=True, eq=False)
class Trace:
    """Hold one run's errors over time, in arrays of equal length.

    Args:
        step: Number of optimiser steps before each evaluation, int64.
        validation: Error on the validation set (interpolation), float64.
        test: Error on the test set (extrapolation), float64.
        sparsity: Sparsity error of the weights, float64.

    Raises:
        InvalidTypeError: If an array has another type of number.
        InvalidValueError: If the arrays are not vectors of one length.

    Example:
        >>> import numpy as np
        >>> error = np.array([0.5, np.nan])
        >>> trace = Trace(step=np.array([0, 1000]), validation=error, test=error, sparsity=error)
        >>> len(trace.step)
        2
    """

    step: NDArray[np.int64]
    validation: NDArray[np.float64]
    test: NDArray[np.float64]
    sparsity: NDArray[np.float64]

    def __post_init__(self) -> None:
        for name, array in self.arrays().items():
            dtype = np.dtype(np.int64 if name == "step" else np.float64)
            if array.dtype != dtype:
                raise InvalidTypeError(
                    f"`{name}` must be an array of {dtype}; found {array.dtype}. "
                    f"Convert it with `.astype(np.{dtype})`."
                )
            if array.ndim != 1 or array.shape != self.step.shape:
                raise InvalidValueError(
                    f"`{name}` must be a vector as long as `step`, {self.step.shape}; "
                    f"found shape {array.shape}. Pass one value per evaluation."
                )

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by name, in the order of the fields.

        Returns:
            The four arrays themselves, not copies.
        """
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True, kw_only=True, eq=False)
class StoredRun:
    """Hold everything that is kept of one trained run.

    Args:
        key: Hash of the run's content; the same run always has the same key.
        description: Network, task, ranges and recipe as JSON values. Tuples come back as lists.
        seed: Seed of the run, within 64 signed bits.
        trace: Errors over time.
        parameters: Final weights by name. Empty when they were not asked for.
        trajectory: Weights at every evaluation `(evaluations, …)` by name. Empty when they were
            not recorded or not asked for.
        seconds: The run's share of the training time, finite and not negative.
        diverged: Whether the weights or errors stopped being finite.

    Raises:
        InvalidValueError: If the key is empty, the seed is too large, or the seconds are not finite
            and at least zero.

    Example:
        >>> import numpy as np
        >>> error = np.zeros(1)
        >>> run = StoredRun(
        ...     key="3f2a",
        ...     description={"unit": "NMU"},
        ...     seed=0,
        ...     trace=Trace(step=np.zeros(1, int), validation=error, test=error, sparsity=error),
        ...     parameters={"weight": np.ones((1, 2))},
        ...     seconds=1.5,
        ...     diverged=False,
        ... )
        >>> run.description["unit"]
        'NMU'
    """

    key: str
    description: Mapping[str, Any]
    seed: int
    trace: Trace
    parameters: Mapping[str, NDArray[Any]]
    seconds: float
    diverged: bool
    trajectory: Mapping[str, NDArray[Any]] = field(default_factory=dict[str, NDArray[Any]])

    def __post_init__(self) -> None:
        if not self.key:
            raise InvalidValueError("`key` must be a hash; found ''. Pass the run's content hash.")
        if not -(2**63) <= self.seed < 2**63:
            raise InvalidValueError(
                f"`seed` must fit in 64 signed bits; found {self.seed}. Take a smaller seed."
            )
        if not (math.isfinite(self.seconds) and self.seconds >= 0):
            raise InvalidValueError(
                f"`seconds` must be finite and at least 0; found {self.seconds}. "
                "Pass the run's share of the measured training time."
            )


@dataclass(frozen=True, kw_only=True, eq=False)
class Checkpoint:
    """Hold the state of a cohort in the middle of its training.

    Args:
        cohort: Name of the cohort.
        members: Keys of its runs, in the order of the arrays' first axis.
        step: Number of optimiser steps done.
        arrays: Parameters, optimiser state and traces so far, by name.

    Example:
        >>> import numpy as np
        >>> Checkpoint(cohort="a", members=("3f2a",), step=10, arrays={"w": np.ones(1)}).step
        10
    """

    cohort: str
    members: tuple[str, ...]
    step: int
    arrays: Mapping[str, NDArray[Any]]
