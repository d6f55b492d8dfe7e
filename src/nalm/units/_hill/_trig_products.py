"""The primitive of trigonometric products of Hill Space (DuJardin, 2025)."""

from collections.abc import Sequence
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._typing import Inputs, Outputs, Scalar
from nalm.errors import InvalidValueError
from nalm.units._base._expression import cosine, rows, sine, weighted_sum
from nalm.units._base._functional import worst_distance, zero_of
from nalm.units._base._initialisation import fill_nac_
from nalm.units._base._nac_weight import check_snap, nac_weight
from nalm.units._base._unit import S, Unit

ANGLES = 2


@final
class HillTrigProducts(Unit):
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

    w_hat: Float[Tensor, "outputs 2"]
    m_hat: Float[Tensor, "outputs 2"]

    def __init__(self, in_features: int, out_features: int, *, snap: float = 0.0) -> None:
        super().__init__(in_features, out_features)
        if in_features < ANGLES:
            raise InvalidValueError(
                f"in_features: expected at least {ANGLES}, the two angles, found {in_features}; "
                "HillUnitCircle has one."
            )
        self.snap = check_snap(snap)
        self.w_hat = nn.Parameter(torch.empty(out_features, ANGLES))
        self.m_hat = nn.Parameter(torch.empty(out_features, ANGLES))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw ŵ and m̂ from U(-r, r)."""
        fill_nac_([self.w_hat, self.m_hat], generator)

    def forward(self, x: Inputs) -> Outputs:
        """Return the mixture of the four functions."""
        self._check_input(x)
        choice, difference = self._weight().unbind(-1)
        s, d = x[..., :1] + x[..., 1:2], x[..., :1] - x[..., 1:2]
        cos = difference * torch.cos(d) + (1 - difference) * torch.cos(s)
        sin = difference * torch.sin(d) + (1 - difference) * torch.sin(s)
        return choice * cos + (1 - choice) * sin

    def penalty(self) -> Scalar:
        """Return 0: there is no regulariser."""
        return zero_of(self.w_hat)

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||)."""
        return worst_distance(self._weight())

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return the mixture for each output, with (e^{iθ} + e^{-iθ}) / 2 for cos θ."""
        self._check_symbols(symbols)
        s, d = (weighted_sum(signs, symbols[:ANGLES]) for signs in ((1, 1), (1, -1)))
        return [
            v * (w * cosine(d) + (1 - w) * cosine(s)) + (1 - v) * (w * sine(d) + (1 - w) * sine(s))
            for v, w in rows(self._weight())
        ]

    def _weight(self) -> Float[Tensor, "outputs 2"]:
        return nac_weight(self.w_hat, self.m_hat, snap=self.snap)
