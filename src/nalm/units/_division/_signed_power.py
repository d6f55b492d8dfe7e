"""Products of powers of magnitudes, and of signs: what the SPU and its ablations share."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from nalm._tensors import Inputs, Outputs
from nalm.units._base._expression import Symbol, exact, gate, multiply, rows
from nalm.units._base._functional import negative_phase
from nalm.units._base._product import product
from nalm.units._base._surrogate import (
    mean_square,
    scaled_gradient,
    soft_log,
    soft_negative,
)

SMALLEST = 1e-30
"""What is added to |x| before its logarithm is taken: it changes no |x| above 1e-23."""

FLOOR = 1e-8
"""Least mean square of an output that gradients are divided by, in that of its magnitude."""

Matrix = Float[Tensor, "outputs inputs"]


def trained_product(
    x: Inputs, *, W: Matrix, P: Matrix, relative: bool, smooth: bool, floor: float = FLOOR
) -> Outputs:
    """Return exp(Σ_j W_oj log |x_j|) · Π_j (1 - 2 P_oj [x_j < 0]), with the gradients asked for.

    Args:
        x: Inputs.
        W: Exponents.
        P: How much of each sign is taken.
        relative: Whether the gradients of W and P are divided by the mean square of their output.
        smooth: Whether the inputs' gradient has no pole and counts the jumps of their signs.
        floor: Least mean square that counts, as a share of that of exp(Σ_j W_oj log |x_j|).
    """
    log = soft_log(x, smallest=SMALLEST) if smooth else (x.abs() + SMALLEST).log()
    negative = soft_negative(x) if smooth else (x < 0).to(x.dtype)
    if relative:
        # While P crosses 1/2 in every factor, y is 0 to rounding: divided by its own mean square
        # alone, the gradient's norm overflows, and clipping sets every later step to 0.
        magnitude = (log.detach() @ W.detach().T).exp()
        y = magnitude * signs(negative.detach(), P.detach())
        size = relative_size(y, magnitude, floor=floor)
        return _product(log, negative, W=scaled_gradient(W, size), P=scaled_gradient(P, size))
    return _product(log, negative, W=W, P=P)


def trained_phase(x: Inputs, *, W: Matrix, floor: float) -> Outputs:
    """Return exp(Σ_j W_oj log |x_j|) · cos(π Σ_j W_oj [x_j < 0]) with relative gradients."""
    log, phase = (x.abs() + SMALLEST).log(), negative_phase(x)
    magnitude = (log @ W.detach().T).exp()
    y = magnitude * torch.cos(phase @ W.detach().T)
    scaled = scaled_gradient(W, relative_size(y, magnitude, floor=floor))
    return (log @ scaled.T).exp() * torch.cos(phase @ scaled.T)


def relative_size(y: Outputs, magnitude: Outputs, *, floor: float) -> Float[Tensor, " outputs"]:
    """Return the mean square of each output, at least a share of that of its magnitude."""
    return torch.maximum(mean_square(y), floor * mean_square(magnitude))


def exact_product(x: Inputs, *, W: Matrix, P: Matrix) -> Outputs:
    """Return Π_j |x_j|^{W_oj} · Π_j (1 - 2 P_oj [x_j < 0]).

    For whole exponents it is exact to the last digit, which an exponential of logarithms is not.
    """
    return product(x.abs().unsqueeze(-2) ** W) * signs((x < 0).to(x.dtype), P)


def exact_phase(x: Inputs, *, W: Matrix) -> Outputs:
    """Return Π_j |x_j|^{W_oj} · cos(π Σ_j W_oj [x_j < 0])."""
    return product(x.abs().unsqueeze(-2) ** W) * torch.cos(negative_phase(x) @ W.T)


def signs(negative: Inputs, P: Matrix) -> Outputs:
    """Return Π_j (1 - 2 P_oj negative_j): P = 1 takes the sign of an input and P = 0 ignores it."""
    return product(1 - 2 * P * negative.unsqueeze(-2))


def parity(W: Matrix) -> Matrix:
    """Return the distance to the nearest even number: how much of a sign a power keeps."""
    return (W - 2 * (W / 2).round()).abs()


def express_products(symbols: Sequence[Symbol], *, W: Matrix, P: Matrix) -> list[Symbol]:
    """Return Π |x_j|^{w_j} (p_j x_j / |x_j| + 1 - p_j) for each output, without what is 1."""
    outputs = [zip(symbols, *row, strict=True) for row in zip(rows(W), rows(P), strict=True)]
    return [
        multiply([_power(*each) for each in row if any(each[1:])], symbols[0]) for row in outputs
    ]


def _power(x: Symbol, w: float, p: float) -> Symbol:
    if w == 0:
        return gate(p, x / abs(x))
    # A whole power with the sign that belongs to it needs neither |x| nor a sign.
    if float(w).is_integer() and p == w % 2:
        return x ** exact(w)
    return abs(x) ** exact(w) * (gate(p, x / abs(x)) if p else 1)


def _product(log: Inputs, negative: Inputs, *, W: Matrix, P: Matrix) -> Outputs:
    return (log @ W.T).exp() * signs(negative, P)
