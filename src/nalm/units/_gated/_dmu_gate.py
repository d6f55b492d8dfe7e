"""The formula of a DMU's gate, which sees its inputs normalised."""

from collections.abc import Iterable, Sequence
from typing import cast

from torch import nn

from nalm.units._base._expression import Symbol, numbers, weighted_sum


def hard_gate(weights: Sequence[float], u: Sequence[Symbol], *, bias: float) -> Symbol:
    """Return 1 where Σ w_i u_i + b is positive and 0 where it is not: (1 + z / |z|) / 2."""
    if not any(weights):
        return int(bias > 0)
    z = weighted_sum(weights, u) + bias
    return (1 + z / abs(z)) / 2


def normalised(symbols: Sequence[Symbol], norms: Iterable[nn.Module]) -> list[Symbol]:
    """Return what layer normalisations, one after the other, make of the symbols."""
    u = list(symbols)
    for norm in norms:
        norm = cast(nn.LayerNorm, norm)
        mean = sum(u[1:], start=u[0]) / len(u)
        squares = [(x - mean) ** 2 for x in u]
        spread = (sum(squares[1:], start=squares[0]) / len(u) + norm.eps) ** 0.5
        affine = zip(u, numbers(norm.weight), numbers(norm.bias), strict=True)
        u = [(x - mean) / spread * weight + bias for x, weight, bias in affine]
    return u
