"""The weight of the NAC, biased to -1, 0 and 1, its snapping to them, and units that have it."""

from abc import ABC
from typing import ClassVar

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Scalar
from nalm.errors import InvalidValueError
from nalm.units._base._functional import worst_distance, zero_of
from nalm.units._base._initialisation import fill_nac_
from nalm.units._base._unit import Unit

SNAP_LIMIT = 0.5
"""From where on a weight would snap to both ends."""


def nac_weight(w_hat: Tensor, m_hat: Tensor, *, snap: float = 0.0) -> Tensor:
    """Return W = tanh(ŵ) ⊙ σ(m̂), elementwise.

    A tanh within `snap` of -1 or 1, and a σ within it of 0 or 1, becomes that number exactly and
    has no gradient any more.
    """
    t, s = torch.tanh(w_hat), torch.sigmoid(m_hat)
    if snap > 0:
        t = torch.where(t.abs() > 1 - snap, t.detach().sign(), t)
        s = torch.where((s < snap) | (s > 1 - snap), s.detach().round(), s)
    return t * s


def check_snap(snap: float) -> float:
    """Return `snap`; raise `InvalidValueError` unless it is at least 0 and below 1/2."""
    if not 0 <= snap < SNAP_LIMIT:
        raise InvalidValueError(
            f"snap: expected at least 0 and less than {SNAP_LIMIT}, found {snap}; 0 leaves weights "
            "as they are, 1e-6 makes those exact that are saturated."
        )
    return snap


class NACWeights(Unit, ABC):
    """Share what the units whose weights are W = tanh(ŵ) ⊙ σ(m̂) have in common."""

    columns: ClassVar[int | None] = None
    """Weights of an output; None for one an input."""

    w_hat: Float[Tensor, "outputs columns"]
    m_hat: Float[Tensor, "outputs columns"]

    def __init__(self, in_features: int, out_features: int, *, snap: float = 0.0) -> None:
        super().__init__(in_features, out_features)
        self.snap = check_snap(snap)
        shape = (out_features, self.columns or in_features)
        self.w_hat = nn.Parameter(torch.empty(shape))
        self.m_hat = nn.Parameter(torch.empty(shape))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw ŵ and m̂ from U(-r, r)."""
        fill_nac_([self.w_hat, self.m_hat], generator)

    def penalty(self) -> Scalar:
        """Return 0: there is no regulariser."""
        return zero_of(self.w_hat)

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||)."""
        return worst_distance(self._weight())

    def _weight(self) -> Float[Tensor, "outputs columns"]:
        return nac_weight(self.w_hat, self.m_hat, snap=self.snap)
