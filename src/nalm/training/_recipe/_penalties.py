"""Penalties: what is added to the loss, each with its own schedule."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import cast

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm import units
from nalm._tensors import Inputs
from nalm.errors import InvalidValueError
from nalm.training._recipe._schedules import Schedule
from nalm.training._spec import ADDED


class Measure(ABC):
    """A differentiable property of a network that a penalty weighs."""

    @abstractmethod
    def __call__(self, network: nn.Module) -> Float[Tensor, ""]:
        """Return the property of the network at its current parameters."""


@dataclass(frozen=True, kw_only=True)
class UnitPenalty(Measure):
    """Sum what each unit of the network calls its own penalty (its sparsity regulariser)."""

    def __call__(self, network: nn.Module) -> Tensor:
        """Return `nalm.penalty` of the network."""
        return units.penalty(network)


@dataclass(frozen=True, kw_only=True)
class L1Norm(Measure):
    """Sum the absolute values of all parameters, or of some: ``Σ |θ|``.

    Args:
        parameters: Shell pattern of full parameter names, such as ``*weight_imag``.
    """

    parameters: str = field(default="*", metadata=ADDED)

    def __call__(self, network: nn.Module) -> Tensor:
        """Return the sum of absolute values."""
        return torch.stack(
            [theta.abs().sum() for theta in _matching(network, self.parameters)]
        ).sum()


@dataclass(frozen=True, kw_only=True)
class L2Norm(Measure):
    """Sum the Euclidean norms, not squared, of all parameter tensors, or of some: ``Σ ‖θ‖₂``.

    Args:
        parameters: Shell pattern of full parameter names, such as ``*weight_imag``.
    """

    parameters: str = field(default="*", metadata=ADDED)

    def __call__(self, network: nn.Module) -> Tensor:
        """Return the sum of norms."""
        # Unlike the root of the sum of squares, its gradient is finite where a tensor is all zero.
        norm = torch.linalg.vector_norm  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType]
        return torch.stack([norm(theta) for theta in _matching(network, self.parameters)]).sum()


class SquaredMeasure(Measure):
    """A measure that is a mean of squares, as `LevenbergMarquardt` asks for."""

    @abstractmethod
    def residuals(self, network: nn.Module) -> Float[Tensor, " residuals"]:
        """Return the numbers whose mean square is the measure."""

    def __call__(self, network: nn.Module) -> Tensor:
        """Return the mean square."""
        return (self.residuals(network) ** 2).mean()


@dataclass(frozen=True, kw_only=True)
class LargestWeight(SquaredMeasure):
    """Average ``(1 − max_i |W_oi|)²`` over the rows of weights: each sum has a coefficient of ±1.

    A quotient of two sums leaves their common factor open, and `UnitPenalty` pulls a factor below
    1/2 to 0. This measure is smallest where a row's largest weight is 1 or −1, never at 0.

    Args:
        parameters: Shell pattern of full parameter names; they are matrices with one row per sum.

    Example:
        >>> import torch
        >>> from nalm import NAU
        >>> nau = NAU(3, 1)
        >>> nau.weight.data = torch.tensor([[0.5, -0.5, 0.0]])
        >>> LargestWeight()(nau).item()
        0.25

    References:
        This project's own.
    """

    parameters: str = "*weight"

    def residuals(self, network: nn.Module) -> Tensor:
        """Return how far the largest weight of each row is from 1 or −1."""
        matching = _matching(network, self.parameters)
        return torch.cat([1 - theta.abs().amax(-1).flatten() for theta in matching])


class InputMeasure(ABC):
    """A differentiable property of a network and of what its units were given in a forward pass."""

    @abstractmethod
    def __call__(
        self, network: nn.Module, inputs: Mapping[str, Sequence[Inputs]]
    ) -> Float[Tensor, ""]:
        """Return the property of the network at its current parameters.

        Args:
            network: What is trained.
            inputs: Full name of each unit → its inputs in this step's forward pass, one call after
                the other.
        """


@dataclass(frozen=True, kw_only=True)
class UsedInputs(InputMeasure):
    """Sum `nalm.units.input_penalty` of the units: how much of their inputs they leave unused.

    The mean of an input is over the batch and over all calls: the steps of a recurrence too. It
    is Madsen and Johansen's R_z, which pulls a network that feeds a unit away from zeros (sums)
    or ones (products), with which any weight would be right.
    """

    def __call__(self, network: nn.Module, inputs: Mapping[str, Sequence[Tensor]]) -> Tensor:
        """Return the sum of the units' input penalties."""
        terms = [
            units.input_penalty(cast("units.Unit", network.get_submodule(name)), each)
            for name, each in inputs.items()
        ]
        if not terms:
            raise InvalidValueError(
                "UsedInputs: expected a network with units, found none. Leave the penalty away."
            )
        return torch.stack(terms).sum()


@dataclass(frozen=True, kw_only=True)
class Penalty:
    """A measure and the schedule of its weight.

    Args:
        measure: What is penalised.
        schedule: How much, when.
    """

    measure: Measure | InputMeasure
    schedule: Schedule


def _matching(network: nn.Module, pattern: str) -> list[Tensor]:
    named = cast("Iterable[tuple[str, Tensor]]", network.named_parameters())
    found = [parameter for name, parameter in named if fnmatchcase(name, pattern)]
    if not found:
        raise InvalidValueError(
            f"parameters: expected a pattern that matches a parameter of the network, found "
            f"{pattern!r}. Correct the pattern, or leave the penalty away."
        )
    return found
