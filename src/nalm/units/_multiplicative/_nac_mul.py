"""The multiplicative Neural Accumulator, NAC• (Trask et al., 2018)."""

from collections.abc import Sequence
from typing import final

from nalm._tensors import Inputs, Outputs
from nalm.units._base._expression import power_product, rows
from nalm.units._base._functional import exp_of_logs
from nalm.units._base._nac_weight import NACWeights
from nalm.units._base._unit import S


@final
class NACMul(NACWeights):
    """Multiply and divide the absolute values of the inputs.

    y = exp(W log(|x| + 10⁻⁷)), W = tanh(ŵ) ⊙ σ(m̂): -1 divides by an input, 0 drops it, 1
    multiplies by it. Signs are lost.

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        snap: how near to saturation tanh and σ become exactly -1, 0 or 1; 0 for never.

    Attributes:
        w_hat, m_hat: ŵ and m̂, shape (out_features, in_features), drawn as by the `NAC`.

    Raises:
        InvalidTypeError, InvalidValueError: a size is not a positive integer, or snap is not in
            [0, 1/2).

    Example:
        >>> import torch
        >>> nac = NACMul(2, 1)
        >>> nac.w_hat.data, nac.m_hat.data = torch.tensor([[20.0, -20.0]]), torch.full((1, 2), 20.0)
        >>> round(nac(torch.tensor([5.0, -2.0])).item(), 4)
        2.5

    References:
        Trask et al. (2018), "Neural Arithmetic Logic Units", NeurIPS. Madsen and Johansen (2020),
        "Neural Arithmetic Units", ICLR, equations 1 and 3. DuJardin (2025), "Hill Space is All You
        Need", for snap.
    """

    def forward(self, x: Inputs) -> Outputs:
        """Return exp(W log(|x| + 10⁻⁷))."""
        self._check_input(x)
        return exp_of_logs(x, self._weight())

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return Π |x_i|^{W_oi} for each output."""
        self._check_symbols(symbols)
        return [power_product(row, symbols) for row in rows(self._weight())]
