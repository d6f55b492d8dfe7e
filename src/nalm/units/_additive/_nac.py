"""The Neural Accumulator, NAC₊ (Trask et al., 2018)."""

from collections.abc import Sequence
from typing import final

from nalm._tensors import Inputs, Outputs
from nalm.units._base._expression import rows, weighted_sum
from nalm.units._base._nac_weight import NACWeights
from nalm.units._base._unit import S


@final
class NAC(NACWeights):
    """Add and subtract the inputs, with weights biased to -1, 0 and 1.

    y = W x, W = tanh(ŵ) ⊙ σ(m̂).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        snap: how near to saturation tanh and σ become exactly -1, 0 or 1; 0 for never.

    Attributes:
        w_hat, m_hat: ŵ and m̂, shape (out_features, in_features), both drawn from U(-r, r) with
            the r that gives W the variance 2 / (in_features + out_features).

    Raises:
        InvalidTypeError, InvalidValueError: a size is not a positive integer, or snap is not in
            [0, 1/2).

    Example:
        >>> import torch
        >>> nac = NAC(2, 1)
        >>> nac.w_hat.data, nac.m_hat.data = torch.tensor([[20.0, -20.0]]), torch.full((1, 2), 20.0)
        >>> nac(torch.tensor([5.0, 3.0])).item()
        2.0

    References:
        Trask et al. (2018), "Neural Arithmetic Logic Units", NeurIPS. Madsen and Johansen (2020),
        "Neural Arithmetic Units", ICLR, equations 1 and 2, and its code for r.
        DuJardin (2025), "Hill Space is All You Need", for snap.
    """

    def forward(self, x: Inputs) -> Outputs:
        """Return W x."""
        self._check_input(x)
        return x @ self._weight().T

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return Σ W_oi x_i for each output."""
        self._check_symbols(symbols)
        return [weighted_sum(row, symbols) for row in rows(self._weight())]
