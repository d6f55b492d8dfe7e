"""The primitive of trigonometric products of Hill Space (DuJardin, 2025)."""

from collections.abc import Sequence
from typing import final

import torch

from nalm._tensors import Inputs, Outputs
from nalm.errors import InvalidValueError
from nalm.units._base._expression import cosine, rows, sine, weighted_sum
from nalm.units._base._nac_weight import NACWeights
from nalm.units._base._unit import S

ANGLES = 2


@final
class HillTrigProducts(NACWeights):
    """Choose between cosine and sine of the sum and of the difference of the first two inputs.

    y_o = W_o0 (W_o1 cos d + (1 - W_o1) cos s) + (1 - W_o0) (W_o1 sin d + (1 - W_o1) sin s),
    s = x_0 + x_1, d = x_0 - x_1, W = tanh(ŵ) ⊙ σ(m̂). (The paper writes them as sums of products
    of cosines and sines of the two.)

    Args:
        in_features: number of inputs, at least 2; those after the second are ignored.
        out_features: number of outputs, at least 1.
        snap: how near to saturation tanh and σ become exactly -1, 0 or 1; 0 for never.

    Attributes:
        w_hat, m_hat: ŵ and m̂, shape (out_features, 2), drawn as by the `NAC`; the paper starts
            at 0.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> unit = HillTrigProducts(2, 1)
        >>> unit.w_hat.data, unit.m_hat.data = torch.tensor([[[0.0, 20]], [[-20.0, 20]]]).unbind()
        >>> round(unit(torch.tensor([torch.pi, torch.pi / 2])).item(), 4)  # sin(x_0 - x_1)
        1.0

    References:
        DuJardin (2025), "Hill Space is All You Need", and its code.
    """

    columns = ANGLES

    def __init__(self, in_features: int, out_features: int, *, snap: float = 0.0) -> None:
        super().__init__(in_features, out_features, snap=snap)
        if in_features < ANGLES:
            raise InvalidValueError(
                f"in_features: expected at least {ANGLES}, the two angles, found {in_features}; "
                "HillUnitCircle has one."
            )

    def forward(self, x: Inputs) -> Outputs:
        """Return the mixture of the four functions."""
        self._check_input(x)
        choice, difference = self._weight().unbind(-1)
        s, d = x[..., :1] + x[..., 1:2], x[..., :1] - x[..., 1:2]
        cos = difference * torch.cos(d) + (1 - difference) * torch.cos(s)
        sin = difference * torch.sin(d) + (1 - difference) * torch.sin(s)
        return choice * cos + (1 - choice) * sin

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return the mixture for each output, with (e^{iθ} + e^{-iθ}) / 2 for cos θ."""
        self._check_symbols(symbols)
        s, d = (weighted_sum(signs, symbols[:ANGLES]) for signs in ((1, 1), (1, -1)))
        return [
            v * (w * cosine(d) + (1 - w) * cosine(s)) + (1 - v) * (w * sine(d) + (1 - w) * sine(s))
            for v, w in rows(self._weight())
        ]
