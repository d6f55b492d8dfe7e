"""Uniform inputs on an interval, or on one of several intervals."""

import re
from dataclasses import dataclass
from typing import Self

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._distribution import Distribution
from nalm.tasks._base._numbers import avoid_zero, interval, short

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_INTERVAL = re.compile(rf"\[\s*({_NUMBER})\s*,\s*({_NUMBER})\s*[\])]")


@dataclass(frozen=True, kw_only=True)
class Range(Distribution):
    r"""Draw each element uniformly from [low, high), or from one of several such intervals.

    $$x = l + (h - l)\,u, \qquad u \sim U[0, 1)$$

    With several intervals a fair coin (or die) picks the interval of every element; the
    intervals are equally likely even when their widths differ.

    In single precision, rounding can return `high` itself, about once in 2²⁴ elements, exactly
    as rounding a double-precision draw does. An element is never exactly zero.

    Args:
        intervals: Pairs (low, high), in the inputs' unit; low < high, both finite.

    Raises:
        InvalidTypeError: If a bound is not a number.
        InvalidValueError: If there is no interval, or one is empty.

    Example:
        >>> from nalm.tasks import Range
        >>> str(Range.interval(1, 2))
        '[1,2)'
        >>> Range.parse("[-6,-2]∪[2,6]") == Range.union((-6, -2), (2, 6))
        True

    References:
        Madsen and Johansen (2020), Neural Arithmetic Units, appendix on the arithmetic dataset.
        Mistry, Farrahi and Hare, Learning Division with Neural Arithmetic Logic Modules, Table 1.
    """

    intervals: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        if not self.intervals:
            raise InvalidValueError(
                "intervals should hold at least one (low, high) pair, found none; "
                "write Range.interval(low, high)."
            )
        checked = tuple(interval(low, high) for low, high in self.intervals)
        object.__setattr__(self, "intervals", checked)

    @classmethod
    def interval(cls, low: float, high: float) -> Self:
        """Make the range of one interval: ``Range.interval(1, 2)``."""
        return cls(intervals=((low, high),))

    @classmethod
    def union(cls, *intervals: tuple[float, float]) -> Self:
        """Make the range of several intervals: ``Range.union((-6, -2), (2, 6))``."""
        return cls(intervals=intervals)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a range from text such as ``[1,2]``, ``[1,2)`` or ``[-6,-2]∪[2,6]``.

        Args:
            text: Intervals joined by ``∪``, ``U`` or a comma; an outer pair of brackets, as in
                ``[[-6,-2],[2,6]]``, is allowed.

        Raises:
            InvalidValueError: If the text is not a range.
        """
        rest = _INTERVAL.sub("", text)
        if not _INTERVAL.search(text) or not re.fullmatch(r"\[?[\s∪U,]*\]?", rest.strip()):
            raise InvalidValueError(
                f"range should look like [1,2] or [-6,-2]∪[2,6], found {text!r}; "
                "write each interval as [low,high]."
            )
        return cls.union(*((float(low), float(high)) for low, high in _INTERVAL.findall(text)))

    @property
    def uniforms(self) -> int:
        """One number for the place, and one for the coin where there are several intervals."""
        return 1 if len(self.intervals) == 1 else 2

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Turn uniform numbers into inputs of shape (inputs, batch)."""
        # The bounds may be tensors, one per run: all intervals are computed and one is selected.
        first, *others = (_stretch(uniform[0], bounds) for bounds in self.intervals)
        for k, other in enumerate(others, start=1):
            first = torch.where(uniform[1] * len(self.intervals) < k, first, other)
        return first

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Draw every interval in full, then the coins, as the reference experiments do."""
        draws = [random.uniform(low, high, size=shape) for low, high in self.intervals]
        if len(draws) == 1:
            return draws[0]
        coin = random.randint(len(draws), size=shape)
        # The reference keeps the first interval where its coin shows 1.
        return np.choose(coin, draws[::-1])

    def __str__(self) -> str:
        return "∪".join(f"[{short(low)},{short(high)})" for low, high in self.intervals)


def _stretch(uniform: Tensor, bounds: tuple[float, float]) -> Tensor:
    low, high = bounds
    width = high - low
    return avoid_zero(low + width * uniform, width)
