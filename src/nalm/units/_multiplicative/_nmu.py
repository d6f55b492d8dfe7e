"""The Neural Multiplication Unit (Madsen and Johansen, 2020)."""

from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import gates, multiply, rows
from nalm.units._base._functional import (
    ProductForm,
    distance_to_zero_or_one,
    gated_product,
    worst_distance,
)
from nalm.units._base._initialisation import fill_uniform_
from nalm.units._base._unit import S, Unit, check_option


class NMUClip(Enum):
    """Say where the weight of an NMU is clipped to [0, 1].

    `STEP` clamps it after each step of an optimiser. `EQUATION` clips it in the forward pass and
    leaves it free, so that an entry outside has no gradient but that of the penalty.

    References:
        Heim, Pevný and Šmídl (2020), "Neural Power Units", and its code, for `EQUATION`; also the
        ablation of Madsen and Johansen (2020), "Neural Arithmetic Units", ICLR.
    """

    STEP = "step"
    EQUATION = "equation"


@final
class NMU(Unit):
    """Multiply the inputs.

    y_o = Π_i (W_oi x_i + 1 - W_oi), with W in [0, 1]: 0 drops an input, 1 multiplies by it.

    `penalty` is the mean of min(|W|, |1 - W|).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        form: order of evaluation of a factor; by default that of the published experiments.
        clip: where W is clipped to [0, 1].

    Attributes:
        weight: W, shape (out_features, in_features), drawn from U(1/4, 3/4), constrained to
            [0, 1] by `NMUClip.STEP`.

    Raises:
        InvalidTypeError, InvalidValueError: a size is not a positive integer, or an option has
            another type.

    Example:
        >>> nmu = NMU(3, 1)
        >>> nmu.weight.data = torch.tensor([[1.0, 0.0, 1.0]])
        >>> nmu(torch.tensor([2.0, 7.0, -3.0])).item()
        -6.0

    References:
        Madsen and Johansen (2020), "Neural Arithmetic Units", ICLR, equations 10 to 12. The paper
        asks for Var[W] = 1/4; its code, followed here, keeps W inside [1/4, 3/4].
    """

    weight: Float[Tensor, "outputs inputs"]
    constraints: Mapping[str, tuple[float, float]] = MappingProxyType({"weight": (0.0, 1.0)})

    def __init__(
        self,
        in_features: int,
        out_features: int,
        *,
        form: ProductForm = ProductForm.LEFT_TO_RIGHT,
        clip: NMUClip = NMUClip.STEP,
    ) -> None:
        super().__init__(in_features, out_features)
        check_option(ProductForm, form=form)
        check_option(NMUClip, clip=clip)
        self.form, self.clip = form, clip
        if clip is NMUClip.EQUATION:
            self.constraints = {}
        self.weight = nn.Parameter(torch.empty(out_features, in_features))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw W from U(1/4, 3/4)."""
        fill_uniform_(self.weight, generator, low=0.25, high=0.75)

    def forward(self, x: Inputs) -> Outputs:
        """Return Π_i (W_oi x_i + 1 - W_oi)."""
        self._check_input(x)
        return gated_product(x, self._clipped_weight(), form=self.form)

    def penalty(self) -> Scalar:
        """Return the mean of min(|W|, |1 - W|) (equation 11)."""
        return distance_to_zero_or_one(self.weight).mean()

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||)."""
        return worst_distance(self._clipped_weight())

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return Π_i (W_oi x_i + 1 - W_oi) for each output."""
        self._check_symbols(symbols)
        weights = rows(self._clipped_weight())
        return [multiply(gates(row, symbols), symbols[0]) for row in weights]

    def _clipped_weight(self) -> Float[Tensor, "outputs inputs"]:
        return self.weight if self.clip is NMUClip.STEP else self.weight.clamp(0, 1)
