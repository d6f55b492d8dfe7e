"""Normal inputs, cut off outside an interval."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from nalm._typing import FloatArray
from nalm.tasks._base._distribution import Distribution
from nalm.tasks._base._numbers import avoid_zero, finite, interval, positive, short
from nalm.tasks._distributions._quantile import lower_quantile


@dataclass(frozen=True, kw_only=True)
class TruncatedNormal(Distribution):
    r"""Draw each element from a normal distribution restricted to [low, high].

    $$x = \mu + \sigma\,\Phi^{-1}\bigl(\Phi(\alpha) + u\,(\Phi(\beta) - \Phi(\alpha))\bigr),
      \qquad \alpha = \frac{l - \mu}{\sigma},\ \beta = \frac{h - \mu}{\sigma}$$

    Args:
        mean: Mean μ of the normal distribution before it is cut; may lie outside the interval.
        standard_deviation: Its standard deviation σ; positive.
        low: Lower bound l.
        high: Upper bound h; above `low`.

    Raises:
        InvalidTypeError: If a parameter is not a number.
        InvalidValueError: If σ is not positive or the interval is empty.

    Example:
        >>> from nalm.tasks import TruncatedNormal
        >>> str(TruncatedNormal(mean=1, standard_deviation=3, low=-10, high=5))
        'N(1,3)[-10,5]'

    References:
        Mistry, Farrahi and Hare, Learning Division with Neural Arithmetic Logic Modules: the
        truncated-normal ranges.
    """

    mean: float
    standard_deviation: float
    low: float
    high: float

    def __post_init__(self) -> None:
        low, high = interval(self.low, self.high)
        deviation = positive(self.standard_deviation, name="standard_deviation")
        object.__setattr__(self, "mean", finite(self.mean, name="mean"))
        object.__setattr__(self, "standard_deviation", deviation)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @property
    def uniforms(self) -> int:
        """One: the quantile."""
        return 1

    @property
    def work(self) -> float:
        """Mostly the quantile."""
        return 8.0

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Turn uniform numbers into inputs of shape (inputs, batch)."""
        u = uniform[0]
        alpha = torch.as_tensor((self.low - self.mean) / self.standard_deviation).to(u)
        beta = torch.as_tensor((self.high - self.mean) / self.standard_deviation).to(u)
        below = _phi(alpha) + u * (_phi(beta) - _phi(alpha))
        above = _phi(-beta) + (1 - u) * (_phi(-alpha) - _phi(-beta))
        # Rounding loses the upper tail in a probability near one, so invert the smaller of both.
        z = lower_quantile(torch.minimum(below, above))
        z = torch.where(below < above, z, -z)
        # Rounding of the quantile may leave the interval by a little.
        x = (self.mean + self.standard_deviation * z).clamp(min=self.low).clamp(max=self.high)
        return avoid_zero(x.to(u.dtype), self.standard_deviation)

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Draw as the reference experiments do, with SciPy's sampler."""
        # Slow to import, and only this method needs it.
        from scipy.stats import truncnorm  # pyright: ignore[reportMissingTypeStubs]

        alpha = (self.low - self.mean) / self.standard_deviation
        beta = (self.high - self.mean) / self.standard_deviation
        rvs = cast("Callable[..., FloatArray]", truncnorm.rvs)  # pyright: ignore[reportUnknownMemberType]
        location = (alpha, beta, self.mean, self.standard_deviation)
        return rvs(*location, size=shape, random_state=random)

    def __str__(self) -> str:
        normal = f"N({short(self.mean)},{short(self.standard_deviation)})"
        return f"{normal}[{short(self.low)},{short(self.high)}]"


def _phi(z: Tensor) -> Tensor:
    """Return Φ(z); erfc keeps the lower tail exact."""
    return 0.5 * torch.erfc(-math.sqrt(0.5) * z)
