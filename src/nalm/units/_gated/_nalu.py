"""The Neural Arithmetic Logic Unit (Trask et al., 2018)."""

from collections.abc import Sequence
from operator import add
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import logistic, mix, numbers, power_product, rows, weighted_sum
from nalm.units._base._functional import exp_of_logs, worst_distance, zero_of
from nalm.units._base._initialisation import fill_nac_, fill_xavier_
from nalm.units._base._nac_weight import nac_weight
from nalm.units._base._unit import S, Unit, check_option
from nalm.units._gated._nalu_options import NALUGate, NALUWeights


@final
class NALU(Unit):
    """Choose between adding and multiplying the inputs.

    y = g ⊙ a + (1 - g) ⊙ m, a = W x, m = exp(W log(|x| + 10⁻⁷)), g = σ(G x + b),
    W = tanh(ŵ) ⊙ σ(m̂). With separate weights, m has its own W; b is 0 unless asked for.

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        weights: whether the additive and the multiplicative path share W.
        gate_bias: whether the gate has a bias b.
        selection: whether each output has its own gate, or one g serves all.

    Attributes:
        w_hat, m_hat: ŵ and m̂, shape (out_features, in_features), drawn as by the `NAC`.
        w_hat_mul, m_hat_mul: those of the multiplicative path; `None` if shared.
        gate: G, shape (out_features, in_features), or (1, in_features) for a gate that all share,
            Glorot's uniform distribution.
        bias: b, one per row of G, starts at 0; `None` without it.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> NALU(2, 3)(torch.ones(5, 2)).shape
        torch.Size([5, 3])

    References:
        Trask et al. (2018), "Neural Arithmetic Logic Units", NeurIPS. Madsen and Johansen (2020),
        "Neural Arithmetic Units", ICLR, equations 1 to 3 and the text below them.
    """

    gate: Float[Tensor, "gates inputs"]
    bias: Float[Tensor, " gates"] | None

    def __init__(
        self,
        in_features: int,
        out_features: int,
        *,
        weights: NALUWeights = NALUWeights.SHARED,
        gate_bias: bool = False,
        selection: NALUGate = NALUGate.MATRIX,
    ) -> None:
        super().__init__(in_features, out_features)
        check_option(NALUWeights, weights=weights)
        check_option(NALUGate, selection=selection)
        self.weights, self.selection = weights, selection
        separate = weights is NALUWeights.SEPARATE
        matrix = torch.empty(out_features, in_features)
        self.w_hat = nn.Parameter(matrix)
        self.m_hat = nn.Parameter(matrix.clone())
        self.w_hat_mul = nn.Parameter(matrix.clone()) if separate else None
        self.m_hat_mul = nn.Parameter(matrix.clone()) if separate else None
        gates = out_features if selection is NALUGate.MATRIX else 1
        self.gate = nn.Parameter(torch.empty(gates, in_features))
        self.bias = nn.Parameter(torch.empty(gates)) if gate_bias else None
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw the weights as the NAC does and the gate after Glorot; set the bias to 0."""
        hats = (self.w_hat, self.m_hat, self.w_hat_mul, self.m_hat_mul)
        fill_nac_([hat for hat in hats if hat is not None], generator)
        fill_xavier_([self.gate], generator)
        if self.bias is not None:
            nn.init.zeros_(self.bias)

    def forward(self, x: Inputs) -> Outputs:
        """Return g ⊙ a + (1 - g) ⊙ m."""
        self._check_input(x)
        W, W_mul = self._path_weights()
        G_x = x @ self.gate.T
        g = torch.sigmoid(G_x if self.bias is None else G_x + self.bias)
        return g * (x @ W.T) + (1 - g) * exp_of_logs(x, W_mul)

    def penalty(self) -> Scalar:
        """Return 0: the NALU has no regulariser."""
        return zero_of(self.gate)

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||) over both paths; the gate is not part of it."""
        return torch.maximum(*map(worst_distance, self._path_weights()))

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return g a + (1 - g) m for each output, with 1 / (1 + e^{-z}) for σ(z)."""
        self._check_symbols(symbols)
        W, W_mul = map(rows, self._path_weights())
        z = [weighted_sum(row, symbols) for row in rows(self.gate)]
        if self.bias is not None:
            z = [add(*terms) for terms in zip(z, numbers(self.bias), strict=True)]
        a = [weighted_sum(row, symbols) for row in W]
        m = [power_product(row, symbols) for row in W_mul]
        g = [logistic(entry) for entry in z] * (self.out_features // len(z))
        return mix(g, add=a, multiply=m)

    def _path_weights(self) -> tuple[Tensor, Tensor]:
        W = nac_weight(self.w_hat, self.m_hat)
        if self.w_hat_mul is None or self.m_hat_mul is None:
            return W, W
        return W, nac_weight(self.w_hat_mul, self.m_hat_mul)
