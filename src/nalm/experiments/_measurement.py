"""Measurements: what a trained network is worth, beyond its errors over time."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import final

from nalm.errors import InvalidValueError
from nalm.experiments._scale import Scale
from nalm.experiments._trained import Trained


@final
@dataclass(frozen=True)
class Measured:
    """One number that was measured on a network.

    Args:
        metric: What it is, such as ``mean_absolute_error``.
        value: The number.
        task: The part of the task that it is about; empty for the whole.
        scale: What values it can have.

    Raises:
        InvalidValueError: If the number is finite and not on the scale.

    Example:
        >>> Measured("mse", 0.25, scale=Scale.POSITIVE).value
        0.25
    """

    metric: str
    value: float
    task: str = ""
    scale: Scale = field(default=Scale.REAL, kw_only=True)

    def __post_init__(self) -> None:
        """Check the number."""
        if math.isfinite(self.value) and not self.scale.holds(self.value):
            raise InvalidValueError(
                f"{self.metric} should be on Scale.{self.scale.name}, found {self.value}; "
                "measure it so, or give it another scale."
            )


@dataclass(frozen=True, kw_only=True)
class Measurement(ABC):
    """A pure function of a finished run."""

    @abstractmethod
    def __call__(self, run: Trained) -> Sequence[Measured]:
        """Measure a run; every run of an experiment gives the same metrics in the same order."""
