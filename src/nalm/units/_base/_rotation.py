"""Formulas of products in which each negative input turns the result in the complex plane."""

import cmath
import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from nalm.units._base._expression import Symbol, exact, gate, multiply, rows, scaled


class Factor(NamedTuple):
    """One factor of a product: magnitude · e^{i π turn [source < 0]}."""

    magnitude: Symbol
    source: Symbol
    turn: float


def reciprocal_product(
    symbols: Sequence[Symbol], *, weights: Sequence[float], gates: Sequence[float], signed: bool
) -> Symbol:
    """Return the product that an NMRU forms of its inputs and their reciprocals.

    `signed` multiplies w x + 1 - w as they are; otherwise magnitudes and signs go apart.
    """
    both = [(x, 1) for x in symbols] + [(x, -1) for x in symbols]
    used = [(w, g, *power) for w, g, power in zip(weights, gates, both, strict=True) if w != 0]
    if signed:
        return multiply([gate(w, scaled(g, x**n)) for w, g, x, n in used], symbols[0])
    factors = [_select(w, scaled(g, x**n)) if g else Factor(1 - w, x, 0) for w, g, x, n in used]
    return real_part(factors, symbols[0])


def real_part(factors: Sequence[Factor], like: Symbol) -> Symbol:
    """Return Π magnitude_i · cos(π Σ turn_i [x_i < 0]).

    The cosine of the sum is the real part of Π (1 + [x < 0] (e^{i π turn} - 1)), multiplied out as
    pairs (real, imaginary); [x < 0] is (1 - x / |x|) / 2.
    """
    real: Symbol = 1
    imaginary: Symbol = 0
    for factor in factors:
        if factor.turn != 0:
            negative = (1 - factor.source / abs(factor.source)) / 2
            cosine = 1 + negative * exact(math.cos(math.pi * factor.turn) - 1)
            sine = negative * math.sin(math.pi * factor.turn)
            real, imaginary = real * cosine - imaginary * sine, real * sine + imaginary * cosine
    magnitude = multiply([factor.magnitude for factor in factors], like)
    return magnitude * real


def _select(weight: float, symbol: Symbol) -> Factor:
    """Return w |x| + 1 - w turned by w, which is x itself where w is 1."""
    if weight == 1:
        return Factor(symbol, symbol, 0)
    return Factor(gate(weight, abs(symbol)), symbol, weight)


def express_powers(
    symbols: Sequence[Symbol], *, W_r: Tensor, W_i: Tensor | None = None, gates: Sequence[float]
) -> list[Symbol]:
    """Return the formula of each output of a power unit, with a g of each input.

    It is the real part of Π r^{W_r + i W_i}, r = g |x| + 1 - g, turned by π g where x < 0.
    """
    imaginary = rows(torch.zeros_like(W_r) if W_i is None else W_i)
    products: list[Symbol] = []
    for w, v in zip(rows(W_r), imaginary, strict=True):
        powers = [_Power(*power) for power in zip(symbols, w, v, gates, strict=True)]
        used = [each for each in powers if each.gate != 0 and (each.real != 0 or each.imaginary)]
        products.append(
            _complex_powers(used, symbols[0]) if any(v) else _real_powers(used, symbols[0])
        )
    return products


class _Power(NamedTuple):
    x: Symbol
    real: float
    imaginary: float
    gate: float


def _real_powers(powers: Sequence[_Power], like: Symbol) -> Symbol:
    factors: list[Factor] = []
    for x, w, _, g in powers:
        if g == 1 and w.is_integer():
            factors.append(Factor(x ** int(w), x, 0))
        else:
            factors.append(Factor(gate(g, abs(x)) ** exact(w), x, g * w))
    return real_part(factors, like)


def _complex_powers(powers: Sequence[_Power], like: Symbol) -> Symbol:
    z: list[Symbol] = []
    conjugate: list[Symbol] = []
    for x, w, v, g in powers:
        r, negative = gate(g, abs(x)), (1 - x / abs(x)) / 2
        turn = cmath.exp(1j * math.pi * g * complex(w, v))
        z.append(r ** complex(w, v) * (1 + negative * (turn - 1)))
        conjugate.append(r ** complex(w, -v) * (1 + negative * (turn.conjugate() - 1)))
    return (multiply(z, like) + multiply(conjugate, like)) / 2
