"""The Neural Status Register (Faber and Wattenhofer, 2023)."""

import math
from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.errors import InvalidValueError
from nalm.units._base._expression import Symbol, logistic, numbers, rows, tanh, weighted_sum
from nalm.units._base._functional import worst_distance, zero_of
from nalm.units._base._initialisation import fill_normal_
from nalm.units._base._unit import S, Unit


@final
class NSR(Unit):
    """Compare two inputs: y is near 1 where the comparison holds and near 0 where it does not.

    y_o = σ(b_o + Σ_r A_or s_or + B_or e_or), with s = tanh(λ d) the sign of a difference, which
    is -1, 0 or 1 for large λ, e = 1 - 2 tanh²(λ d) whether it is zero, 1 or -1, and
    d_or = Σ_i (softmax(V_or) - softmax(U_or))_i x_i, whose two operands the unit selects.

    Args:
        in_features: number of inputs, at least 1.
        out_features: number of comparisons, at least 1.
        redundancy: R, number of differences that each comparison adds up, at least 1.
        scale: λ, above 0; numbers that differ by less than about 1 / λ count as equal.

    Attributes:
        first, second: V and U, shape (out_features, redundancy, in_features), drawn from
            N(0, 2 / (in_features + redundancy)).
        sign, zero: A and B, shape (out_features, redundancy), from N(0, 2 / (redundancy + 1)).
        bias: b, shape (out_features,), starts at 0.

    Raises:
        InvalidTypeError, InvalidValueError: a size or an option cannot work.

    Example:
        >>> nsr = NSR(2, 1)
        >>> nsr.first.data, nsr.second.data = torch.tensor([[[[40.0, 0.0]]], [[[0.0, 40.0]]]])
        >>> nsr.sign.data, nsr.zero.data = torch.tensor([[[40.0]], [[-20.0]]])
        >>> nsr(torch.tensor([[7e8, 6e8], [6e8, 7e8], [7.0, 7.0]])).round().T.tolist()
        [[1.0, 0.0, 0.0]]

    References:
        Faber and Wattenhofer (2023), "Neural Status Registers", ICML. The unit there returns
        1 - y too; its code always has R = 1.
    """

    first: Float[Tensor, "outputs redundancy inputs"]
    second: Float[Tensor, "outputs redundancy inputs"]
    sign: Float[Tensor, "outputs redundancy"]
    zero: Float[Tensor, "outputs redundancy"]
    bias: Float[Tensor, " outputs"]

    def __init__(
        self, in_features: int, out_features: int, *, redundancy: int = 1, scale: float = 1.0
    ) -> None:
        super().__init__(in_features, out_features)
        if redundancy < 1 or not 0 < scale < math.inf:
            raise InvalidValueError(
                f"redundancy, scale: expected at least 1 and a positive number, found {redundancy} "
                f"and {scale}; leave them out for 1 and 1.0."
            )
        self.redundancy, self.scale = redundancy, scale
        operand = torch.empty(out_features, redundancy, in_features)
        self.first, self.second = nn.Parameter(operand), nn.Parameter(operand.clone())
        bits = torch.empty(out_features, redundancy)
        self.sign, self.zero = nn.Parameter(bits), nn.Parameter(bits.clone())
        self.bias = nn.Parameter(torch.empty(out_features))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw V, U, A and B from Glorot's normal distributions and set b to 0."""
        for operand in (self.first, self.second):
            deviation = math.sqrt(2 / (self.in_features + self.redundancy))
            fill_normal_(operand, generator, mean=0, deviation=deviation)
        for bits in (self.sign, self.zero):
            fill_normal_(bits, generator, mean=0, deviation=math.sqrt(2 / (self.redundancy + 1)))
        nn.init.zeros_(self.bias)

    def forward(self, x: Inputs) -> Outputs:
        """Return σ(b + Σ_r A s + B e)."""
        self._check_input(x)
        V, U = self.first.softmax(-1).flatten(0, 1), self.second.softmax(-1).flatten(0, 1)
        # The operands apart, as published: for large inputs their difference would round otherwise.
        d = (x @ V.T - x @ U.T).reshape(*x.shape[:-1], *self.sign.shape)
        s = torch.tanh(self.scale * d)
        z = (self.sign * s + self.zero * (1 - 2 * s**2)).sum(-1)
        return torch.sigmoid(self.bias + z)

    def penalty(self) -> Scalar:
        """Return 0: the published code has no regulariser."""
        return zero_of(self.sign)

    def sparsity_error(self) -> Scalar:
        """Return how far the worst weight of an operand is from 0 and 1."""
        return worst_distance(torch.stack([self.first, self.second]).softmax(-1))

    def express(self, symbols: Sequence[S]) -> list[S]:
        """Return σ(b + Σ_r A s + B e) for each output, with 1 / (1 + e^{-z}) for σ(z)."""
        self._check_symbols(symbols)
        V, U = (rows(each.softmax(-1).flatten(0, 1)) for each in (self.first, self.second))
        d = [weighted_sum(v, symbols) - weighted_sum(u, symbols) for v, u in zip(V, U, strict=True)]
        s = [tanh(self.scale * each) for each in d]
        parts = [s[k : k + self.redundancy] for k in range(0, len(s), self.redundancy)]
        bits = zip(parts, rows(self.sign), rows(self.zero), numbers(self.bias), strict=True)
        return [logistic(_status(part, A, B) + b) for part, A, B, b in bits]


def _status(s: Sequence[Symbol], A: Sequence[float], B: Sequence[float]) -> Symbol:
    terms = [a * x + b * (1 - 2 * x**2) for x, a, b in zip(s, A, B, strict=True)]
    return reduce(add, terms)
