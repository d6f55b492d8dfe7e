"""Derivatives that training is told instead of the true ones; values stay as they are."""

import torch
from jaxtyping import Float
from torch import Tensor

from nalm._typing import Inputs, Outputs

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


def relative_gradient(y: Outputs, parametrised: Outputs) -> Outputs:
    """Return y with the derivatives of `parametrised`, each output's divided by its mean square.

    A squared error outside then moves the parameters as a relative error would, whatever the size
    of the outputs.

    Args:
        y: Output with the derivatives by everything that is not to be scaled.
        parametrised: The same output with the derivatives by the parameters.
    """
    size = y.detach().square().reshape(-1, y.shape[-1]).mean(0)
    scale = 1 / size.clamp(min=torch.finfo(y.dtype).tiny)
    return y + (parametrised - parametrised.detach()) * scale


def soft_log(x: Inputs, *, smallest: float) -> Inputs:
    """Return log(|x| + smallest) with the derivative x / (x² + ε² mean x²), which has no pole."""
    square = SOFTNESS**2 * x.square().mean()
    return told_derivative((x.abs() + smallest).log(), slope=x / (x.square() + square), x=x)


def soft_negative(x: Inputs) -> Inputs:
    """Return 1 where x < 0 and else 0, with a triangle of area 1 for the derivative of its jump."""
    width = JUMP_WIDTH * x.square().mean().sqrt()
    triangle = (1 - x.abs() / width).clamp(min=0) / width
    return told_derivative((x < 0).to(x.dtype), slope=-triangle, x=x)
