"""Penalties: what is added to the loss, each with its own schedule."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm import units
from nalm.training._schedules import Schedule


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
    """Sum the absolute values of all parameters: ``Σ |θ|``."""

    def __call__(self, network: nn.Module) -> Tensor:
        """Return the sum of absolute values."""
        return torch.stack([theta.abs().sum() for theta in network.parameters()]).sum()


@dataclass(frozen=True, kw_only=True)
class L2Norm(Measure):
    """Sum the Euclidean norms, not squared, of all parameter tensors: ``Σ ‖θ‖₂``."""

    def __call__(self, network: nn.Module) -> Tensor:
        """Return the sum of norms."""
        # Unlike the root of the sum of squares, its gradient is finite where a tensor is all zero.
        norm = torch.linalg.vector_norm  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType]
        return torch.stack([norm(theta) for theta in network.parameters()]).sum()


@dataclass(frozen=True, kw_only=True)
class Penalty:
    """A measure and the schedule of its weight.

    Args:
        measure: What is penalised.
        schedule: How much, when.
    """

    measure: Measure
    schedule: Schedule
