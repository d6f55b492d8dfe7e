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

    def sums(self, before: NDArray[np.int64], power: int) -> FloatArray:
        """Sum the error that was current at each step in ``[0, before)``, raised to a power.

        The error of an evaluation stays current until the next one.
        """
        values = self.errors**power
        whole, rest = np.divmod(before, self.interval)
        columns = np.arange(values.shape[1])
        cumulated = np.vstack([np.zeros(values.shape[1]), np.cumsum(values, axis=0)])
        current = values[np.minimum(whole, len(values) - 1), columns]
        return cumulated[whole, columns] * self.interval + np.where(rest > 0, rest * current, 0.0)


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
            first = _mean(history, since, middle, power=1)
            second = _mean(history, middle, end, power=1)
            spread = np.sqrt(np.maximum(_mean(history, middle, end, power=2) - second**2, 0.0))
            stuck = (first <= second + spread) & (second > self.threshold)
        return stuck & (end - since > self.patience)


def _mean(
    history: ValidationHistory, low: NDArray[np.int64], high: NDArray[np.int64], *, power: int
) -> FloatArray:
    return (history.sums(high, power) - history.sums(low, power)) / (high - low)
