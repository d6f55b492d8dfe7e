"""The papers' initial distributions."""

import math
from collections.abc import Callable, Iterable
from functools import cache

import torch
from torch import Tensor, nn


def fill_uniform_(
    parameter: Tensor, generator: torch.Generator | None, *, low: float, high: float
) -> None:
    """Fill a parameter from U(low, high), wherever the generator and the parameter live."""
    _fill(parameter, generator, draw=lambda values: values.uniform_(low, high, generator=generator))


def fill_normal_(
    parameter: Tensor, generator: torch.Generator | None, *, mean: float, deviation: float
) -> None:
    """Fill a parameter from N(mean, deviation²), wherever the generator and the parameter live."""
    _fill(
        parameter,
        generator,
        draw=lambda values: values.normal_(mean, deviation, generator=generator),
    )


def fill_orthogonal_(matrix: Tensor, generator: torch.Generator | None) -> None:
    """Fill a matrix with orthonormal rows, or columns where these are fewer (Saxe et al., 2014)."""
    _fill(matrix, generator, draw=lambda values: nn.init.orthogonal_(values, generator=generator))


def fill_nac_(hats: Iterable[Tensor], generator: torch.Generator | None) -> None:
    """Fill the ŵ and m̂ of a NAC, of shape (outputs, inputs), from U(-r, r)."""
    for hat in hats:
        bound = nac_bound(*hat.shape)
        fill_uniform_(hat, generator, low=-bound, high=bound)


def fill_xavier_(matrices: Iterable[Tensor], generator: torch.Generator | None) -> None:
    """Fill matrices of shape (outputs, inputs) from Glorot and Bengio's uniform distribution."""
    for matrix in matrices:
        bound = xavier_bound(*matrix.shape)
        fill_uniform_(matrix, generator, low=-bound, high=bound)


def xavier_bound(in_features: int, out_features: int) -> float:
    """Return r = √(6 / (inputs + outputs)) of Glorot and Bengio's uniform distribution U(-r, r)."""
    return math.sqrt(6 / (in_features + out_features))


def nau_bound(in_features: int, out_features: int) -> float:
    """Return the NAU's r = min(1/2, √(6 / (inputs + outputs))) of U(-r, r)."""
    # Beyond 1/2 a weight would begin nearer to ±1 than to 0, and the penalty would decide for it.
    return min(0.5, xavier_bound(in_features, out_features))


@cache
def nac_bound(in_features: int, out_features: int) -> float:
    """Return the NAC's r of U(-r, r), which gives tanh(ŵ) σ(m̂) the variance 2 / (inputs + outputs).

    It solves fan · Var(r) = 2 with Var(r) = (1 - tanh(r) / r) (r - tanh(r / 2)) / (2 r) by
    bisection. The variance stays below 1/2, so fan is taken as at least 5.
    """
    fan = max(in_features + out_features, 5)
    low, high = 0.0, 10.0
    while True:
        r = (low + high) / 2
        # Bisection ends where low and high are neighbouring floating-point numbers.
        if r in (low, high):
            return r
        if fan * _nac_variance(r) < 2:
            low = r
        else:
            high = r


def _nac_variance(r: float) -> float:
    # The means of tanh² and of σ², which are independent. Since σ² = σ - σ', the integral of σ²
    # over (-r, r) is r - tanh(r / 2).
    return (1 - math.tanh(r) / r) * (r - math.tanh(r / 2)) / (2 * r)


@torch.no_grad()
def _fill(
    parameter: Tensor, generator: torch.Generator | None, *, draw: Callable[[Tensor], Tensor]
) -> None:
    if generator is None or generator.device == parameter.device:
        draw(parameter)
    else:  # so that a seed means the same numbers on every device
        parameter.copy_(draw(torch.empty_like(parameter, device=generator.device)))
