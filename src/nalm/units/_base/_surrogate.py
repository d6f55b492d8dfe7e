"""Derivatives that training is told instead of the true ones; values stay as they are."""

import torch
from jaxtyping import Float
from torch import Tensor

from nalm._tensors import Inputs, Outputs

SOFTNESS = 0.03
"""Width ε of the softened 1/x, in units of the root mean square of x."""

JUMP_WIDTH = 0.1
"""Width h of the triangle that stands for the derivative of a jump, in the same units."""


def told_derivative(
    value: Float[Tensor, "*batch n"], *, slope: Float[Tensor, "*batch n"], x: Float[Tensor, "..."]
) -> Float[Tensor, "*batch n"]:
    """Return a value whose derivative by x is said to be `slope`."""
    # x - x is 0: it changes no value, and has a derivative of 1.
    return value.detach() + (x - x.detach()) * slope.detach()


def mean_square(y: Outputs) -> Float[Tensor, " outputs"]:
    """Return the mean square of each output over a batch."""
    return y.square().reshape(-1, y.shape[-1]).mean(0)


def scaled_gradient(
    theta: Float[Tensor, "outputs inputs"], size: Float[Tensor, " outputs"]
) -> Float[Tensor, "outputs inputs"]:
    """Return a parameter whose gradient is, row by row, divided by the size of an output.

    By its mean square, a squared error outside moves the parameter as a relative error would.

    Args:
        theta: A parameter with a row for each output.
        size: What to divide by; it counts as a constant.
    """
    # On the parameter and not on y: the scale can be huge, and of y compiled twice, y - y need not
    # be 0.
    scale = 1 / size.detach().unsqueeze(-1).clamp(min=torch.finfo(theta.dtype).tiny)
    return theta.detach() + (theta - theta.detach()) * scale


def soft_log(x: Inputs, *, smallest: float) -> Inputs:
    """Return log(|x| + smallest) with the derivative x / (x² + ε² mean x²), which has no pole."""
    square = SOFTNESS**2 * x.square().mean()
    return told_derivative((x.abs() + smallest).log(), slope=x / (x.square() + square), x=x)


def soft_negative(x: Inputs) -> Inputs:
    """Return 1 where x < 0 and else 0, with a triangle of area 1 for the derivative of its jump."""
    width = JUMP_WIDTH * x.square().mean().sqrt()
    triangle = (1 - x.abs() / width).clamp(min=0) / width
    return told_derivative((x < 0).to(x.dtype), slope=-triangle, x=x)
