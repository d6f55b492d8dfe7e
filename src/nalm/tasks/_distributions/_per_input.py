"""Inputs whose parts are drawn from different distributions."""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._distribution import Distribution, Source


@dataclass(frozen=True, kw_only=True)
class PerInput(Distribution):
    """Draw the first inputs from one distribution and the next ones from another.

    N inputs are split into as many neighbouring groups as there are parts; group k begins at
    input ⌊kN / parts⌋, so that of two groups the first is the smaller one when N is odd.

    Args:
        parts: The groups' distributions, in the inputs' order; at least one.

    Raises:
        InvalidValueError: If there is no part, or one that is no random draw.

    Example:
        >>> from nalm.tasks import PerInput, Range
        >>> str(PerInput(parts=(Range.interval(-2, -1), Range.interval(1, 2))))
        '[-2,-1) × [1,2)'

    References:
        Mistry, Farrahi and Hare, Learning Division with Neural Arithmetic Logic Modules: the
        mixed-sign datasets.
    """

    parts: tuple[Distribution, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise InvalidValueError(
                "parts should hold at least one distribution, found none; "
                "write for example PerInput(parts=(first, second))."
            )
        for part in self.parts:
            if part.source is not Source.RANDOM:
                raise InvalidValueError(
                    f"parts should be drawn from independent numbers, found {part}; a sequence "
                    "that fills the space of all inputs cannot be one of several parts."
                )

    @property
    def uniforms(self) -> int:
        """As many as the most demanding part."""
        return max(part.uniforms for part in self.parts)

    @property
    def work(self) -> float:
        """That of the slowest part."""
        return max(part.work for part in self.parts)

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Turn uniform numbers into inputs of shape (inputs, batch)."""
        groups = zip(self.parts, self._groups(uniform.shape[1]), strict=True)
        return torch.cat([part.sample(uniform[: part.uniforms, group]) for part, group in groups])

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Draw every part for all inputs and keep its group, as the reference experiments do."""
        # All of it, although a part is kept: the stream has to advance as in the reference.
        draws = [part.draw(random, shape) for part in self.parts]
        groups = zip(draws, self._groups(shape[1]), strict=True)
        return np.concatenate([x[:, group] for x, group in groups], axis=1)

    def _groups(self, inputs: int) -> list[slice]:
        count = len(self.parts)
        return [slice(k * inputs // count, (k + 1) * inputs // count) for k in range(count)]

    def __str__(self) -> str:
        return " × ".join(str(part) for part in self.parts)
