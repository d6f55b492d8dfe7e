"""The mass-conserving fully connected layer, MC-FC (Hoedt et al., 2021)."""

from collections.abc import Sequence
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import rows, weighted_sum
from nalm.units._base._functional import worst_distance
from nalm.units._base._mass import fill_mass_, mass_penalty, mass_weights
from nalm.units._base._unit import S, Unit


@final
class MCFC(Unit):
    """Add the inputs; each goes to one output or to none.

    y = o ⊙ (J x), o = σ(w + b), J_oi = exp(r_oi) / Σ_p exp(r_pi): the outputs share each input
    among them, and the gate o keeps a part of what arrives.

    `penalty` is -(mean r² + mean w² + mean b²). It is negative and has no least value: it drives
    the gate and the shares to 0 and 1.

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.

    Attributes:
        junction: r, shape (out_features, in_features), the identity if square, else orthogonal.
        gate: w, shape (out_features,), a random direction of length 1.
        bias: b, shape (out_features,), starts at 0.

    Raises:
        InvalidTypeError, InvalidValueError: a size is not a positive integer.

    Example:
        >>> unit = MCFC(2, 1)
        >>> unit.gate.data = torch.tensor([20.0])
        >>> round(unit(torch.tensor([5.0, -3.0])).item(), 4)
        2.0

    References:
        Hoedt et al. (2021), "MC-LSTM: Mass-Conserving LSTM", ICML, appendix B.1.3; its code for
        the penalty.
    """

    junction: Float[Tensor, "outputs inputs"]
    gate: Float[Tensor, " outputs"]
    bias: Float[Tensor, " outputs"]

    def __init__(self, in_features: int, out_features: int) -> None:
        super().__init__(in_features, out_features)
        self.junction = nn.Parameter(torch.empty(out_features, in_features))
        self.gate = nn.Parameter(torch.empty(out_features))
        self.bias = nn.Parameter(torch.empty(out_features))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw r and w orthogonal, r as the identity if it is square, and set b to 0."""
        fill_mass_(self.junction, w=self.gate, b=self.bias, generator=generator)

    def forward(self, x: Inputs) -> Outputs:
        """Return o ⊙ (J x)."""
        self._check_input(x)
        o, J = self._weights()
        return o * (x @ J.T)

    def penalty(self) -> Scalar:
        """Return -(mean r² + mean w² + mean b²)."""
        return mass_penalty(self.junction, w=self.gate, b=self.bias)

    def sparsity_error(self) -> Scalar:
        """Return the mean of the errors max min(|W|, |1 - |W||) of J and o."""
        o, J = self._weights()
        return (worst_distance(J) + worst_distance(o)) / 2

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return Σ o_o J_oi x_i for each output."""
        self._check_symbols(symbols)
        o, J = self._weights()
        return [weighted_sum(row, symbols) for row in rows(o.unsqueeze(1) * J)]

    def _weights(self) -> tuple[Tensor, Tensor]:
        return mass_weights(self.junction, w=self.gate, b=self.bias)
