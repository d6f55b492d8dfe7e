"""The improved NALU (Schlör, Ring and Hotho, 2020)."""

from collections.abc import Sequence
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import (
    logistic,
    mix,
    numbers,
    rows,
    sign_recovered_product,
    weighted_sum,
)
from nalm.units._base._functional import LOG_EPSILON, gated_product, worst_distance
from nalm.units._base._initialisation import fill_normal_
from nalm.units._base._nac_weight import nac_weight
from nalm.units._base._unit import S, Unit, check_option
from nalm.units._gated._inalu_options import LARGEST_LOG, SATURATION, INALUGate, INALUInit


@final
class INALU(Unit):
    """Choose between adding and multiplying the inputs, with signs and a gate without inputs.

    y = γ ⊙ a + (1 - γ) ⊙ m ⊙ s, a = A x, m = exp(min(M log max(|x|, 10⁻⁷), 20)),
    s_o = Π_i (|M_oi| sign(x_i) + 1 - |M_oi|), γ = σ(g), and A and M each tanh(ŵ) ⊙ σ(m̂). With
    `INALUGate.INPUT`, γ = σ(g x) with a matrix g.

    `penalty` is the sum over the five parameters p of the mean of max(20 - |p|, 0).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        init: the normal distributions of the parameters.
        selection: whether the gate depends on the inputs; in the paper it does not.

    Attributes:
        w_hat_add, m_hat_add: ŵ and m̂ of A, (out_features, in_features); w_hat_mul, m_hat_mul of M.
        gate: g, shape (out_features,), or (out_features, in_features) with `INALUGate.INPUT`.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> INALU(2, 3)(torch.ones(5, 2)).shape
        torch.Size([5, 3])

    References:
        Schlör, Ring and Hotho (2020), "iNALU: Improved Neural Arithmetic Logic Unit", Frontiers
        in Artificial Intelligence, with independent weights.
    """

    w_hat_add: Float[Tensor, "outputs inputs"]
    m_hat_add: Float[Tensor, "outputs inputs"]
    w_hat_mul: Float[Tensor, "outputs inputs"]
    m_hat_mul: Float[Tensor, "outputs inputs"]
    gate: Float[Tensor, " outputs"] | Float[Tensor, "outputs inputs"]

    def __init__(
        self,
        in_features: int,
        out_features: int,
        *,
        init: INALUInit = INALUInit.PRIMER,
        selection: INALUGate = INALUGate.FREE,
    ) -> None:
        super().__init__(in_features, out_features)
        check_option(INALUInit, init=init)
        check_option(INALUGate, selection=selection)
        self.init, self.selection = init, selection
        for name in ("w_hat_add", "m_hat_add", "w_hat_mul", "m_hat_mul"):
            self.register_parameter(name, nn.Parameter(torch.empty(out_features, in_features)))
        free = selection is INALUGate.FREE
        self.gate = nn.Parameter(torch.empty((out_features, in_features)[: 1 if free else 2]))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw every parameter from its normal distribution."""
        for name, (mean, deviation) in self.init.moments().items():
            fill_normal_(self.get_parameter(name), generator, mean=mean, deviation=deviation)

    def forward(self, x: Inputs) -> Outputs:
        """Return γ ⊙ a + (1 - γ) ⊙ m ⊙ s."""
        self._check_input(x)
        A, M = self._path_weights()
        m = torch.exp((torch.log(x.abs().clamp(min=LOG_EPSILON)) @ M.T).clamp(max=LARGEST_LOG))
        s = gated_product(x.sign(), M.abs())
        g = torch.sigmoid(self.gate if self.selection is INALUGate.FREE else x @ self.gate.T)
        return g * (x @ A.T) + (1 - g) * m * s

    def penalty(self) -> Scalar:
        """Return Σ_p mean max(20 - |p|, 0)."""
        parameters = self.parameters(recurse=False)
        return torch.stack([torch.relu(SATURATION - p.abs()).mean() for p in parameters]).sum()

    def sparsity_error(self) -> Scalar:
        """Return the mean of the errors max min(|W|, |1 - |W||) of A and M."""
        A, M = self._path_weights()
        return (worst_distance(A) + worst_distance(M)) / 2

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return γ a + (1 - γ) m s for each output, without the cut; x / |x| is a sign."""
        self._check_symbols(symbols)
        A, M = map(rows, self._path_weights())
        if self.selection is INALUGate.FREE:
            g = numbers(torch.sigmoid(self.gate))
        else:
            g = [logistic(weighted_sum(row, symbols)) for row in rows(self.gate)]
        a = [weighted_sum(row, symbols) for row in A]
        m = [sign_recovered_product(row, symbols) for row in M]
        return mix(g, add=a, multiply=m)

    def _path_weights(self) -> tuple[Tensor, Tensor]:
        A = nac_weight(self.w_hat_add, self.m_hat_add)
        return A, nac_weight(self.w_hat_mul, self.m_hat_mul)
