"""The unit-circle primitive of Hill Space (DuJardin, 2025)."""

import math
from collections.abc import Sequence
from operator import add
from typing import final

import torch

from nalm._tensors import Inputs, Outputs
from nalm.units._base._expression import cosine, rows, sine
from nalm.units._base._nac_weight import NACWeights
from nalm.units._base._unit import S


@final
class HillUnitCircle(NACWeights):
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

    columns = 2

    def forward(self, x: Inputs) -> Outputs:
        """Return ((1 + W_0) cos θ + (1 - W_0) sin θ) / 2."""
        self._check_input(x)
        choice, phase = self._weight().unbind(-1)
        theta = x[..., :1] + math.pi * phase
        return ((1 + choice) * torch.cos(theta) + (1 - choice) * torch.sin(theta)) / 2

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return the mixture for each output, with (e^{iθ} + e^{-iθ}) / 2 for cos θ."""
        self._check_symbols(symbols)
        choices, phases = zip(*rows(self._weight()), strict=True)
        angles = [add(symbols[0], math.pi * phase) for phase in phases]
        return [
            ((1 + choice) * cosine(theta) + (1 - choice) * sine(theta)) / 2
            for choice, theta in zip(choices, angles, strict=True)
        ]
