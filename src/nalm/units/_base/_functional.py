"""The pure pieces that several units share."""

import math
from enum import Enum
from typing import Any, cast

import torch
from jaxtyping import Float
from torch import Tensor

from nalm._typing import Inputs, Outputs, Scalar

EPS32 = 2.0**-23
"""The distance from 1 to the next single-precision number, the papers' guard against zero."""

LOG_EPSILON = 1e-7
"""What the units that multiply through logarithms add to the absolute value of an input."""

LOG_GOLDEN_RATIO = 0.48121182505960347
"""Natural logarithm of (1 + √5) / 2."""


class ProductForm(Enum):
    """Say in which order the factor W x + 1 - W of a product is evaluated.

    Both are the same in exact arithmetic. In floating point, `LEFT_TO_RIGHT` rounds an input
    below about 1e-7 away even where W is 1, as in the published experiments; `EXACT` returns x
    exactly where W is 1.
    """

    LEFT_TO_RIGHT = "((x * W) + 1) - W"
    EXACT = "W * x + (1 - W)"


class _Product(torch.autograd.Function):
    # The backward pass of torch.prod is ten times slower: it takes two cumulative products.
    generate_vmap_rule = True

    @staticmethod
    def forward(factors: Tensor) -> Tensor:  # pyright: ignore[reportIncompatibleMethodOverride]
        return factors.prod(-1)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Tensor], output: Tensor) -> None:  # noqa: ANN401
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:  # noqa: ANN401  # pyright: ignore[reportIncompatibleMethodOverride]
        (factors,) = ctx.saved_tensors
        zero = factors == 0
        nonzero = torch.where(zero, 1.0, factors)
        zeros = zero.to(factors.dtype).sum(-1, keepdim=True)  # counted in floats: vectorised
        product = nonzero.prod(-1, keepdim=True)
        at_zero = torch.where(zeros == 1, product, 0.0)
        elsewhere = torch.where(zeros == 0, product / nonzero, 0.0)
        return gradient.unsqueeze(-1) * torch.where(zero, at_zero, elsewhere)


def product(factors: Float[Tensor, "*batch outputs inputs"]) -> Outputs:
    """Multiply along the last dimension, with a fast gradient that is exact at zeros too.

    The derivative with respect to a factor is the product of the others: p / f where no factor is
    zero, and without a division where one is. A second derivative is exact where no factor is
    zero; where some are, the parts that pass through a zero factor of another are left out.
    """
    return cast(Any, _Product).apply(factors)


def gated_product(
    x: Inputs,
    W: Float[Tensor, "outputs inputs"],
    *,
    form: ProductForm = ProductForm.LEFT_TO_RIGHT,
) -> Outputs:
    """Return Π_i (W_oi x_i + 1 - W_oi): each weight is a gate between x and 1."""
    x = x.unsqueeze(-2)  # (*batch, 1, inputs)
    if form is ProductForm.EXACT:
        return product(W * x + (1 - W))
    return product(x * W + 1 - W)


def nac_weight(w_hat: Tensor, m_hat: Tensor) -> Tensor:
    """Return W = tanh(ŵ) ⊙ σ(m̂), elementwise."""
    return torch.tanh(w_hat) * torch.sigmoid(m_hat)


def exp_of_logs(x: Inputs, W: Float[Tensor, "outputs inputs"]) -> Outputs:
    """Return exp(W log(|x| + 10⁻⁷)): a product of powers of absolute values."""
    return torch.exp(torch.log(x.abs() + LOG_EPSILON) @ W.T)


def negative_phase(x: Tensor) -> Tensor:
    """Return π where x < 0 and 0 elsewhere: the argument of a real number in the complex plane."""
    return (x < 0).to(x.dtype) * math.pi


def distance_to_signs_or_zero(W: Tensor) -> Tensor:
    """Return min(|W|, |1 - |W||), elementwise: how far a weight is from -1, 0 and 1."""
    magnitude = W.abs()
    return torch.minimum(magnitude, (1 - magnitude).abs())


def distance_to_zero_or_one(W: Tensor) -> Tensor:
    """Return min(|W|, |1 - W|), elementwise: how far a weight is from 0 and 1."""
    return torch.minimum(W.abs(), (1 - W).abs())


def worst_distance(W: Tensor) -> Scalar:
    """Return the sparsity error max min(|W|, |1 - |W||) of a matrix of effective weights."""
    return distance_to_signs_or_zero(W.detach()).amax()


def zero_of(parameter: Tensor) -> Scalar:
    """Return a 0 of the parameter's kind and device: the penalty of a unit that has none."""
    return parameter.new_zeros(())
