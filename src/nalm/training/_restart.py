"""Restart policies: when a run that is stuck draws its parameters anew."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray


@dataclass(frozen=True, kw_only=True)
class ValidationHistory:
    """What a restart policy may look at: the validation errors so far.

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
        following = np.vstack([first[1:], np.iinfo(np.int64).max])
        steps = np.maximum(np.minimum(high, following) - np.maximum(low, first), 0)
        # Relative to one of them, equal errors have equal means whatever their rounding.
        last = self.errors[-1]
        distance = np.where(steps > 0, self.errors - last, 0.0)  # (evaluations, runs)
        mean = (steps * distance).sum(axis=0) / (high - low)
        variance = (steps * np.where(steps > 0, distance - mean, 0.0) ** 2).sum(0) / (high - low)
        return last + mean, np.sqrt(variance)


class Restart(ABC):
    """A rule that names the runs to start again."""

    every: int
    """Steps between two looks at the history."""

    @abstractmethod
    def due(
        self, step: int, since: NDArray[np.int64], history: ValidationHistory
    ) -> NDArray[np.bool_]:
        """Return a mask of the runs that restart.

        Args:
            step: The step about to be taken.
            since: For each run, the step of its last start.
            history: Validation errors up to now.
        """


@dataclass(frozen=True, kw_only=True)
class PlateauRestart(Restart):
    """Restart a run whose error has stopped falling while it is still large.

    Every ``every`` steps, for a run with more than ``patience`` steps since its last start: split
    the validation errors since then into halves; restart if
    ``mean(first) ≤ mean(second) + std(second)`` and ``mean(second) > threshold``.

    Args:
        every: Steps between two checks.
        patience: Steps without any restart after a start.
        threshold: Error above which a plateau counts as stuck.

    References:
        Schlör, Ring and Hotho, iNALU: Improved Neural Arithmetic Logic Unit (2020), section 3.3.5.
    """

    every: int = 10
    patience: int = 5000
    threshold: float = 1.0

    def due(
        self, step: int, since: NDArray[np.int64], history: ValidationHistory
    ) -> NDArray[np.bool_]:
        """Return the mask of stuck runs."""
        end = np.full_like(since, step + 1)
        middle = since + (end - since) // 2
        if step == 0 or not np.any(end - since > self.patience):
            return np.zeros(since.shape, dtype=bool)
        with np.errstate(all="ignore"):
            first, _ = history.moments(since, middle)
            second, spread = history.moments(middle, end)
            stuck = (first <= second + spread) & (second > self.threshold)
        return stuck & (end - since > self.patience)
