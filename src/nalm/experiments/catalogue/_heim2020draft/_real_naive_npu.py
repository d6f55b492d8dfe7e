"""The power unit with neither gate nor imaginary weights, which only the draft has."""

import math

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs
from nalm.networks import GlorotUniform

EPSILON = 2.0**-23


class RealNaiveNPU(nn.Module):
    """Multiply real powers of all inputs.

    y = exp(W log(|x| + ε)) ⊙ cos(W k), k = π where x < 0 and 0 elsewhere: the `NaiveNPU` without
    imaginary weights.

    Args:
        in_features: Number of inputs.
        out_features: Number of outputs.
        epsilon: ε.

    Attributes:
        weight: W, shape (out_features, in_features), Glorot's uniform distribution.
    """

    weight: Float[Tensor, "outputs inputs"]

    def __init__(self, in_features: int, out_features: int, *, epsilon: float = EPSILON) -> None:
        super().__init__()
        self.epsilon = epsilon
        self.weight = nn.Parameter(torch.empty(out_features, in_features))
        with torch.no_grad():
            GlorotUniform().fill_(self.weight)

    def forward(self, x: Inputs) -> Outputs:
        """Return exp(W log(|x| + ε)) ⊙ cos(W k)."""
        phase = torch.where(x < 0, math.pi, 0.0).to(x.dtype)
        magnitude = torch.exp(torch.log(x.abs() + self.epsilon) @ self.weight.T)
        return magnitude * torch.cos(phase @ self.weight.T)
