"""A pass over the training graph: logarithms become arithmetic of the loops that they stand in.

Inductor calls a library for the logarithm of eight or sixteen numbers. On a hundred inputs the
calls take a third of a step of a unit that needs the logarithm of every input. Written out it takes
about two thirds of the time, and its error is below that of the library's.
"""

import torch
from jaxtyping import Float
from torch import Tensor, fx

from nalm.compilation.passes._replacement import replace_node

_aten = torch.ops.aten

SMALLEST_NORMAL = torch.finfo(torch.float32).tiny
FRACTION_BITS = 23
ROOT_HALF = 0x3F3504F3
"""The bits of √½, where the fraction begins."""

# The split of Cody and Waite (1980).
LN2 = (0.693359375, -2.12194440e-4)
"""log 2 in two parts; the product of the first, of nine bits, with an exponent is exact."""

P = (
    0.33333331346511841,
    -0.25000819563865662,
    0.20001226663589478,
    -0.16623356938362122,
    0.14201757311820984,
    -0.13160182535648346,
    0.12761577963829041,
    -0.07634497433900833,
)
"""Minimises the largest relative error of log(1 + f) between √½ and √2, by Lawson's algorithm."""


def write_out_logarithms(graph: fx.GraphModule) -> None:
    """Replace every logarithm of single-precision numbers by `logarithm`.

    Args:
        graph: The traced step, of tensors on a CPU; changed in place.
    """
    for node in list(graph.graph.nodes):
        if node.target is _aten.log.default and node.meta["val"].dtype == torch.float32:
            replace_node(node, logarithm, operands=node.all_input_nodes)
    graph.recompile()


def logarithm(x: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
    """Return the natural logarithm, to within one unit in the last place.

        x = 2ᵉ (1 + f),  √½ ≤ 1 + f < √2,  log x = e log 2 + f − f²/2 + f³ P(f)

    Args:
        x: Numbers of single precision.

    Returns:
        −∞ for 0, ∞ for ∞, and not a number for what is below 0 or not a number.
    """
    is_subnormal = x < SMALLEST_NORMAL
    # Subnormal numbers have no leading 1 to read the exponent by, so they are scaled to normal
    # ones.
    bits = torch.where(is_subnormal, x * 2.0**FRACTION_BITS, x).view(torch.int32)
    # With the bits of √½ taken off, a fraction below √2 does not reach the next exponent. The shift
    # rounds down, also for negative exponents.
    exponent = (bits - ROOT_HALF) >> FRACTION_BITS
    # Taking e from the exponent's bits divides by 2ᵉ without rounding.
    f = (bits - (exponent << FRACTION_BITS)).view(torch.float32) - 1
    e = exponent.to(torch.float32) - torch.where(is_subnormal, float(FRACTION_BITS), 0.0)
    high, low = LN2
    square = f * f
    # Small parts first, the large exact product last: that keeps the error below one unit.
    rest = square * f * _polynomial(f, square) + e * low - 0.5 * square
    # ∞ would pass as a large finite number, since its bits are read like any other's.
    usual = torch.where(x < torch.inf, e * high + (f + rest), x)
    return torch.where(x > 0, usual, torch.where(x == 0, -torch.inf, torch.nan))


def _polynomial(f: Tensor, square: Tensor) -> Tensor:
    """Return P(f), summed in pairs: a sum in turn would wait for every product."""
    # Estrin's scheme.
    pairs = [low + high * f for low, high in zip(P[::2], P[1::2], strict=True)]
    low, high = (a + b * square for a, b in zip(pairs[::2], pairs[1::2], strict=True))
    return low + high * (square * square)
