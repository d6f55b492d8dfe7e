"""The unit-circle primitive of Hill Space (DuJardin, 2025)."""

import math
from collections.abc import Sequence
from operator import add
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._typing import Inputs, Outputs, Scalar
from nalm.units._base._expression import cosine, rows, sine
from nalm.units._base._functional import worst_distance, zero_of
from nalm.units._base._initialisation import fill_nac_
from nalm.units._base._nac_weight import check_snap, nac_weight
from nalm.units._base._unit import S, Unit


@final
class HillUnitCircle(Unit):
    """Choose between the cosine and the sine of the first input, turned by up to half a circle.

    y_o = ((1 + W_o0) cos θ + (1 - W_o0) sin θ) / 2, θ = x_0 + π W_o1, W = tanh(ŵ) ⊙ σ(m̂): the
    weights 1 and 0 give cos x_0, -1 and 0 give sin x_0.

    Args:
        in_features: number of inputs, at least 1; those after the first are ignored.
        out_features: number of outputs, at least 1.
        snap: how near to saturation tanh and σ become exactly -1, 0 or 1; 0 for never.

    Attributes:
        w_hat, m_hat: ŵ and m̂, shape (out_features, 2), drawn as by the `NAC`; the paper starts
            at 0.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> unit = HillUnitCircle(1, 1)
        >>> unit.w_hat.data, unit.m_hat.data = torch.tensor([[[-20.0, 0]], [[20.0, -20]]]).unbind()
        >>> round(unit(torch.tensor([math.pi / 6])).item(), 4)
        0.5

    References:
        DuJardin (2025), "Hill Space is All You Need", and its code.
    """

    w_hat: Float[Tensor, "outputs 2"]
    m_hat: Float[Tensor, "outputs 2"]

    def __init__(self, in_features: int, out_features: int, *, snap: float = 0.0) -> None:
        super().__init__(in_features, out_features)
        self.snap = check_snap(snap)
        self.w_hat = nn.Parameter(torch.empty(out_features, 2))
        self.m_hat = nn.Parameter(torch.empty(out_features, 2))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw ŵ and m̂ from U(-r, r)."""
        fill_nac_([self.w_hat, self.m_hat], generator)

    def forward(self, x: Inputs) -> Outputs:
        """Return ((1 + W_0) cos θ + (1 - W_0) sin θ) / 2."""
        self._check_input(x)
        choice, phase = self._weight().unbind(-1)
        theta = x[..., :1] + math.pi * phase
        return ((1 + choice) * torch.cos(theta) + (1 - choice) * torch.sin(theta)) / 2

    def penalty(self) -> Scalar:
        """Return 0: there is no regulariser."""
        return zero_of(self.w_hat)

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||)."""
        return worst_distance(self._weight())

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return the mixture for each output, with (e^{iθ} + e^{-iθ}) / 2 for cos θ."""
        self._check_symbols(symbols)
        choices, phases = zip(*rows(self._weight()), strict=True)
        angles = [add(symbols[0], math.pi * phase) for phase in phases]
        return [
            ((1 + choice) * cosine(theta) + (1 - choice) * sine(theta)) / 2
            for choice, theta in zip(choices, angles, strict=True)
        ]

    def _weight(self) -> Float[Tensor, "outputs 2"]:
        return nac_weight(self.w_hat, self.m_hat, snap=self.snap)
