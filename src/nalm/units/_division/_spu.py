"""The Signed Power Unit: exponents and signs apart, and a gradient that outputs cannot inflate."""

from collections.abc import Sequence
from typing import final

import torch
from torch import nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._functional import distance_to_zero_or_one
from nalm.units._base._initialisation import fill_uniform_
from nalm.units._base._unit import S, Unit
from nalm.units._division._exponents import Exponents
from nalm.units._division._signed_power import (
    exact_product,
    express_products,
    parity,
    trained_product,
)

WHOLE = Exponents()  # -1, 0 and 1


@final
class SPU(Unit):
    """Multiply signed powers of the inputs.

    y_o = Π_j |x_j|^{W_oj} · Π_j (1 - 2 P_oj [x_j < 0]), W = A - B, A and B in [0, m], P in [0, 1]:
    A multiplies, B divides, and P says how much of an input's sign is taken. Training starts near
    the geometric mean of the |x_j| with signs nearly ignored, from where no weight has to pass a
    point at which the output is 0 or jumps.

    `penalty` is the mean distances of A and of B to an exponent, plus the mean of min(P, 1 - P).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        relative: whether, in training, the gradients of a row of A, B and P are divided by the mean
            of y_o² over the batch, at least 10⁻⁸ of that of Π_j |x_j|^{W_oj}: an MSE then acts as
            a relative error.
        smooth: whether, in training, inputs have the gradient that a network before the unit needs:
            1 / x without its pole, and a jump of the sign that counts.
        tied: whether evaluation and formula take the sign that W asks for instead of P, which
            nothing decides where the sign of an input never changed.
        exponents: which the penalty pulls to; m is the largest.

    Attributes:
        multiply: A, shape (out_features, in_features), from U(1/2n, 3/2n), n the inputs, at most m.
        divide: B, of the same shape, starts at 0.
        sign: P, of the same shape, drawn as A or (`smooth`) from U(1/n, 2/n), at most 1.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> spu = SPU(2, 1).eval()
        >>> spu.multiply.data, spu.divide.data = torch.eye(2)[:1], torch.eye(2)[1:]
        >>> spu.sign.data = torch.ones(1, 2)
        >>> spu(torch.tensor([3.0, -2.0])).item()
        -1.5

    References:
        This project's own: see docs/signed-power-unit.md.
    """

    def __init__(
        self,
        in_features: int,
        out_features: int,
        *,
        relative: bool = True,
        smooth: bool = False,
        tied: bool = False,
        exponents: Exponents = WHOLE,
    ) -> None:
        super().__init__(in_features, out_features)
        self.relative, self.smooth, self.tied = relative, smooth, tied
        self.exponents = exponents
        self.multiply, self.divide, self.sign = (
            nn.Parameter(torch.empty(out_features, in_features)) for _ in range(3)
        )
        powers = (0.0, float(exponents.largest))
        self.constraints = {"multiply": powers, "divide": powers, "sign": (0.0, 1.0)}
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw A and P and set B to 0."""
        n = self.in_features
        fill_uniform_(self.multiply, generator, low=0.5 / n, high=1.5 / n)
        low, high = (1, 2) if self.smooth else (0.5, 1.5)
        fill_uniform_(self.sign, generator, low=low / n, high=high / n)
        with torch.no_grad():
            self.multiply.clamp_(max=self.exponents.largest)
            self.sign.clamp_(max=1)
        nn.init.zeros_(self.divide)

    def forward(self, x: Inputs) -> Outputs:
        """Return Π_j |x_j|^{W_oj} · Π_j (1 - 2 P_oj [x_j < 0])."""
        self._check_input(x)
        W, P = self.multiply - self.divide, self.sign
        if not self.training:
            return exact_product(x, W=W, P=parity(W) if self.tied else P)
        return trained_product(x, W=W, P=P, relative=self.relative, smooth=self.smooth)

    def penalty(self) -> Scalar:
        """Return the mean distances of A and of B to the exponents, and of P to 0 and 1."""
        A, B = (self.exponents.distance(w).mean() for w in (self.multiply, self.divide))
        return A + B + distance_to_zero_or_one(self.sign).mean()

    def sparsity_error(self) -> Scalar:
        """Return the largest distance of W to an exponent; P is not part of it."""
        return self.exponents.distance((self.multiply - self.divide).detach()).amax()

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return the product of powers for each output; x / |x| stands for a sign."""
        self._check_symbols(symbols)
        W = self.multiply - self.divide
        return express_products(symbols, W=W, P=parity(W) if self.tied else self.sign)
