"""The Neural Addition Unit (Madsen and Johansen, 2020)."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import rows, weighted_sum
from nalm.units._base._functional import distance_to_signs_or_zero, worst_distance
from nalm.units._base._initialisation import fill_uniform_, nau_bound
from nalm.units._base._unit import S, Unit


@final
class NAU(Unit):
    """Add and subtract the inputs.

    y = W x, with W in [-1, 1]: -1 subtracts an input, 0 drops it, 1 adds it.

    `penalty` is the mean of min(|W|, |1 - |W||).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.

    Attributes:
        weight: W, shape (out_features, in_features), drawn from U(-r, r) with
            r = min(1/2, √(6 / (in_features + out_features))), constrained to [-1, 1].

    Raises:
        InvalidTypeError, InvalidValueError: a size is not a positive integer.

    Example:
        >>> nau = NAU(2, 1)
        >>> nau.weight.data = torch.tensor([[1.0, -1.0]])
        >>> nau(torch.tensor([5.0, 3.0])).item()
        2.0

    References:
        Madsen and Johansen (2020), "Neural Arithmetic Units", ICLR, equations 5 to 7. The code of
        the paper also clamps W inside the equation, and so does this class.
    """

    weight: Float[Tensor, "outputs inputs"]
    constraints = MappingProxyType({"weight": (-1.0, 1.0)})

    def __init__(self, in_features: int, out_features: int) -> None:
        super().__init__(in_features, out_features)
        self.weight = nn.Parameter(torch.empty(out_features, in_features))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw W from the clipped distribution of Glorot and Bengio."""
        bound = nau_bound(self.in_features, self.out_features)
        fill_uniform_(self.weight, generator, low=-bound, high=bound)

    def forward(self, x: Inputs) -> Outputs:
        """Return W x."""
        self._check_input(x)
        return x @ self._clamped_weight().T

    def penalty(self) -> Scalar:
        """Return the mean of min(|W|, |1 - |W||) (equation 6)."""
        return distance_to_signs_or_zero(self.weight).mean()

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||)."""
        return worst_distance(self._clamped_weight())

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return Σ W_oi x_i for each output."""
        self._check_symbols(symbols)
        return [weighted_sum(row, symbols) for row in rows(self._clamped_weight())]

    def _clamped_weight(self) -> Float[Tensor, "outputs inputs"]:
        return self.weight.clamp(-1, 1)
