"""The Neural Multiplicative Reciprocal Unit (Mistry, Farrahi and Hare, 2021)."""

from collections.abc import Sequence
from functools import partial
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import numbers, rows
from nalm.units._base._functional import (
    EPS32,
    ProductForm,
    distance_to_zero_or_one,
    gated_product,
    negative_phase,
    worst_distance,
)
from nalm.units._base._initialisation import fill_uniform_
from nalm.units._base._rotation import reciprocal_product
from nalm.units._base._unit import S, Unit, check_option
from nalm.units._division._nmru_variant import NMRUVariant

GATE_SHARE = 0.1  # the published weights of the two penalties: 10 for W and 1 for the gate


@final
class NMRU(Unit):
    """Multiply by the inputs and by their reciprocals.

    z_o = Π_j (W_oj |x_j| + 1 - W_oj) · cos(Σ_j W_oj k_j), W in [0, 1], k_j = π [x_j < 0], with j
    over the inputs, then their reciprocals: 1 / (x + 2⁻²³) in training mode, else 1 / x. A weight
    of 1 multiplies by an input (first half) or divides by it (second half).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        variant: which form of the unit.
        form: order of evaluation of a factor.

    Attributes:
        weight: W, (out_features, 2 · in_features), from U(1/4, 3/4), constrained to [0, 1].
        gate: (2 · in_features,), starts at 1/2, constrained to [0, 1]; `None` if not gated.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> nmru = NMRU(2, 1).eval()
        >>> nmru.weight.data = torch.tensor([[1.0, 0.0, 0.0, 1.0]])
        >>> nmru(torch.tensor([3.0, -2.0])).item()
        -1.5

    References:
        Mistry, Farrahi and Hare (2021), "Learning Division with Neural Arithmetic Logic Modules",
        equation 5, with the cosine of the sum (as in its code), not the sum of cosines.
    """

    weight: Float[Tensor, "outputs both"]
    gate: Float[Tensor, " both"] | None

    def __init__(
        self,
        in_features: int,
        out_features: int,
        *,
        variant: NMRUVariant = NMRUVariant.PAPER,
        form: ProductForm = ProductForm.LEFT_TO_RIGHT,
    ) -> None:
        super().__init__(in_features, out_features)
        check_option(NMRUVariant, variant=variant)
        check_option(ProductForm, form=form)
        self.variant, self.form = variant, form
        self.weight = nn.Parameter(torch.empty(out_features, 2 * in_features))
        gated = variant is NMRUVariant.GATED
        self.gate = nn.Parameter(torch.empty(2 * in_features)) if gated else None
        self.constraints = {"weight": (0.0, 1.0)} | ({"gate": (0.0, 1.0)} if gated else {})
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw W from U(1/4, 3/4) and set the gate to 1/2."""
        fill_uniform_(self.weight, generator, low=0.25, high=0.75)
        if self.gate is not None:
            nn.init.constant_(self.gate, 0.5)

    def forward(self, x: Inputs) -> Outputs:
        """Return Π_j (W_oj |x_j| + 1 - W_oj) · cos(Σ_j W_oj k_j)."""
        self._check_input(x)
        # The halves stay apart: to concatenate x and 1 / x costs more than the whole unit.
        inverse = 1 / (x + EPS32 if self.training else x)
        W, V = self.weight[:, : self.in_features], self.weight[:, self.in_features :]
        if self.gate is not None:
            x, inverse = self.gate[: self.in_features] * x, self.gate[self.in_features :] * inverse
        P = partial(gated_product, form=self.form)
        if self.variant is NMRUVariant.VANILLA:
            return P(x, W) * P(inverse, V)
        phase = negative_phase(x) @ W.T + negative_phase(inverse) @ V.T
        return P(x.abs(), W) * P(inverse.abs(), V) * torch.cos(phase)

    def penalty(self) -> Scalar:
        """Return the mean of min(|W|, |1 - W|), and a tenth of the gate's if there is one."""
        W = distance_to_zero_or_one(self.weight).mean()
        return (
            W if self.gate is None else W + GATE_SHARE * distance_to_zero_or_one(self.gate).mean()
        )

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||); a gate is not part of it."""
        return worst_distance(self.weight)

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return the product of evaluation mode for each output; x / |x| stands for a sign."""
        self._check_symbols(symbols)
        gates = [1.0] * self.weight.shape[-1] if self.gate is None else numbers(self.gate)
        signed = self.variant is NMRUVariant.VANILLA
        product = partial(reciprocal_product, symbols, gates=gates, signed=signed)
        return [product(weights=row) for row in rows(self.weight)]
