"""The multiplicative mass-conserving layer, MulMC-FC (Hoedt et al., 2021)."""

import math
from collections.abc import Sequence
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import numbers, rows, scaled
from nalm.units._base._functional import (
    distance_to_zero_or_one,
    gated_product,
    negative_phase,
    worst_distance,
)
from nalm.units._base._mass import fill_mass_, mass_penalty, mass_weights
from nalm.units._base._unit import S, Unit, check_option
from nalm.units._multiplicative._mass_sign import MassSign, signed_product

GATE_SHARE = 0.1
"""Of the gate's part in the penalty: the published code scales it by 1 and the rest by 10."""


@final
class MulMCFC(Unit):
    """Multiply the inputs by adding their logarithms with an `MCFC`.

    y = exp(o ⊙ (J log |x|) + α) ⊙ s, with o and J as in the `MCFC`, and for `MassSign.INALU`
    s_o = Π_i (J_oi sign(x_i) + 1 - J_oi), for `MassSign.REAL_NPU` s = cos(J k), k = π g where
    x < 0 and 0 elsewhere. For `MassSign.NONE`, s = 1 and negative inputs give NaN.

    `penalty` is that of the `MCFC`, and a tenth of the mean of min(|g|, |1 - g|).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        sign: how negative inputs are treated.

    Attributes:
        junction, gate, bias: r, w and b, as in the `MCFC`.
        offset: α, shape (out_features,), starts at 0.
        selector: g, shape (in_features,), starts at 1/2; `None` except for `MassSign.REAL_NPU`.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> unit = MulMCFC(2, 1)
        >>> unit.gate.data = torch.tensor([20.0])
        >>> round(unit(torch.tensor([5.0, -3.0])).item(), 4)
        -15.0

    References:
        Hoedt et al. (2021), "MC-LSTM: Mass-Conserving LSTM", ICML, appendix B.1.3, without the
        output that takes the rest. Mistry (2023), "MCFC findings", section 2.2, for the signs.
    """

    junction: Float[Tensor, "outputs inputs"]
    gate: Float[Tensor, " outputs"]
    bias: Float[Tensor, " outputs"]
    offset: Float[Tensor, " outputs"]
    selector: Float[Tensor, " inputs"] | None

    def __init__(
        self, in_features: int, out_features: int, *, sign: MassSign = MassSign.INALU
    ) -> None:
        super().__init__(in_features, out_features)
        check_option(MassSign, sign=sign)
        self.sign = sign
        self.junction = nn.Parameter(torch.empty(out_features, in_features))
        for name in ("gate", "bias", "offset"):
            self.register_parameter(name, nn.Parameter(torch.empty(out_features)))
        selects = sign is MassSign.REAL_NPU
        selector = nn.Parameter(torch.empty(in_features)) if selects else None
        self.register_parameter("selector", selector)
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw r and w as the `MCFC`, and set b and α to 0, g to 1/2."""
        fill_mass_(self.junction, w=self.gate, b=self.bias, generator=generator)
        nn.init.zeros_(self.offset)
        if self.selector is not None:
            nn.init.constant_(self.selector, 0.5)

    def forward(self, x: Inputs) -> Outputs:
        """Return exp(o ⊙ (J log |x|) + α) ⊙ s: 0, with a gradient of 0, if any input is 0."""
        self._check_input(x)
        o, J = mass_weights(self.junction, w=self.gate, b=self.bias)
        logs = torch.log(torch.where(x == 0, 1, x if self.sign is MassSign.NONE else x.abs()))
        y = torch.exp(o * (logs @ J.T) + self.offset) * (x != 0).all(-1, keepdim=True)
        if self.selector is not None:
            return y * torch.cos((self.selector.clamp(0, 1) * negative_phase(x)) @ J.T)
        return y * gated_product(x.sign(), J) if self.sign is MassSign.INALU else y

    def penalty(self) -> Scalar:
        """Return the penalty of the `MCFC`, and a tenth of the mean of min(|g|, |1 - g|)."""
        mass = mass_penalty(self.junction, w=self.gate, b=self.bias)
        g = self.selector
        return mass if g is None else mass + GATE_SHARE * distance_to_zero_or_one(g).mean()

    def sparsity_error(self) -> Scalar:
        """Return the mean of the errors max min(|W|, |1 - |W||) of J, o, α and g."""
        o, J = mass_weights(self.junction, w=self.gate, b=self.bias)
        g = [] if self.selector is None else [self.selector.clamp(0, 1)]
        weights = (J, o, self.offset, *g)
        return torch.stack([worst_distance(weight) for weight in weights]).mean()

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return e^α s Π |x_i|^{o_o J_oi} for each output; x / |x| stands for a sign."""
        self._check_symbols(symbols)
        o, J = mass_weights(self.junction, w=self.gate, b=self.bias)
        g = [0.0] * len(symbols) if self.selector is None else numbers(self.selector.clamp(0, 1))
        products = [
            signed_product(symbols, powers=powers, shares=shares, turns=g, sign=self.sign)
            for powers, shares in zip(rows(o.unsqueeze(1) * J), rows(J), strict=True)
        ]
        return [scaled(math.exp(a), y) for a, y in zip(numbers(self.offset), products, strict=True)]
