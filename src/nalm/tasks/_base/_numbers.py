"""Checks and texts of the numbers inside a spec, and the one number that inputs avoid."""

import math

import torch
from torch import Tensor

from nalm.errors import InvalidTypeError, InvalidValueError


def finite(value: float, *, name: str) -> float:
    """Return `value` as a finite `float`.

    Args:
        value: A number of a spec.
        name: The parameter's name, for the message.

    Raises:
        InvalidTypeError: If `value` is not a number.
        InvalidValueError: If `value` is infinite or not a number (NaN).
    """
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise InvalidTypeError(
            f"{name} should be a number, found {value!r}; write it as a float."
        ) from error
    if not math.isfinite(number):
        raise InvalidValueError(f"{name} should be finite, found {number}; choose a finite number.")
    return number


def positive(value: float, *, name: str) -> float:
    """Return `value` as a finite `float` above zero.

    Raises:
        InvalidTypeError: If `value` is not a number.
        InvalidValueError: If the value is not finite, zero or negative.
    """
    number = finite(value, name=name)
    if not number > 0:
        raise InvalidValueError(f"{name} should be > 0, found {number}; choose a positive number.")
    return number


def interval(low: float, high: float) -> tuple[float, float]:
    """Return (low, high) as finite numbers in this order.

    Raises:
        InvalidTypeError: If a bound is not a number.
        InvalidValueError: If a bound is not finite, or the interval is empty or reversed.
    """
    low, high = finite(low, name="low"), finite(high, name="high")
    if not low < high:
        raise InvalidValueError(
            f"interval should have low < high, found low={low}, high={high}; swap or widen them."
        )
    return low, high


def short(value: float) -> str:
    """Return the shortest text that reads back as `value`: ``2.0`` -> ``"2"``."""
    return repr(value).removesuffix(".0")


def avoid_zero(x: Tensor, scale: float) -> Tensor:
    """Replace exact zeros by a number far below the resolution of the other inputs.

    A uniform number of single precision stands for a cell of width eps/2, so a continuous input
    comes out as exactly zero about once in 2²⁴ draws: every other run of 50,000 steps would meet
    one, and one division by zero would end it. The draws of the reference experiments, made in
    double precision and then rounded, are never zero in practice. So zero becomes the middle of
    the cell that it stands for.

    Args:
        x: Inputs.
        scale: Width of the inputs' distribution; a number or a tensor without dimensions.

    Returns:
        Inputs of the shape and dtype of `x`.
    """
    middle = scale * (torch.finfo(x.dtype).eps / 4)
    # `where` alone lets a batched double-precision scale promote the result.
    return torch.where(x == 0, middle, x).to(x.dtype)
