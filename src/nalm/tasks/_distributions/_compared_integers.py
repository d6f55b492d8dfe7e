"""Integers of which the first two are sometimes equal."""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._distribution import Distribution
from nalm.tasks._base._numbers import interval, short


@dataclass(frozen=True, kw_only=True)
class ComparedIntegers(Distribution):
    """Draw two integers to compare from one range, and all further inputs from another.

    The first two inputs are uniform on low, …, high - 1; with a given probability the second is
    set to the first, whatever it was. The others are uniform on other_low, …, other_high - 1.

    Args:
        low, high: Whole numbers, low < high.
        other_low, other_high: Whole numbers, other_low < other_high.
        equal: Probability that the first two inputs are made equal, 0 to 1.

    Raises:
        InvalidTypeError: If a bound is not a number.
        InvalidValueError: If a range is empty, or a number is out of range.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import ComparedIntegers
        >>> pairs = ComparedIntegers(low=-10, high=10, equal=1.0)
        >>> x = pairs.draw(np.random.RandomState(0), (3, 2))
        >>> (x[:, 0] == x[:, 1]).all().item()
        True

    References:
        Faber and Wattenhofer (2023), Neural Status Registers, ICML, and its code: piecewise
        functions.
    """

    low: float
    high: float
    other_low: float = -100.0
    other_high: float = 101.0
    equal: float = 0.0

    def __post_init__(self) -> None:
        interval(self.low, self.high)
        interval(self.other_low, self.other_high)
        if not 0 <= self.equal <= 1:
            raise InvalidValueError(
                f"equal should be between 0 and 1, found {self.equal}; it is a probability."
            )

    @property
    def uniforms(self) -> int:
        """One number for the integer, and one for whether two of them are equal."""
        return 2

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Turn uniform numbers into inputs of shape (inputs, batch)."""
        place, chance = uniform
        first, second = torch.floor(self.low + (self.high - self.low) * place[:2])
        second = torch.where(chance[1] < self.equal, first, second)
        others = torch.floor(self.other_low + (self.other_high - self.other_low) * place[2:])
        return torch.cat([torch.stack([first, second]), others]).to(uniform.dtype)

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Draw the numbers of `sample` from a NumPy stream."""
        rows, inputs = shape
        uniform = torch.as_tensor(random.uniform(size=(self.uniforms, inputs, rows)))
        return self.sample(uniform).T.numpy()

    def __str__(self) -> str:
        pairs = f"{short(self.low)}..{short(self.high - 1)}"
        return pairs + (f" ({self.equal:g} equal)" if self.equal else "")
