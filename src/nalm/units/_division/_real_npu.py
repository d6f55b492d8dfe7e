"""The Real Neural Power Unit (Heim, Pevný and Šmídl, 2020) and its modified form."""

from collections.abc import Sequence
from typing import Self, final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import numbers
from nalm.units._base._functional import EPS32, worst_distance
from nalm.units._base._rotation import express_powers
from nalm.units._base._unit import S, Unit
from nalm.units._division._power import (
    check_power_options,
    fill_power_weight_,
    magnitude_and_phase,
    power_constraints,
    power_penalty,
)
from nalm.units._division._power_options import Clip, Discretise, PowerInit


@final
class RealNPU(Unit):
    """Multiply real powers of the inputs.

    y = exp(W log r) ⊙ cos(W k), r = g ⊙ (|x| + ε) + 1 - g, k = π g where x < 0 and 0 elsewhere:
    W holds the exponents, so -1 divides and 1/2 takes a root; g in [0, 1] selects the inputs.

    `penalty` is the sum of the terms that `discretise` asks for, each a mean over its parameter:
    |1 - |W||, or min(|W|, |1 - |W||) where zero is allowed, and min(|g|, |1 - g|).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        clip: what is clamped after a step; anything but `Clip.ALL`.
        discretise: what the penalty pulls to discrete values.
        init: how W is drawn.
        epsilon: ε, at least 0; with 0, no input may be 0.

    Attributes:
        weight: W, shape (out_features, in_features), drawn as `init` says.
        gate: g, shape (in_features,), starts at 1/2.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> npu = RealNPU.modified(2, 1)
        >>> npu.weight.data, npu.gate.data = torch.tensor([[1.0, -1.0]]), torch.ones(2)
        >>> round(npu(torch.tensor([3.0, -2.0])).item(), 5)
        -1.5

    References:
        Heim, Pevný and Šmídl (2020), "Neural Power Units", NeurIPS. Mistry, Farrahi and Hare
        (2021), "Learning Division with Neural Arithmetic Logic Modules", equations 2 and 3, and
        section 5 for the options.
    """

    weight: Float[Tensor, "outputs inputs"]
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
        check_power_options(clip, discretise, init=init, epsilon=epsilon, imaginary=False)
        self.clip, self.discretise, self.init, self.epsilon = clip, discretise, init, epsilon
        self.constraints = power_constraints(clip, "weight")
        self.weight = nn.Parameter(torch.empty(out_features, in_features))
        self.gate = nn.Parameter(torch.empty(in_features))
        self.reset_parameters()

    @classmethod
    def modified(cls, in_features: int, out_features: int) -> Self:
        """Return the unit with every modification of Mistry, Farrahi and Hare (2021)."""
        clip, discretise, init = Clip.BOTH, Discretise.BOTH, PowerInit.CONSTRAINED
        return cls(in_features, out_features, clip=clip, discretise=discretise, init=init)

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw W as `init` says and set the gate to 1/2."""
        fill_power_weight_(self.weight, generator, init=self.init)
        nn.init.constant_(self.gate, 0.5)

    def forward(self, x: Inputs) -> Outputs:
        """Return exp(W log r) ⊙ cos(W k)."""
        self._check_input(x)
        W = self.weight
        r, k = magnitude_and_phase(x, self.gate, epsilon=self.epsilon)
        return torch.exp(torch.log(r) @ W.T) * torch.cos(k @ W.T)

    def penalty(self) -> Scalar:
        """Return the terms that `discretise` asks for; 0 for `Discretise.NONE`."""
        return power_penalty(self.weight, self.gate, discretise=self.discretise)

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||); the gate is not part of it."""
        return worst_distance(self.weight)

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return exp(W log r) cos(W k) for each output; x / |x| stands for a sign."""
        self._check_symbols(symbols)
        return express_powers(symbols, W_r=self.weight, gates=numbers(self.gate.clamp(0, 1)))
