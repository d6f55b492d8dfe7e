"""Inputs on a grid: the same in every batch."""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from nalm._typing import FloatArray
from nalm.tasks._base._distribution import Distribution
from nalm.tasks._base._numbers import interval, short


@dataclass(frozen=True, kw_only=True)
class EvenlySpaced(Distribution):
    r"""Take the same evenly spaced values from low to high, both included, in every batch.

    $$x_k = l + (h - l)\,\frac{k}{n - 1}, \qquad k = 0, \dots, n - 1$$

    n is the size of the batch or of the evaluation set; all inputs of a sample are equal. There
    is no chance in it: a batch is the whole training set.

    Args:
        low: First value l.
        high: Last value h; above `low`.

    Raises:
        InvalidTypeError: If a bound is not a number.
        InvalidValueError: If the interval is empty.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import EvenlySpaced
        >>> EvenlySpaced(low=-5, high=5).draw(np.random.RandomState(0), (3, 1)).tolist()
        [[-5.0], [0.0], [5.0]]

    References:
        Trask et al. (2018), Neural Arithmetic Logic Units, Figure 1, as reproduced in public code.
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        low, high = interval(self.low, self.high)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @property
    def uniforms(self) -> int:
        """One, which `sample` takes for its shape alone."""
        return 1

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Return the values for inputs of shape (inputs, batch)."""
        u = uniform[0]
        count = u.shape[-1]
        place = torch.arange(count, dtype=u.dtype, device=u.device) / max(count - 1, 1)
        return (self.low + (self.high - self.low) * place).to(u.dtype).expand(u.shape)

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Return the values in every column, without use of the stream."""
        rows, inputs = shape
        return np.tile(np.linspace(self.low, self.high, rows)[:, None], (1, inputs))

    def __str__(self) -> str:
        return f"{short(self.low)}..{short(self.high)}"
