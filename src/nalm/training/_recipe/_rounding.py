"""Rounding: which parameters are discrete, and their states in the order of their distance."""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from math import ceil, floor

import torch
from jaxtyping import Float
from torch import Tensor

from nalm.training._arguments import check_count


@dataclass(frozen=True, kw_only=True)
class Rounding:
    """Name parameters that are discrete: multiples of ``1 / parts`` inside of their interval.

    Args:
        parameters: Shell pattern of full parameter names, such as ``1.*``; each has an interval, as
            `Unit.constraints` say.
        parts: Values from one whole number to the next, positive.

    Raises:
        InvalidValueError: If `parts` is not a positive whole number.

    Example:
        >>> from nalm.training import LevenbergMarquardt, Rounding
        >>> polishing = LevenbergMarquardt(rounding=(Rounding(parameters="1.*"),), states=16)
    """

    parameters: str
    parts: int = 1

    def __post_init__(self) -> None:
        """Check the number."""
        check_count("Rounding.parts", self.parts, least=1, call="parts=2")

    def matches(self, name: str) -> bool:
        """Say whether a parameter belongs to them."""
        return fnmatchcase(name, self.parameters)

    def values(self, low: float, high: float) -> Tensor:
        """Return the multiples in an interval."""
        tiny = 1e-9  # so that an end that is a multiple counts
        first, last = ceil(low * self.parts - tiny), floor(high * self.parts + tiny)
        return torch.arange(first, last + 1, dtype=torch.float64) / self.parts


def nearest_states(
    parameters: Float[Tensor, "runs entries"], values: Sequence[Tensor], *, count: int
) -> Float[Tensor, "runs states entries"]:
    """Return the discrete states of each run, the nearest first, by their Euclidean distance.

    Args:
        parameters: Where the runs are.
        values: What each entry can be.
        count: States at most; there may be fewer.
    """
    runs = len(parameters)
    distance = parameters.new_zeros(runs, 1)
    states = parameters.new_zeros(runs, 1, 0)
    for entry, choices in zip(parameters.T, values, strict=True):
        choices = choices.to(parameters)
        # The nearest of all entries so far go on from the nearest of those before.
        added = (entry.unsqueeze(1) - choices) ** 2  # (runs, choices)
        distance = (distance.unsqueeze(2) + added.unsqueeze(1)).flatten(1)
        distance, order = distance.sort(dim=1, stable=True)
        distance, order = distance[:, :count], order[:, :count]
        before = (order // len(choices)).unsqueeze(-1).expand(-1, -1, states.shape[2])
        chosen = choices[order % len(choices)].unsqueeze(-1)
        states = torch.cat([states.gather(1, before), chosen], dim=2)
    return states
