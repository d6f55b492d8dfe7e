"""Exponentially distributed inputs."""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from nalm._typing import FloatArray
from nalm.tasks._base._distribution import Distribution
from nalm.tasks._base._numbers import positive, short


@dataclass(frozen=True, kw_only=True)
class Exponential(Distribution):
    r"""Draw each element from an exponential distribution.

    $$x = -s \ln u, \qquad u \sim U(0, 1)$$

    Args:
        scale: Mean s of the inputs; positive.

    Raises:
        InvalidTypeError: If `scale` is not a number.
        InvalidValueError: If `scale` is not positive.

    Example:
        >>> from nalm.tasks import Exponential
        >>> str(Exponential(scale=2))
        'Exp(2)'

    References:
        Mistry, Farrahi and Hare, Learning Division with Neural Arithmetic Logic Modules: the
        exponential inputs of the published code.
    """

    scale: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", positive(self.scale, name="scale"))

    @property
    def uniforms(self) -> int:
        """One: the quantile."""
        return 1

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Turn uniform numbers into inputs of shape (inputs, batch)."""
        # u = 0 stands for the cell [0, eps/2) and would be infinite; u < 1 keeps x above zero.
        u = uniform[0].clamp(min=torch.finfo(uniform.dtype).eps / 4)
        return -self.scale * u.log()

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Draw as the reference experiments do, with NumPy's sampler."""
        return random.exponential(scale=self.scale, size=shape)

    def __str__(self) -> str:
        return f"Exp({short(self.scale)})"
