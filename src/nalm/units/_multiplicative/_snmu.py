"""The stochastic Neural Multiplication Unit (Mistry, Farrahi and Hare, 2022)."""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.errors import InvalidValueError
from nalm.units._base._expression import gates, multiply, rows
from nalm.units._base._functional import (
    ProductForm,
    distance_to_zero_or_one,
    gated_product,
    worst_distance,
)
from nalm.units._base._initialisation import fill_uniform_
from nalm.units._base._unit import S, Unit, check_option


@final
class SNMU(Unit):
    """Multiply the inputs, and disturb them in training by noise that right weights cancel.

    y_o = Π_i (W_oi n_i x_i + 1 - W_oi) / Π_i (W_oi n_i + 1 - W_oi) in training mode, with noise
    n_i ~ U[low, high) drawn anew for each element; in evaluation mode n = 1, the plain `NMU`. Where
    W is 0 or 1 the noise cancels; at any other weight it makes the error larger.

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        low: lower end of the noise, above 0.
        high: upper end of the noise, above `low`; `None` for the batch sNMU, whose upper end is
            low + 1 / std(x), the standard deviation taken over all numbers of the batch. These
            have to be at least two that differ.
        form: order of evaluation of a factor.

    Attributes:
        weight: W, shape (out_features, in_features), drawn from U(1/4, 3/4), constrained to [0, 1].

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> snmu = SNMU(3, 1)
        >>> snmu.weight.data = torch.tensor([[1.0, 0.0, 1.0]])
        >>> round(snmu(torch.tensor([2.0, 7.0, -3.0])).item(), 4)
        -6.0

    References:
        Mistry, Farrahi and Hare (2022), "Improving the Robustness of Neural Multiplication Units
        with Reversible Stochasticity", and its code, which changes the caller's x in place; this
        does not.
    """

    weight: Float[Tensor, "outputs inputs"]
    constraints: Mapping[str, tuple[float, float]] = MappingProxyType({"weight": (0.0, 1.0)})

    def __init__(
        self,
        in_features: int,
        out_features: int,
        *,
        low: float = 1.0,
        high: float | None = 5.0,
        form: ProductForm = ProductForm.LEFT_TO_RIGHT,
    ) -> None:
        super().__init__(in_features, out_features)
        check_option(ProductForm, form=form)
        if not 0 < low < (math.inf if high is None else high):
            raise InvalidValueError(
                f"low, high: expected 0 < low < high, found {low} and {high}; a factor of 0 or "
                "less cannot be divided out again."
            )
        self.low, self.high, self.form = low, high, form
        self.weight = nn.Parameter(torch.empty(out_features, in_features))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw W from U(1/4, 3/4)."""
        fill_uniform_(self.weight, generator, low=0.25, high=0.75)

    def forward(self, x: Inputs) -> Outputs:
        """Return the product; in training mode of x n, divided by that of n."""
        self._check_input(x)
        P = partial(gated_product, W=self.weight, form=self.form)
        if not self.training:
            return P(x)
        # The spread of a batch sets the noise and is not learnt from.
        width = 1 / x.detach().std() if self.high is None else self.high - self.low
        n = self.low + width * torch.rand_like(x)
        return P(x * n) / P(n)

    def penalty(self) -> Scalar:
        """Return the mean of min(|W|, |1 - W|)."""
        return distance_to_zero_or_one(self.weight).mean()

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||)."""
        return worst_distance(self.weight)

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return Π_i (W_oi x_i + 1 - W_oi) for each output, without noise."""
        self._check_symbols(symbols)
        return [multiply(gates(row, symbols), symbols[0]) for row in rows(self.weight)]
