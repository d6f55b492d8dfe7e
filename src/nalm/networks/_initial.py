"""Initial values of chosen parameters, as data."""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

import torch
from torch import Tensor, nn

from nalm.errors import InvalidValueError


@dataclass(frozen=True, kw_only=True)
class Draw(ABC):
    """A distribution of initial values."""

    @abstractmethod
    def fill_(self, parameter: Tensor) -> None:
        """Overwrite a parameter, from PyTorch's global random state."""


@dataclass(frozen=True, kw_only=True)
class Constant(Draw):
    """Set every entry to one value.

    Args:
        value: The value.
    """

    value: float

    def fill_(self, parameter: Tensor) -> None:
        """Overwrite a parameter."""
        parameter.fill_(self.value)


@dataclass(frozen=True, kw_only=True)
class Uniform(Draw):
    """Draw from U[low, high).

    Args:
        low: Lower end.
        high: Upper end, not below the lower.
    """

    low: float
    high: float

    def fill_(self, parameter: Tensor) -> None:
        """Overwrite a parameter."""
        parameter.uniform_(self.low, self.high)


@dataclass(frozen=True, kw_only=True)
class Normal(Draw):
    """Draw from N(mean, deviation²).

    Args:
        mean: Mean.
        deviation: Standard deviation, not negative.
    """

    mean: float
    deviation: float

    def fill_(self, parameter: Tensor) -> None:
        """Overwrite a parameter."""
        parameter.normal_(self.mean, self.deviation)


@dataclass(frozen=True, kw_only=True)
class GlorotUniform(Draw):
    """Draw from U(±gain √(6 / (inputs + outputs))) (Glorot and Bengio, 2010).

    A vector counts as a matrix with one column, as in Flux.

    Args:
        gain: Factor of the bound.
    """

    gain: float = 1.0

    def fill_(self, parameter: Tensor) -> None:
        """Overwrite a parameter."""
        outputs, inputs = (*parameter.shape, 1)[:2]
        bound = self.gain * math.sqrt(6 / (inputs + outputs))
        parameter.uniform_(-bound, bound)


@dataclass(frozen=True, kw_only=True)
class Initial:
    """Say which parameters are drawn in another way than their unit draws them.

    Args:
        parameters: Shell pattern of full parameter names, such as ``1.weight`` or ``*.gate``.
        draw: How they are drawn.

    Example:
        >>> from torch import nn
        >>> layer = nn.Linear(2, 1)
        >>> Initial(parameters="bias", draw=Constant(value=3.0)).apply_(layer)
        >>> layer.bias.item()
        3.0
    """

    parameters: str
    draw: Draw = field(metadata={"initial": True})

    def apply_(self, network: nn.Module) -> None:
        """Draw the matching parameters of a network, in the order of their names' definition.

        Raises:
            InvalidValueError: If no parameter matches.
        """
        named = dict(network.named_parameters())
        found = [value for name, value in named.items() if fnmatchcase(name, self.parameters)]
        if not found:
            raise InvalidValueError(
                f"Initial.parameters: expected a pattern that matches one of {list(named)}, found "
                f"{self.parameters!r}. Correct the pattern."
            )
        with torch.no_grad():
            for parameter in found:
                self.draw.fill_(parameter)
