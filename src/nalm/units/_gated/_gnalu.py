"""The golden-ratio NALU, as evaluated by Mistry, Farrahi and Hare (2022)."""

from collections.abc import Sequence
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import logistic, mix, power_product, rows, weighted_sum
from nalm.units._base._functional import LOG_GOLDEN_RATIO, exp_of_logs, worst_distance, zero_of
from nalm.units._base._initialisation import fill_nac_, fill_xavier_
from nalm.units._base._nac_weight import nac_weight
from nalm.units._base._unit import S, Unit

GOLDEN_RATIO = (1 + 5**0.5) / 2


@final
class GNALU(Unit):
    """Choose between adding and multiplying the inputs, with the golden ratio φ in place of e.

    y = g ⊙ a + (1 - g) ⊙ m, a = W x, m = exp(W log(|x| + 10⁻⁷)), g = σ_φ(G x),
    W = tanh_φ(ŵ) ⊙ σ_φ(m̂), with tanh_φ(z) = (φ^{2z} - 1) / (φ^{2z} + 1) and
    σ_φ(z) = 1 / (1 + φ^{-z}). (A power of φ of a logarithm to base φ is the same m.)

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.

    Attributes:
        w_hat, m_hat: ŵ and m̂, shape (out_features, in_features), drawn as by the `NAC`.
        gate: G, shape (out_features, in_features), Glorot's uniform distribution.

    Raises:
        InvalidTypeError, InvalidValueError: a size is not a positive integer.

    Example:
        >>> GNALU(2, 3)(torch.ones(5, 2)).shape
        torch.Size([5, 3])

    References:
        Mistry, Farrahi and Hare (2022), "A Primer for Neural Arithmetic Logic Modules", JMLR.
    """

    w_hat: Float[Tensor, "outputs inputs"]
    m_hat: Float[Tensor, "outputs inputs"]
    gate: Float[Tensor, "outputs inputs"]

    def __init__(self, in_features: int, out_features: int) -> None:
        super().__init__(in_features, out_features)
        self.w_hat = nn.Parameter(torch.empty(out_features, in_features))
        self.m_hat = nn.Parameter(torch.empty(out_features, in_features))
        self.gate = nn.Parameter(torch.empty(out_features, in_features))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw the weights as the NAC does and the gate after Glorot."""
        fill_nac_([self.w_hat, self.m_hat], generator)
        fill_xavier_([self.gate], generator)

    def forward(self, x: Inputs) -> Outputs:
        """Return g ⊙ a + (1 - g) ⊙ m."""
        self._check_input(x)
        W = self._effective_weight()
        g = torch.sigmoid(LOG_GOLDEN_RATIO * (x @ self.gate.T))
        return g * (x @ W.T) + (1 - g) * exp_of_logs(x, W)

    def penalty(self) -> Scalar:
        """Return 0: the unit has no regulariser."""
        return zero_of(self.gate)

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||); the gate is not part of it."""
        return worst_distance(self._effective_weight())

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return g a + (1 - g) m for each output, with 1 / (1 + φ^{-z}) for σ_φ(z)."""
        self._check_symbols(symbols)
        W = rows(self._effective_weight())
        g = [logistic(weighted_sum(row, symbols), GOLDEN_RATIO) for row in rows(self.gate)]
        a = [weighted_sum(row, symbols) for row in W]
        m = [power_product(row, symbols) for row in W]
        return mix(g, add=a, multiply=m)

    def _effective_weight(self) -> Float[Tensor, "outputs inputs"]:
        # tanh_φ and σ_φ are tanh and σ of z log φ.
        return nac_weight(LOG_GOLDEN_RATIO * self.w_hat, LOG_GOLDEN_RATIO * self.m_hat)
