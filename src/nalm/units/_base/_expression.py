"""Arithmetic on things that are not tensors: the pieces of `Unit.express`."""

import math
import operator
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, cast

from jaxtyping import Float
from torch import Tensor

Symbol = Any
"""Anything that knows arithmetic: a number, a tensor, a SymPy expression."""


def numbers(vector: Float[Tensor, " entries"]) -> list[float]:
    """Return the entries of a vector as Python numbers."""
    return cast(Any, vector).tolist()


def rows(matrix: Float[Tensor, "outputs inputs"]) -> list[list[float]]:
    """Return the rows of a matrix as Python numbers: the weights of each output."""
    return cast(Any, matrix).tolist()


def exact(number: float) -> float:
    """Return a number as an `int` where it is one, so that formulas read a/b and not a/b^1.0."""
    return int(number) if float(number).is_integer() else number


def scaled(weight: float, term: Symbol) -> Symbol:
    """Return weight · term, without writing a factor of 1."""
    weight = exact(weight)
    return term if weight == 1 else weight * term


def weighted_sum(weights: Sequence[float], symbols: Sequence[Symbol]) -> Symbol:
    """Return Σ w_i x_i without the terms whose weight is zero."""
    terms = [scaled(w, x) for w, x in zip(weights, symbols, strict=True) if w != 0]
    # A zero of the symbols' kind, so that a tensor keeps its shape.
    return reduce(operator.add, terms) if terms else symbols[0] * 0


def power_product(weights: Sequence[float], symbols: Sequence[Symbol]) -> Symbol:
    """Return Π |x_i|^{w_i} without the factors whose weight is zero."""
    factors = [abs(x) ** exact(w) for w, x in zip(weights, symbols, strict=True) if w != 0]
    return multiply(factors, symbols[0])


def multiply(factors: Iterable[Symbol], like: Symbol) -> Symbol:
    """Return the product of the factors, and a 1 of the same kind as `like` if there are none."""
    factors = list(factors)
    return reduce(operator.mul, factors) if factors else like * 0 + 1


def gate(weight: float, symbol: Symbol) -> Symbol:
    """Return w x + 1 - w."""
    return symbol if weight == 1 else exact(weight) * symbol + exact(1 - weight)


def gates(weights: Sequence[float], symbols: Sequence[Symbol]) -> list[Symbol]:
    """Return w_i x_i + 1 - w_i for each weight that is not zero."""
    return [gate(w, x) for w, x in zip(weights, symbols, strict=True) if w != 0]


def mix(
    shares: Sequence[Symbol], *, add: Sequence[Symbol], multiply: Sequence[Symbol]
) -> list[Symbol]:
    """Return g a + (1 - g) m for each output of a gated unit."""
    paths = zip(shares, add, multiply, strict=True)
    return [g * a + (1 - g) * m for g, a, m in paths]


def signed_power(symbol: Symbol, exponent: float) -> Symbol:
    """Return sign(x) |x|^w; the sign is x / |x|, so x = 0 needs an odd integer exponent."""
    exponent = exact(exponent)
    # An odd power keeps the sign by itself; x |x|^(w - 1) needs no function for it.
    return symbol**exponent if exponent % 2 == 1 else symbol * abs(symbol) ** (exponent - 1)


def logistic(symbol: Symbol, base: float = math.e) -> Symbol:
    """Return 1 / (1 + base^{-x})."""
    if isinstance(symbol, int | float) and symbol < 0:  # a number's power may overflow
        return base**symbol / (1 + base**symbol)
    return 1 / (1 + base ** (-symbol))


def tanh(symbol: Symbol) -> Symbol:
    """Return 2 / (1 + e^{-2x}) - 1."""
    return 2 * logistic(2 * symbol) - 1


def cosine(symbol: Symbol) -> Symbol:
    """Return (e^{ix} + e^{-ix}) / 2, the cosine in arithmetic alone."""
    turn = math.e ** (1j * symbol)
    return (turn + 1 / turn) / 2


def sine(symbol: Symbol) -> Symbol:
    """Return (e^{ix} - e^{-ix}) / 2i, the sine in arithmetic alone."""
    turn = math.e ** (1j * symbol)
    return (turn - 1 / turn) / 2j


def sign_recovered_product(weights: Sequence[float], symbols: Sequence[Symbol]) -> Symbol:
    """Return Π |x_i|^{w_i} (|w_i| sign(x_i) + 1 - |w_i|)."""
    factors: list[Symbol] = []
    for w, x in zip(weights, symbols, strict=True):
        if abs(w) == 1:
            factors.append(x ** exact(w))
        elif w != 0:
            factors.append(abs(x) ** w * gate(abs(w), x / abs(x)))
    return multiply(factors, symbols[0])
