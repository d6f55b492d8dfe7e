"""The pure pieces that several units share."""

import math
from enum import Enum

import torch
from jaxtyping import Float
from torch import Tensor

from nalm._tensors import Inputs, Outputs, Scalar
from nalm.units._base._product import product

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
    # In this order, as published: x W + 1 rounds a small x away before W is subtracted.
    return product(x * W + 1 - W)


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
    # It is measured, not trained: no gradient may flow back through the worst weight.
    return distance_to_signs_or_zero(W.detach()).amax()


def zero_of(parameter: Tensor) -> Scalar:
    """Return a 0 of the parameter's kind and device: the penalty of a unit that has none."""
    return parameter.new_zeros(())
