"""The NAC• with the weights of the NMU, NAC•,NMU (Madsen and Johansen, 2020)."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import power_product, rows
from nalm.units._base._functional import distance_to_zero_or_one, exp_of_logs, worst_distance
from nalm.units._base._initialisation import fill_uniform_
from nalm.units._base._unit import S, Unit


@final
class NACMulNMU(Unit):
    """Multiply the absolute values of the inputs, through logarithms, with the NMU's weights.

    y = exp(W log(|x| + 10⁻⁷)), with W in [0, 1]: 0 drops an input, 1 multiplies by it. Signs are
    lost.

    `penalty` is the mean of min(|W|, |1 - W|).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.

    Attributes:
        weight: W, shape (out_features, in_features), drawn from U(1/4, 3/4), constrained to
            [0, 1].

    Raises:
        InvalidTypeError, InvalidValueError: a size is not a positive integer.

    Example:
        >>> nac = NACMulNMU(3, 1)
        >>> nac.weight.data = torch.tensor([[1.0, 0.0, 1.0]])
        >>> round(nac(torch.tensor([2.0, 7.0, -3.0])).item(), 4)
        6.0

    References:
        Madsen and Johansen (2020), "Neural Arithmetic Units", ICLR, section 4.1, the ablation
        that gives the NAC• everything of the NMU but its product.
    """

    weight: Float[Tensor, "outputs inputs"]
    constraints = MappingProxyType({"weight": (0.0, 1.0)})

    def __init__(self, in_features: int, out_features: int) -> None:
        super().__init__(in_features, out_features)
        self.weight = nn.Parameter(torch.empty(out_features, in_features))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw W from U(1/4, 3/4)."""
        fill_uniform_(self.weight, generator, low=0.25, high=0.75)

    def forward(self, x: Inputs) -> Outputs:
        """Return exp(W log(|x| + 10⁻⁷))."""
        self._check_input(x)
        return exp_of_logs(x, self.weight)

    def penalty(self) -> Scalar:
        """Return the mean of min(|W|, |1 - W|), the NMU's."""
        return distance_to_zero_or_one(self.weight).mean()

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||)."""
        return worst_distance(self.weight)

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return Π |x_i|^{W_oi} for each output."""
        self._check_symbols(symbols)
        return [power_product(row, symbols) for row in rows(self.weight)]
