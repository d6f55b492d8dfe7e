"""The weight of the NAC, biased to -1, 0 and 1, and its snapping to them."""

import torch
from torch import Tensor

from nalm.errors import InvalidValueError

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
