"""The Naive Neural Power Unit (Heim, Pevný and Šmídl, 2020)."""

from collections.abc import Sequence
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._functional import EPS32, negative_phase, zero_of
from nalm.units._base._initialisation import fill_xavier_
from nalm.units._base._rotation import express_powers
from nalm.units._base._unit import S, Unit
from nalm.units._division._power import check_epsilon, complex_sparsity_error


@final
class NaiveNPU(Unit):
    """Multiply complex powers of the inputs, and take the real part.

    y = exp(W_r log r - W_i k) ⊙ cos(W_i log r + W_r k), r = |x| + ε, k = π where x < 0 and 0
    elsewhere: the real part of Π_i x_i^{W_r + i W_i}.

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        epsilon: ε, at least 0; with 0, no input may be 0.

    Attributes:
        weight_real: W_r, shape (out_features, in_features), Glorot's uniform distribution.
        weight_imag: W_i, same shape, starts at 0.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> npu = NaiveNPU(2, 1)
        >>> npu.weight_real.data = torch.tensor([[1.0, -1.0]])
        >>> round(npu(torch.tensor([-2.0, 4.0])).item(), 4)
        -0.5

    References:
        Heim, Pevný and Šmídl (2020), "Neural Power Units", NeurIPS, section 3.1. (Early prints
        give k the wrong way round.)
    """

    weight_real: Float[Tensor, "outputs inputs"]
    weight_imag: Float[Tensor, "outputs inputs"]

    def __init__(self, in_features: int, out_features: int, *, epsilon: float = EPS32) -> None:
        super().__init__(in_features, out_features)
        check_epsilon(epsilon)
        self.epsilon = epsilon
        self.weight_real = nn.Parameter(torch.empty(out_features, in_features))
        self.weight_imag = nn.Parameter(torch.empty(out_features, in_features))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw W_r after Glorot and set W_i to 0."""
        fill_xavier_([self.weight_real], generator)
        nn.init.zeros_(self.weight_imag)

    def forward(self, x: Inputs) -> Outputs:
        """Return exp(W_r log r - W_i k) ⊙ cos(W_i log r + W_r k)."""
        self._check_input(x)
        W_r, W_i = self.weight_real, self.weight_imag
        log_r, k = torch.log(x.abs() + self.epsilon), negative_phase(x)
        # The real part of exp((W_r + i W_i)(log r + i k)).
        return torch.exp(log_r @ W_r.T - k @ W_i.T) * torch.cos(log_r @ W_i.T + k @ W_r.T)

    def penalty(self) -> Scalar:
        """Return 0: the unit has no regulariser of its own."""
        return zero_of(self.weight_real)

    def sparsity_error(self) -> Scalar:
        """Return the mean of the errors max min(|W|, |1 - |W||) of W_r and W_i."""
        return complex_sparsity_error(self.weight_real, self.weight_imag)

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return the real part of Π_i x_i^{W_r + i W_i} for each output.

        x / |x| stands for a sign; with imaginary weights, exponents are complex and numbers come
        out complex, with an imaginary part of 0.
        """
        self._check_symbols(symbols)
        ones = [1.0] * self.in_features
        return express_powers(symbols, W_r=self.weight_real, W_i=self.weight_imag, gates=ones)
