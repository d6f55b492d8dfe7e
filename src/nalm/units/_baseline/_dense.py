"""The dense layers that units are compared with."""

from collections.abc import Sequence
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.errors import InvalidValueError
from nalm.units._base._expression import Symbol, exact, numbers, rows, weighted_sum
from nalm.units._base._functional import worst_distance, zero_of
from nalm.units._base._initialisation import fill_uniform_
from nalm.units._base._unit import S, Unit, check_option
from nalm.units._baseline._activation import (
    Activation,
    activate,
    activation_bound,
    express_activation,
)

PRELU_SLOPE = 0.25  # where PyTorch's PReLU starts


@final
class Dense(Unit):
    """Apply a linear map with a bias, then an activation: the baseline of the papers.

    y = f(W x + b).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        activation: f; by default the identity, the papers' "Linear".

    Attributes:
        weight: W, shape (out_features, in_features), from U(-r, r): r = √(6 / inputs) for ReLU,
            ReLU6 and ELU, √(3 / inputs) for SELU, 5/3 of Glorot and Bengio's for tanh, and
            Glorot and Bengio's for the others.
        bias: b, shape (out_features,), starts at 0.
        slope: the slope of `PRELU` below zero, without dimensions, starts at 1/4; else `None`.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> Dense(2, 3, activation=Activation.RELU6)(torch.ones(5, 2)).shape
        torch.Size([5, 3])

    References:
        Madsen and Johansen (2020), "Neural Arithmetic Units", ICLR, and its code.
    """

    weight: Float[Tensor, "outputs inputs"]
    bias: Float[Tensor, " outputs"]
    slope: Float[Tensor, ""] | None

    def __init__(
        self,
        in_features: int,
        out_features: int,
        *,
        activation: Activation = Activation.LINEAR,
    ) -> None:
        super().__init__(in_features, out_features)
        check_option(Activation, activation=activation)
        self.activation = activation
        self.weight = nn.Parameter(torch.empty(out_features, in_features))
        self.bias = nn.Parameter(torch.empty(out_features))
        learnt = activation is Activation.PRELU
        self.slope = nn.Parameter(torch.empty(())) if learnt else None
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw W for the activation and set the bias to 0."""
        bound = activation_bound(
            self.activation, in_features=self.in_features, out_features=self.out_features
        )
        fill_uniform_(self.weight, generator, low=-bound, high=bound)
        nn.init.zeros_(self.bias)
        if self.slope is not None:
            nn.init.constant_(self.slope, PRELU_SLOPE)

    def forward(self, x: Inputs) -> Outputs:
        """Return f(W x + b)."""
        self._check_input(x)
        return activate(self.activation, x @ self.weight.T + self.bias, slope=self.slope)

    def penalty(self) -> Scalar:
        """Return 0: a dense layer has no regulariser."""
        return zero_of(self.weight)

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||), without the bias; it has no upper bound."""
        return worst_distance(self.weight)

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return f(Σ W_oi x_i + b_o) for each output; SOFTPLUS has no formula."""
        self._check_symbols(symbols)
        pairs = zip(rows(self.weight), numbers(self.bias), strict=True)
        return [self._activated(weighted_sum(row, symbols), bias) for row, bias in pairs]

    def _activated(self, total: Symbol, bias: float) -> Symbol:
        slope = PRELU_SLOPE if self.slope is None else self.slope.item()
        y = express_activation(self.activation, total + exact(bias) if bias else total, slope=slope)
        if y is None:
            raise InvalidValueError(
                f"activation: expected one that arithmetic can express, found {self.activation}; "
                "use another activation to read a formula."
            )
        return y
