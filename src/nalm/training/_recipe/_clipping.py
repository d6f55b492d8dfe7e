"""Gradient clipping, per run: one run's large gradient never scales another's."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

Gradients = Mapping[str, Tensor]


class Clipping(ABC):
    """A function of one run's gradients, applied before the optimiser."""

    @abstractmethod
    def __call__(self, gradients: Gradients) -> dict[str, Tensor]:
        """Return the clipped gradients."""


@dataclass(frozen=True, kw_only=True)
class GlobalNorm(Clipping):
    """Scale all gradients by ``min(1, limit / (‖g‖₂ + 10⁻⁶))``, the norm taken over all of them.

    Equal to `torch.nn.utils.clip_grad_norm_` on one run.
    """

    limit: float

    def __call__(self, gradients: Gradients) -> dict[str, Tensor]:
        """Return the gradients at no more than the limit's norm."""
        # One norm over all parameters of a run, so that clipping keeps the gradient's direction.
        norms = torch.stack([gradient.square().sum() for gradient in gradients.values()])
        scale = (self.limit / (norms.sum().sqrt() + 1e-6)).clamp(max=1.0)
        return {name: gradient * scale for name, gradient in gradients.items()}


@dataclass(frozen=True, kw_only=True)
class Value(Clipping):
    """Clamp every gradient element to ``[−limit, limit]``."""

    limit: float

    def __call__(self, gradients: Gradients) -> dict[str, Tensor]:
        """Return the clamped gradients."""
        return {name: g.clamp(-self.limit, self.limit) for name, g in gradients.items()}
