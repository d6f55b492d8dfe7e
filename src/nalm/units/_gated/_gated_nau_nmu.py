"""The gated combination of a NAU and an NMU (Madsen and Johansen, 2020)."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._expression import gates, logistic, mix, multiply, rows, weighted_sum
from nalm.units._base._functional import (
    distance_to_signs_or_zero,
    distance_to_zero_or_one,
    gated_product,
    worst_distance,
)
from nalm.units._base._initialisation import fill_uniform_, fill_xavier_, nau_bound
from nalm.units._base._unit import S, Unit


@final
class GatedNAUNMU(Unit):
    """Choose between a NAU and an NMU, as the NALU chooses between its two paths.

    y = g ⊙ a + (1 - g) ⊙ m, a = A x, m_o = Π_i (M_oi x_i + 1 - M_oi), g = σ(G x), with A in
    [-1, 1] and M in [0, 1].

    `penalty` is the sum of the NAU's and the NMU's: the means of min(|A|, |1 - |A||) and of
    min(|M|, |1 - M|).

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of outputs, at least 1.

    Attributes:
        weight_add: A, shape (out_features, in_features), drawn as by the `NAU`, in [-1, 1].
        weight_mul: M, shape (out_features, in_features), drawn as by the `NMU`, in [0, 1].
        gate: G, shape (out_features, in_features), Glorot's uniform distribution.

    Raises:
        InvalidTypeError, InvalidValueError: a size is not a positive integer.

    Example:
        >>> unit = GatedNAUNMU(2, 1)
        >>> unit.weight_mul.data = torch.tensor([[1.0, 1.0]])
        >>> unit.gate.data = torch.tensor([[-20.0, -20.0]])
        >>> round(unit(torch.tensor([2.0, 3.0])).item(), 4)
        6.0

    References:
        Madsen and Johansen (2020), "Neural Arithmetic Units", ICLR, appendix C.5.
    """

    weight_add: Float[Tensor, "outputs inputs"]
    weight_mul: Float[Tensor, "outputs inputs"]
    gate: Float[Tensor, "outputs inputs"]
    constraints = MappingProxyType({"weight_add": (-1.0, 1.0), "weight_mul": (0.0, 1.0)})

    def __init__(self, in_features: int, out_features: int) -> None:
        super().__init__(in_features, out_features)
        for name in ("weight_add", "weight_mul", "gate"):
            self.register_parameter(name, nn.Parameter(torch.empty(out_features, in_features)))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw A as the NAU, M as the NMU and the gate after Glorot."""
        bound = nau_bound(self.in_features, self.out_features)
        fill_uniform_(self.weight_add, generator, low=-bound, high=bound)
        fill_uniform_(self.weight_mul, generator, low=0.25, high=0.75)
        fill_xavier_([self.gate], generator)

    def forward(self, x: Inputs) -> Outputs:
        """Return g ⊙ a + (1 - g) ⊙ m."""
        self._check_input(x)
        g = torch.sigmoid(x @ self.gate.T)
        return g * (x @ self._clamped_weight().T) + (1 - g) * gated_product(x, self.weight_mul)

    def penalty(self) -> Scalar:
        """Return the mean of min(|A|, |1 - |A||) plus the mean of min(|M|, |1 - M|)."""
        add = distance_to_signs_or_zero(self.weight_add).mean()
        return add + distance_to_zero_or_one(self.weight_mul).mean()

    def sparsity_error(self) -> Scalar:
        """Return max min(|W|, |1 - |W||) over A and M; the gate is not part of it."""
        paths = (self._clamped_weight(), self.weight_mul)
        return torch.maximum(*map(worst_distance, paths))

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return g a + (1 - g) m for each output, with 1 / (1 + e^{-z}) for σ(z)."""
        self._check_symbols(symbols)
        g = [logistic(weighted_sum(row, symbols)) for row in rows(self.gate)]
        a = [weighted_sum(row, symbols) for row in rows(self._clamped_weight())]
        m = [multiply(gates(row, symbols), symbols[0]) for row in rows(self.weight_mul)]
        return mix(g, add=a, multiply=m)

    def _clamped_weight(self) -> Float[Tensor, "outputs inputs"]:
        return self.weight_add.clamp(-1, 1)
