"""Inputs that fill their space evenly: the Sobol sequence."""

from dataclasses import dataclass
from typing import ClassVar, cast

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from nalm._typing import FloatArray
from nalm.tasks._base._distribution import Distribution, Source
from nalm.tasks._base._numbers import interval, short


@dataclass(frozen=True, kw_only=True)
class Sobol(Distribution):
    r"""Take the points of the Sobol sequence, stretched to the cube [low, high)ⁿ.

    $$x = l + (h - l)\,q_k, \qquad k = 1, 2, \dots$$

    The sequence runs on from batch to batch and is the same for every run. It has 2³⁰ points; its
    first, q₀ = 0, is left out, because many functions have no value at the corner. An evaluation
    set begins at q₁ too. The middle of an interval, often zero, does occur.

    Args:
        low: Lower bound l.
        high: Upper bound h; above `low`.

    Raises:
        InvalidTypeError: If a bound is not a number.
        InvalidValueError: If the interval is empty.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import Sobol
        >>> Sobol(low=0, high=4).draw(np.random.RandomState(0), (3, 2)).tolist()
        [[2.0, 2.0], [3.0, 1.0], [1.0, 3.0]]

    References:
        Joe and Kuo (2008), Constructing Sobol sequences with better two-dimensional projections.
        Heim, Pevný and Šmídl (2020), "Neural Power Units", NeurIPS, section 4.3.
    """

    low: float
    high: float
    source: ClassVar[Source] = Source.SOBOL

    def __post_init__(self) -> None:
        low, high = interval(self.low, self.high)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @property
    def uniforms(self) -> int:
        """One: the place."""
        return 1

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Stretch points of the unit cube to inputs of shape (inputs, batch)."""
        return (self.low + (self.high - self.low) * uniform[0]).to(uniform.dtype)

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Return the first points but for zero, without use of the stream."""
        rows, inputs = shape
        points = torch.quasirandom.SobolEngine(inputs).draw(rows + 1, dtype=torch.float64)[1:]
        return self.low + (self.high - self.low) * cast("FloatArray", points.numpy())

    def __str__(self) -> str:
        return f"Sobol[{short(self.low)},{short(self.high)})"
