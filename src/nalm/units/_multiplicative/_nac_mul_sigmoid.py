"""The NAC• with weights in [0, 1], NAC•,σ (Madsen and Johansen, 2020)."""

import math
from collections.abc import Sequence
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import power_product, rows
from nalm.units._base._functional import exp_of_logs, worst_distance, zero_of
from nalm.units._base._initialisation import fill_normal_
from nalm.units._base._unit import S, Unit


@final
class NACMulSigmoid(Unit):
    """Multiply the absolute values of the inputs, through logarithms; never divide.

    y = exp(W log(|x| + 10⁻⁷)), W = σ(ŵ): 0 drops an input, 1 multiplies by it. Signs are lost.

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.

    Attributes:
        w_hat: ŵ, shape (out_features, in_features), from N(0, 2 / (in_features + out_features)).

    Raises:
        InvalidTypeError, InvalidValueError: a size is not a positive integer.

    Example:
        >>> nac = NACMulSigmoid(2, 1)
        >>> nac.w_hat.data = torch.tensor([[20.0, 20.0]])
        >>> round(nac(torch.tensor([5.0, -2.0])).item(), 4)
        10.0

    References:
        Madsen and Johansen (2020), "Neural Arithmetic Units", ICLR, section 4.1, the ablation
        that takes the negative weights from the NAC•.
    """

    w_hat: Float[Tensor, "outputs inputs"]

    def __init__(self, in_features: int, out_features: int) -> None:
        super().__init__(in_features, out_features)
        self.w_hat = nn.Parameter(torch.empty(out_features, in_features))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw ŵ from Glorot and Bengio's normal distribution."""
        deviation = math.sqrt(2 / (self.in_features + self.out_features))
        fill_normal_(self.w_hat, generator, mean=0.0, deviation=deviation)

    def forward(self, x: Inputs) -> Outputs:
        """Return exp(W log(|x| + 10⁻⁷))."""
        self._check_input(x)
        return exp_of_logs(x, torch.sigmoid(self.w_hat))

    def penalty(self) -> Scalar:
        """Return 0: the sigmoid has no regulariser."""
        return zero_of(self.w_hat)

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||)."""
        return worst_distance(torch.sigmoid(self.w_hat))

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return Π |x_i|^{W_oi} for each output."""
        self._check_symbols(symbols)
        return [power_product(row, symbols) for row in rows(torch.sigmoid(self.w_hat))]
