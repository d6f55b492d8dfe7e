"""The Neural Reciprocal Unit (Mistry, Farrahi and Hare, 2021)."""

from collections.abc import Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any, final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import Symbol, gate, multiply, rows, signed_power
from nalm.units._base._functional import distance_to_signs_or_zero, worst_distance
from nalm.units._base._initialisation import fill_uniform_, nau_bound
from nalm.units._base._product import product
from nalm.units._base._unit import S, Unit, check_option

STEEPNESS = 1000  # of the hyperbolic tangent that stands for |W| during training


class SignPath(Enum):
    """Say where the sign is: in each factor, or apart (a sign to the rounded weight's power)."""

    TOGETHER = "together"
    SEPARATE = "separate"


@final
class NRU(Unit):
    """Multiply and divide by the inputs.

    z_o = Π_i (sign(x_i) |x_i|^{W_oi} A_oi + 1 - A_oi), with W in [-1, 1] and A = |W|: -1 divides
    by an input, 0 drops it, 1 multiplies by it. In training mode A = tanh(1000 W)², so the modes
    differ until the weights are discrete. An input of 0 under a negative weight has no output.

    `penalty` is the mean of min(|W|, |1 - |W||).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.
        sign: where the sign is computed.

    Attributes:
        weight: W, shape (out_features, in_features), drawn as by the `NAU`, in [-1, 1].

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> nru = NRU(2, 1)
        >>> nru.weight.data = torch.tensor([[1.0, -1.0]])
        >>> nru(torch.tensor([3.0, -2.0])).item()
        -1.5

    References:
        Mistry, Farrahi and Hare (2021), "Learning Division with Neural Arithmetic Logic Modules",
        equation 4; the separate sign is its appendix I.
    """

    weight: Float[Tensor, "outputs inputs"]
    constraints = MappingProxyType({"weight": (-1.0, 1.0)})

    def __init__(
        self, in_features: int, out_features: int, *, sign: SignPath = SignPath.TOGETHER
    ) -> None:
        super().__init__(in_features, out_features)
        check_option(SignPath, sign=sign)
        self.sign = sign
        self.weight = nn.Parameter(torch.empty(out_features, in_features))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw W from the NAU's distribution."""
        bound = nau_bound(self.in_features, self.out_features)
        fill_uniform_(self.weight, generator, low=-bound, high=bound)

    def forward(self, x: Inputs) -> Outputs:
        """Return Π_i (sign(x_i) |x_i|^{W_oi} A_oi + 1 - A_oi)."""
        self._check_input(x)
        W = self.weight
        # Smooth at W = 0, unlike |W|, and above 0.99 from |W| = 0.003 on.
        A = torch.tanh(STEEPNESS * W) ** 2 if self.training else W.abs()
        magnitude = self._power(x.abs().unsqueeze(-2))  # (*batch, outputs, inputs)
        if self.sign is SignPath.SEPARATE:
            return product(magnitude * A + (1 - A)) * self._output_sign(x)
        return product(x.sign().unsqueeze(-2) * magnitude * A + (1 - A))

    def penalty(self) -> Scalar:
        """Return the mean of min(|W|, |1 - |W||)."""
        return distance_to_signs_or_zero(self.weight).mean()

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||)."""
        return worst_distance(self.weight)

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return equation 4 for each output; x / |x| stands for a sign."""
        self._check_symbols(symbols)
        return [self._express_output(row, symbols) for row in rows(self.weight)]

    def _power(self, magnitude: Float[Tensor, "*batch 1 inputs"]) -> Tensor:
        """Return |x_i|^{W_oi}."""
        if not self.training:
            return magnitude**self.weight
        # The gradient needs the logarithm in any case, and a power costs several exponentials.
        # An input of 0 would give log 0 = -∞, and a gradient that is not a number.
        return torch.exp(self.weight * magnitude.clamp(torch.finfo(magnitude.dtype).tiny).log())

    def _output_sign(self, x: Inputs) -> Outputs:
        odd = self.weight.round().remainder(2)
        return 1 - 2 * ((x < 0).to(x.dtype) @ odd.T).remainder(2)

    def _express_output(self, row: Sequence[float], symbols: Sequence[Any]) -> Symbol:
        pairs = [(w, x) for w, x in zip(row, symbols, strict=True) if w != 0]
        if self.sign is SignPath.TOGETHER:
            return multiply([gate(abs(w), signed_power(x, w)) for w, x in pairs], symbols[0])
        signs = [x / abs(x) for w, x in pairs if round(w) % 2 and abs(w) != 1]
        sizes = [x ** int(w) if abs(w) == 1 else gate(abs(w), abs(x) ** w) for w, x in pairs]
        return multiply(sizes + signs, symbols[0])
