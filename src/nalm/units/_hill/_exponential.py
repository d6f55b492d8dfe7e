"""The exponential primitive of Hill Space (DuJardin, 2025)."""

from collections.abc import Sequence
from typing import final

import torch

from nalm._tensors import Inputs, Outputs
from nalm.units._base._functional import negative_phase
from nalm.units._base._nac_weight import NACWeights
from nalm.units._base._rotation import express_powers
from nalm.units._base._unit import S


@final
class HillExponential(NACWeights):
    """Multiply and divide the inputs, signs included.

    y = Re Π_i x_i^{W_i} = exp(W log |x|) ⊙ cos(W k), k_i = π [x_i < 0], W = tanh(ŵ) ⊙ σ(m̂).

    Args:
        in_features: number of inputs, at least 1. An input must not be 0.
        out_features: number of outputs, at least 1.
        snap: how near to saturation tanh and σ become exactly -1, 0 or 1; 0 for never.

    Attributes:
        w_hat, m_hat: ŵ and m̂, shape (out_features, in_features), drawn as by the `NAC`; the paper
            starts at 0.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> unit = HillExponential(2, 1)
        >>> unit.w_hat.data, unit.m_hat.data = torch.tensor([[[20.0, -20]], [[20.0, 20]]]).unbind()
        >>> round(unit(torch.tensor([3.0, -2.0])).item(), 4)
        -1.5

    References:
        DuJardin (2025), "Hill Space is All You Need", and its code, which computes with complex
        numbers.
    """

    def forward(self, x: Inputs) -> Outputs:
        """Return exp(W log |x|) ⊙ cos(W k)."""
        self._check_input(x)
        W = self._weight()
        return torch.exp(x.abs().log() @ W.T) * torch.cos(negative_phase(x) @ W.T)

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return Re Π x_i^{W_oi} for each output."""
        self._check_symbols(symbols)
        return express_powers(symbols, W_r=self._weight(), gates=[1.0] * self.in_features)
