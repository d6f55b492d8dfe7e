"""The SPU with one of its parts replaced."""

from collections.abc import Sequence
from enum import Enum
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._functional import (
    distance_to_signs_or_zero,
    distance_to_zero_or_one,
    worst_distance,
)
from nalm.units._base._initialisation import fill_uniform_
from nalm.units._base._unit import S, Unit, check_option
from nalm.units._division._signed_power import (
    FLOOR,
    exact_phase,
    exact_product,
    express_products,
    parity,
    trained_phase,
    trained_product,
)


class SignRule(Enum):
    """Say where the sign of a product comes from."""

    PARAMETER = "P"
    PARITY = "|W|"
    PHASE = "cos(π W)"


@final
class AblatedSPU(Unit):
    """Multiply signed powers of the inputs, without a part of the SPU.

    y_o = Π_j |x_j|^{W_oj} · s, where W is A - B or one weight in [-1, 1], and s is the SPU's
    Π_j (1 - 2 P_oj [x_j < 0]), the same with |W| for P, or the NPU's cos(π Σ_j W_oj [x_j < 0]).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        sign: where s comes from.
        single: whether W is one weight.
        floor: least mean square that gradients are divided by, as a share of the magnitude's.
    """

    divide: Float[Tensor, "outputs inputs"] | None
    sign: Float[Tensor, "outputs inputs"] | None

    def __init__(
        self,
        in_features: int,
        out_features: int,
        *,
        sign: SignRule = SignRule.PARAMETER,
        single: bool = False,
        floor: float = FLOOR,
    ) -> None:
        super().__init__(in_features, out_features)
        check_option(SignRule, sign=sign)
        self.rule, self.single, self.floor = sign, single, floor
        signed, shape = sign is SignRule.PARAMETER, (out_features, in_features)
        self.multiply = nn.Parameter(torch.empty(shape))
        self.divide = None if single else nn.Parameter(torch.empty(shape))
        self.sign = nn.Parameter(torch.empty(shape)) if signed else None
        self.constraints = {name: (0.0, 1.0) for name, _ in self.named_parameters()}
        if single:
            self.constraints["multiply"] = (-1.0, 1.0)
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw the parameters as the SPU draws them."""
        n = self.in_features
        for parameter in (self.multiply, self.sign):
            if parameter is not None:
                fill_uniform_(parameter, generator, low=0.5 / n, high=1.5 / n)
                with torch.no_grad():
                    parameter.clamp_(max=1)
        if self.divide is not None:
            nn.init.zeros_(self.divide)

    def forward(self, x: Inputs) -> Outputs:
        """Return Π_j |x_j|^{W_oj} · s."""
        self._check_input(x)
        W, P = self._weights()
        phased = self.rule is SignRule.PHASE
        if not self.training:
            return exact_phase(x, W=W) if phased else exact_product(x, W=W, P=P)
        if phased:
            return trained_phase(x, W=W, floor=self.floor)
        return trained_product(x, W=W, P=P, relative=True, smooth=False, floor=self.floor)

    def penalty(self) -> Scalar:
        """Return the mean distances of the parameters to 0 and 1, or of one weight to -1, too."""
        terms = [
            distance_to_zero_or_one(w).mean() for w in (self.divide, self.sign) if w is not None
        ]
        return torch.stack([distance_to_signs_or_zero(self.multiply).mean(), *terms]).sum()

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||)."""
        return worst_distance(self._weights()[0])

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return the product, with the signs that whole exponents have in place of a phase."""
        self._check_symbols(symbols)
        W, P = self._weights()
        return express_products(symbols, W=W, P=parity(W) if self.rule is SignRule.PHASE else P)

    def _weights(self) -> tuple[Float[Tensor, "outputs inputs"], Float[Tensor, "outputs inputs"]]:
        W = self.multiply if self.divide is None else self.multiply - self.divide
        if self.sign is not None:
            return W, self.sign
        return W, parity(W) if self.rule is SignRule.PARITY else torch.zeros_like(W)
