"""What the mass-conserving units share: how inputs are handed on, and how that begins."""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Scalar
from nalm.units._base._initialisation import fill_orthogonal_


def junction_weight(r: Float[Tensor, "outputs inputs"]) -> Float[Tensor, "outputs inputs"]:
    """Return J, the softmax of r over the outputs: each input is shared out, none of it is lost."""
    # Over the outputs, not the inputs: the shares of one input add up to 1.
    return torch.softmax(r, dim=-2)


def mass_weights(
    r: Float[Tensor, "outputs inputs"],
    *,
    w: Float[Tensor, " outputs"],
    b: Float[Tensor, " outputs"],
) -> tuple[Float[Tensor, " outputs"], Float[Tensor, "outputs inputs"]]:
    """Return the gate o = σ(w + b) and the shares J."""
    return torch.sigmoid(w + b), junction_weight(r)


def fill_mass_(
    r: Float[Tensor, "outputs inputs"],
    *,
    w: Float[Tensor, " outputs"],
    b: Float[Tensor, " outputs"],
    generator: torch.Generator | None,
) -> None:
    """Fill r with the identity where it is square, else as w with an orthogonal draw; b with 0."""
    if r.shape[0] == r.shape[1]:
        nn.init.eye_(r)
    else:
        fill_orthogonal_(r, generator)
    # One orthonormal column is a random direction of length 1.
    fill_orthogonal_(w.unsqueeze(1), generator)
    nn.init.zeros_(b)


def mass_penalty(r: Tensor, *, w: Tensor, b: Tensor) -> Scalar:
    """Return -(mean r² + mean w² + mean b²), which saturates softmax and gate."""
    return -(r.square().mean() + w.square().mean() + b.square().mean())
