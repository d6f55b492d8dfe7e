"""Targets that were recorded beside the inputs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._task import Task


@dataclass(frozen=True, kw_only=True)
class Recorded(Task):
    """Learn what was recorded: the last inputs are the outputs.

    A network that learns it must not read them: either they are hidden, or it is one of
    `nalm.networks.LeadingInputs`.

    Args:
        in_features: Length of an input vector; more than `out_features`.
        out_features: How many of its last numbers are the target.
        hidden: Whether a network is given the inputs without the target.

    Raises:
        InvalidValueError: If no input is left beside the target.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import Recorded
        >>> Recorded(in_features=3, out_features=1).target(np.array([1.0, 2.0, 5.0]), {}).tolist()
        [5.0]
    """

    hidden: bool = field(default=False, metadata={"added": True})

    def __post_init__(self) -> None:
        if self.in_features <= self.out_features:
            raise InvalidValueError(
                f"in_features should be more than {self.out_features}, the recorded numbers, "
                f"found {self.in_features}; count inputs and targets together."
            )

    @property
    def observed_features(self) -> int:
        """How many inputs, from the first on, a network is given."""
        return self.in_features - (self.out_features if self.hidden else 0)

    @property
    def name(self) -> str:
        """``recorded``."""
        return "recorded"

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return nothing: every seed has the same data."""
        return {}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Return the last inputs; see `Task.target`."""
        return x[..., -self.out_features :]
