"""Histories: what a restart policy may look at."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray


class History(ABC):
    """An error of every run at every step so far."""

    @abstractmethod
    def moments(
        self, low: NDArray[np.int64], high: NDArray[np.int64]
    ) -> tuple[FloatArray, FloatArray]:
        """Return mean and standard deviation of each run's errors over the steps [low, high)."""


@dataclass(frozen=True, kw_only=True)
class ValidationHistory(History):
    """The validation errors so far.

    Args:
        interval: Steps between two evaluations.
        errors: Validation errors `(evaluations, runs)`.
    """

    interval: int
    errors: FloatArray

    def moments(
        self, low: NDArray[np.int64], high: NDArray[np.int64]
    ) -> tuple[FloatArray, FloatArray]:
        """Return mean and standard deviation of each run's errors over the steps [low, high).

        The error of an evaluation is current, and so counts, at every step until the next one.
        """
        first = np.arange(len(self.errors))[:, None] * self.interval
        # The last evaluation has none after it and stays current.
        following = np.vstack([first[1:], np.iinfo(np.int64).max])
        steps = np.maximum(np.minimum(high, following) - np.maximum(low, first), 0)
        # Relative to one of them, equal errors have equal means whatever their rounding.
        last = self.errors[-1]
        # Masked before they are weighed: 0 times an infinite error is not a number.
        distance = np.where(steps > 0, self.errors - last, 0.0)  # (evaluations, runs)
        mean = (steps * distance).sum(axis=0) / (high - low)
        variance = (steps * np.where(steps > 0, distance - mean, 0.0) ** 2).sum(0) / (high - low)
        return last + mean, np.sqrt(variance)


@dataclass(frozen=True, kw_only=True)
class LossHistory(History):
    """The losses of all batches so far, without penalties, summed over blocks of steps.

    Args:
        interval: Steps of a block.
        sums: Sum of the losses and sum of their squares `(blocks, 2, runs)`.
    """

    interval: int
    sums: FloatArray

    def moments(
        self, low: NDArray[np.int64], high: NDArray[np.int64]
    ) -> tuple[FloatArray, FloatArray]:
        """Return mean and standard deviation of each run's losses over the steps [low, high).

        Both ends are ends of blocks.
        """
        block = np.arange(len(self.sums))[:, None] * self.interval
        inside = (block >= low) & (block < high)  # (blocks, runs)
        mean, square = np.where(inside[:, None], self.sums, 0.0).sum(axis=0) / (high - low)
        # Rounding can make the difference of two nearly equal squares negative.
        return mean, np.sqrt(np.maximum(square - mean**2, 0.0))
