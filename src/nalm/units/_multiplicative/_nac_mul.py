"""The multiplicative Neural Accumulator, NAC• (Trask et al., 2018)."""

from collections.abc import Sequence
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._typing import Inputs, Outputs, Scalar
from nalm.units._base._expression import power_product, rows
from nalm.units._base._functional import exp_of_logs, worst_distance, zero_of
from nalm.units._base._initialisation import fill_nac_
from nalm.units._base._nac_weight import check_snap, nac_weight
from nalm.units._base._unit import S, Unit


@final
class NACMul(Unit):
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
        >>> nac = NACMul(2, 1)
        >>> nac.w_hat.data, nac.m_hat.data = torch.tensor([[20.0, -20.0]]), torch.full((1, 2), 20.0)
        >>> round(nac(torch.tensor([5.0, -2.0])).item(), 4)
        2.5

    References:
        Trask et al. (2018), "Neural Arithmetic Logic Units", NeurIPS. Madsen and Johansen (2020),
        "Neural Arithmetic Units", ICLR, equations 1 and 3. DuJardin (2025), "Hill Space is All You
        Need", for snap.
    """

    w_hat: Float[Tensor, "outputs inputs"]
    m_hat: Float[Tensor, "outputs inputs"]

    def __init__(self, in_features: int, out_features: int, *, snap: float = 0.0) -> None:
        super().__init__(in_features, out_features)
        self.snap = check_snap(snap)
        self.w_hat = nn.Parameter(torch.empty(out_features, in_features))
        self.m_hat = nn.Parameter(torch.empty(out_features, in_features))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw ŵ and m̂ from U(-r, r)."""
        fill_nac_([self.w_hat, self.m_hat], generator)

    def forward(self, x: Inputs) -> Outputs:
        """Return exp(W log(|x| + 10⁻⁷))."""
        self._check_input(x)
        return exp_of_logs(x, self._weight())

    def penalty(self) -> Scalar:
        """Return 0: the NAC• has no regulariser."""
        return zero_of(self.w_hat)

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||)."""
        return worst_distance(self._weight())

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return Π |x_i|^{W_oi} for each output."""
        self._check_symbols(symbols)
        return [power_product(row, symbols) for row in rows(self._weight())]

    def _weight(self) -> Float[Tensor, "outputs inputs"]:
        return nac_weight(self.w_hat, self.m_hat, snap=self.snap)
