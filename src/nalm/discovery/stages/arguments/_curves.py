"""Functions along an argument as curves, and the numbers b that are tried for each."""

from dataclasses import dataclass

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import find_function

STEP, TURNS = 0.6, 10.0
"""Of the phase at the far end of R from one frequency to the next, and most periods within R."""
EXACT = (1.0, -1.0, 2.0, -2.0, 0.5, -0.5)
"""Values of b that are not measured."""
NEARBY = 0.2
"""Relative distance up to which an exact b is tried besides."""
BENDS = (0.3, 1.0, 3.0, 8.0)
"""b times the range of R, of a function that is not periodic."""


@dataclass(frozen=True)
class Curve:
    """F(b R) of one function, or a sine with any phase as two columns.

    Attributes:
        function: Its name.
    """

    function: str

    @property
    def is_wave(self) -> bool:
        """Whether it is a sine, whose phase is free."""
        return self.function == "sin"

    def columns(self, u: FloatArray) -> FloatArray:
        """Compute it `(rows, columns)`."""
        if self.is_wave:
            return np.column_stack([np.sin(u), np.cos(u)])
        return find_function(self.function).value(u)[:, None]

    def numbers(self, values: FloatArray) -> FloatArray:
        """List b for an argument of these values, ascending."""
        span = float(np.ptp(values))
        if self.is_wave:
            return np.unique([*frequencies(values, step=STEP, turns=TURNS), 1.0])
        if self.function == "log":
            return np.ones(1)  # the scale of a logarithm's argument is a constant beside it
        sizes = np.array(BENDS) / span
        return np.unique([*-sizes, *sizes, 1.0])

    def around(self, b: float, numbers: FloatArray) -> tuple[float, float]:
        """Return the bounds between which a number of the list is refined."""
        place = int(np.argmin(np.abs(numbers - b)))
        low, high = numbers[max(place - 1, 0)], numbers[min(place + 1, len(numbers) - 1)]
        # Past the ends of the list, and not across 0, where the function is a constant.
        before, after = sorted((b / 3, 3 * b))
        low = before if low >= b or low * b <= 0 else low
        high = after if high <= b or high * b <= 0 else high
        return float(low), float(high)


def frequencies(values: FloatArray, *, step: float, turns: float) -> FloatArray:
    """List b of a sine of b R, below the Nyquist limit of values that lie evenly.

    Args:
        values: Of R; repeated ones tell nothing new.
        step: Of the phase at the far end of R, from one frequency to the next.
        turns: Most periods within the range of R.
    """
    most = min(2 * np.pi * turns, np.pi * (len(np.unique(values)) - 1))
    return np.arange(step, most, step) / float(np.ptp(values))


def exact_near(b: float) -> list[float]:
    """List the exact numbers that are tried besides a measured b."""
    return [one for one in EXACT if abs(one - b) < NEARBY * abs(one)]


def curves(functions: tuple[str, ...]) -> list[Curve]:
    """List the curves of some functions; a cosine is a sine of another phase."""
    return [Curve(name) for name in functions if name != "cos" or "sin" not in functions]
