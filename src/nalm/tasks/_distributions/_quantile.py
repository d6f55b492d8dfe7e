"""Quantiles of the standard normal distribution."""

from collections.abc import Callable, Sequence
from typing import cast

import torch
from torch import Tensor

CENTRE = 0.425
"""Distance of a probability from one half up to which the first approximation holds."""
TAIL = 5.0
"""√(-log p) up to which the second holds."""

# Wichura (1988), Algorithm AS 241, PPND7: from the constant up; below a fraction line it is 1.
NEAR = (
    (3.3871327179, 50.434271938, 159.29113202, 59.109374720),
    (17.895169469, 78.757757664, 67.187563600),
)
MIDDLE = (1.4234372777, 2.7568153900, 1.3067284816, 0.17023821103), (0.73700164250, 0.12021132975)
FAR = (6.6579051150, 3.0812263860, 0.42868294337, 0.017337203997), (0.24197894225, 0.012258202635)


def lower_quantile(p: Tensor) -> Tensor:
    """Return Φ⁻¹(p) for p up to one half.

    Single precision is computed by rational functions, which a compiler vectorises, to 10⁻⁶; other
    precisions are PyTorch's.

    Args:
        p: Probabilities from 0 to 0.5.

    References:
        Wichura, Algorithm AS 241: The Percentage Points of the Normal Distribution, Applied
        Statistics 37 (1988) 477.
    """
    if p.dtype != torch.float32:
        return cast("Callable[[Tensor], Tensor]", torch.special.ndtri)(p)  # pyright: ignore[reportUnknownMemberType]
    q = p - 0.5
    near = q * _ratio(NEAR, CENTRE**2 - q * q)
    # From p itself, in which nothing has cancelled; so only the lower half is computed.
    r = (-p.log()).sqrt()
    beyond = torch.where(r <= TAIL, _ratio(MIDDLE, r - 1.6), _ratio(FAR, r - TAIL))
    # At p = 0, r is infinite, and the fraction would be ∞/∞.
    beyond = torch.where(p > 0, beyond, torch.inf)
    return torch.where(q >= -CENTRE, near, -beyond)


def _ratio(coefficients: tuple[Sequence[float], Sequence[float]], x: Tensor) -> Tensor:
    above, below = coefficients
    return _polynomial(above, x) / _polynomial((1.0, *below), x)


def _polynomial(coefficients: Sequence[float], x: Tensor) -> Tensor:
    total = torch.full_like(x, coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        total = total * x + coefficient
    return total
