"""The Neural Power Unit (Heim, Pevný and Šmídl, 2020)."""

from collections.abc import Sequence
from typing import Self, final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import numbers
from nalm.units._base._functional import EPS32
from nalm.units._base._rotation import express_powers
from nalm.units._base._unit import S, Unit
from nalm.units._division._power import (
    check_power_options,
    complex_sparsity_error,
    fill_power_weight_,
    magnitude_and_phase,
    power_constraints,
    power_penalty,
)
from nalm.units._division._power_options import Clip, Discretise, PowerInit


@final
class NPU(Unit):
    """Multiply complex powers of the selected inputs, and take the real part.

    y = exp(W_r log r - W_i k) ⊙ cos(W_i log r + W_r k), r = g ⊙ (|x| + ε) + 1 - g, k = π g where
    x < 0 and 0 elsewhere; g in [0, 1] selects the inputs.

    `penalty` has the terms of the `RealNPU`, for W_r and g, and Σ |W_i| with `Clip.ALL`.

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        clip: what is clamped after a step.
        discretise: what the penalty pulls to discrete values.
        init: how W_r is drawn.
        epsilon: ε, at least 0; with 0, no input may be 0.

    Attributes:
        weight_real: W_r, shape (out_features, in_features), drawn as `init` says.
        weight_imag: W_i, same shape, starts at 0.
        gate: g, shape (in_features,), starts at 1/2.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> NPU(2, 3)(torch.ones(5, 2)).shape
        torch.Size([5, 3])

    References:
        Heim, Pevný and Šmídl (2020), "Neural Power Units", NeurIPS. Mistry, Farrahi and Hare
        (2021), "Learning Division with Neural Arithmetic Logic Modules", equations 1 and 3, and
        appendix G for the options.
    """

    weight_real: Float[Tensor, "outputs inputs"]
    weight_imag: Float[Tensor, "outputs inputs"]
    gate: Float[Tensor, " inputs"]

    def __init__(
        self,
        in_features: int,
        out_features: int,
        *,
        clip: Clip = Clip.NONE,
        discretise: Discretise = Discretise.NONE,
        init: PowerInit = PowerInit.XAVIER_UNIFORM,
        epsilon: float = EPS32,
    ) -> None:
        super().__init__(in_features, out_features)
        check_power_options(clip, discretise, init=init, epsilon=epsilon, imaginary=True)
        self.clip, self.discretise, self.init, self.epsilon = clip, discretise, init, epsilon
        self.constraints = power_constraints(clip, "weight_real")
        self.weight_real = nn.Parameter(torch.empty(out_features, in_features))
        self.weight_imag = nn.Parameter(torch.empty(out_features, in_features))
        self.gate = nn.Parameter(torch.empty(in_features))
        self.reset_parameters()

    @classmethod
    def modified(cls, in_features: int, out_features: int) -> Self:
        """Return the unit with every modification of Mistry, Farrahi and Hare (2021)."""
        clip, discretise, init = Clip.ALL, Discretise.BOTH, PowerInit.CONSTRAINED
        return cls(in_features, out_features, clip=clip, discretise=discretise, init=init)

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw W_r as `init` says, set W_i to 0 and the gate to 1/2."""
        fill_power_weight_(self.weight_real, generator, init=self.init)
        nn.init.zeros_(self.weight_imag)
        nn.init.constant_(self.gate, 0.5)

    def forward(self, x: Inputs) -> Outputs:
        """Return exp(W_r log r - W_i k) ⊙ cos(W_i log r + W_r k)."""
        self._check_input(x)
        r, k = magnitude_and_phase(x, self.gate, epsilon=self.epsilon)
        log_r, W_r, W_i = torch.log(r), self.weight_real, self.weight_imag
        # The real part of exp((W_r + i W_i)(log r + i k)).
        return torch.exp(log_r @ W_r.T - k @ W_i.T) * torch.cos(log_r @ W_i.T + k @ W_r.T)

    def penalty(self) -> Scalar:
        """Return the terms that `discretise` and `clip` ask for; 0 for neither."""
        penalty = power_penalty(self.weight_real, self.gate, discretise=self.discretise)
        return penalty + self.weight_imag.abs().sum() if self.clip is Clip.ALL else penalty

    def sparsity_error(self) -> Scalar:
        """Return the mean of the errors max min(|W|, |1 - |W||) of W_r and W_i."""
        return complex_sparsity_error(self.weight_real, self.weight_imag)

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return the formula of each output, as the `NaiveNPU` does."""
        self._check_symbols(symbols)
        g = numbers(self.gate.clamp(0, 1))
        return express_powers(symbols, W_r=self.weight_real, W_i=self.weight_imag, gates=g)
