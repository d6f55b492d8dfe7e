"""The Domain Mixed Unit (Curry, 2025)."""

from collections.abc import Sequence
from typing import cast, final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import mix, numbers, rows, sign_recovered_product, weighted_sum
from nalm.units._base._functional import negative_phase, worst_distance, zero_of
from nalm.units._base._initialisation import fill_xavier_
from nalm.units._base._unit import S, Unit, check_option
from nalm.units._gated._dmu_gate import hard_gate, normalised
from nalm.units._gated._dmu_operands import DMUOperands

SIGN_WIDTH, SMALLEST = 1e-4, 1e-11


@final
class DMU(Unit):
    """Choose for each input vector between a sum and a product.

    y = (g tanh(a / 10⁻⁴) + h cos(|O| k)) ⊙ (g |a| + h exp(O log |x|)), a = O x, k_i = π [x_i < 0],
    (g, h) = softmax(G u + b), u = LayerNorm(x). In evaluation mode g and h are 0 or 1, and O is
    rounded to -1, 0 or 1. Operands that are learned have O = tanh(s) ⊙ softplus(m).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        operands: the weights O.
        norms: number of layer normalisations before the gate, one after the other.

    Attributes:
        gate, bias: G, (2 · out_features, in_features), and b; first for g, then for h.
        s, m: (out_features, in_features); `None` if O is fixed. All begin as Glorot's, b at 0.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> dmu = DMU(2, 1, operands=DMUOperands.SUB).eval()
        >>> dmu.gate.data, dmu.bias.data = torch.zeros(2, 2), torch.tensor([-1.0, 1.0])
        >>> round(dmu(torch.tensor([3.0, -2.0])).item(), 4)
        -1.5

    References:
        Curry (2025), "The Domain Mixed Unit". Its code has linear heads of u for s and m too.
    """

    gate: Float[Tensor, "gates inputs"]
    bias: Float[Tensor, " gates"]
    s: Float[Tensor, "outputs inputs"] | None
    m: Float[Tensor, "outputs inputs"] | None

    def __init__(
        self,
        in_features: int,
        out_features: int,
        *,
        operands: DMUOperands = DMUOperands.ADD,
        norms: int = 1,
    ) -> None:
        super().__init__(in_features, out_features)
        check_option(DMUOperands, operands=operands)
        self.operands = operands
        self.norms = nn.Sequential(*(nn.LayerNorm(in_features) for _ in range(norms)))
        learned, matrix = operands is DMUOperands.LEARNED, torch.empty(out_features, in_features)
        self.s = nn.Parameter(matrix) if learned else None
        self.m = nn.Parameter(matrix.clone()) if learned else None
        self.gate = nn.Parameter(torch.empty(2 * out_features, in_features))
        self.bias = nn.Parameter(torch.empty(2 * out_features))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw s, m and G after Glorot; set b to 0 and the normalisations to their identity."""
        fill_xavier_([each for each in (self.s, self.m, self.gate) if each is not None], generator)
        nn.init.zeros_(self.bias)
        for norm in self.norms:
            cast(nn.LayerNorm, norm).reset_parameters()

    def forward(self, x: Inputs) -> Outputs:
        """Return the sum and the product, mixed by the gate."""
        self._check_input(x)
        O, (G, b) = self._weight(rounded=not self.training), self._logit_weights()  # noqa: E741
        z = self.norms(x) @ G.T + b  # softmax of two is the logistic function of a difference
        g = torch.sigmoid(z) if self.training else (z > 0).to(x.dtype)
        a, log_x = x @ O.T, x.abs().clamp(min=SMALLEST).log()
        sign = g * torch.tanh(a / SIGN_WIDTH) + (1 - g) * torch.cos(negative_phase(x) @ O.abs().T)
        return sign * (g * a.abs() + (1 - g) * torch.exp(log_x @ O.T))

    def penalty(self) -> Scalar:
        """Return 0: the DMU has no regulariser."""
        return zero_of(self.gate)

    def sparsity_error(self) -> Scalar:
        """Return max min(|O|, |1 - |O||) before rounding; the gate is not part of it."""
        return worst_distance(self._weight(rounded=False))

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return g a + (1 - g) Π x_i^{O_i} for each output, as in evaluation mode."""
        self._check_symbols(symbols)
        (G, b), O = self._logit_weights(), rows(self._weight(rounded=True))  # noqa: E741
        u = normalised(symbols, self.norms)
        g = [hard_gate(row, u, bias=c) for row, c in zip(rows(G), numbers(b), strict=True)]
        m = [sign_recovered_product(row, symbols) for row in O]
        a = [weighted_sum(row, symbols) for row in O]
        return mix(g, add=a, multiply=m)

    def _logit_weights(self) -> tuple[Tensor, Tensor]:
        (G_g, G_h), (b_g, b_h) = self.gate.chunk(2), self.bias.chunk(2)
        return G_g - G_h, b_g - b_h

    def _weight(self, *, rounded: bool) -> Float[Tensor, "outputs inputs"]:
        if self.s is None or self.m is None:
            row = self.gate.new_tensor(self.operands.pattern(self.in_features))
            return row.expand(self.out_features, -1)
        O = torch.tanh(self.s) * nn.functional.softplus(self.m)  # noqa: E741
        return O.round().clamp(-1, 1) if rounded else O
