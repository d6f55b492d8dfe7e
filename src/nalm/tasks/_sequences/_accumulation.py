"""Running sums and products of a sequence."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._task import Task


class Accumulator(Enum):
    """Name what is accumulated: the sum or the product of all elements so far."""

    SUM = "cumsum"
    PRODUCT = "cumprod"


@dataclass(frozen=True, kw_only=True)
class Accumulation(Task):
    r"""Accumulate the last T inputs, the numbers of a sequence, and give every partial result.

    $$y_t = \sum_{s \le t} d_s \quad\text{or}\quad y_t = \prod_{s \le t} d_s$$

    The inputs before them are what a network sees of the numbers, for example images.

    Args:
        accumulator: Sum or product.
        in_features: Length of an input vector; at least T.
        out_features: T.

    Raises:
        InvalidValueError: If there are fewer inputs than outputs.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import Accumulation, Accumulator
        >>> task = Accumulation(accumulator=Accumulator.PRODUCT, in_features=3, out_features=3)
        >>> task.target(np.array([2.0, 3.0, 4.0]), {}).tolist()
        [2.0, 6.0, 24.0]

    References:
        Madsen and Johansen (2020), Neural Arithmetic Units, section 4.2.
    """

    accumulator: Accumulator

    def __post_init__(self) -> None:
        if self.in_features < self.out_features:
            raise InvalidValueError(
                f"in_features should be at least {self.out_features}, the numbers to accumulate, "
                f"found {self.in_features}; give an input for each."
            )

    @property
    def name(self) -> str:
        """The accumulator's word, such as ``cumsum``."""
        return self.accumulator.value

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return nothing: every seed has the same function to find."""
        return {}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the partial results; see `Task.target`."""
        numbers = x[..., -self.out_features :]
        summed = self.accumulator is Accumulator.SUM
        return numbers.cumsum(-1) if summed else numbers.cumprod(-1)
