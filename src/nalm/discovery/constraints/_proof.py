"""Whether a formula keeps an inequality on a whole range: proved by intervals, or refuted.

A box on which the enclosure lies within the limits keeps the inequality; a point beyond them
refutes it; any other box is cut in two. What is neither after so many cuts is open.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.constraints._intervals import Interval, enclose
from nalm.symbolic import Sum, evaluate, gradient

BOXES, CUTS = 4096, 40
"""Boxes that are open at one time, and cuts of each, at most."""


@final
@dataclass(frozen=True, kw_only=True, eq=False)
class Inequality:
    """Least ≤ f ≤ most, or the same of ∂f/∂x, on a box of inputs.

    Attributes:
        low: Least values of the inputs, which may be minus infinity `(inputs,)`.
        high: Largest values, which may be infinity `(inputs,)`.
        least: In units of f, or of its slope.
        most: In the same units.
        place: Of x; None for f itself.
        span: Size of the inputs, by which a range without an end is cut `(inputs,)`.
    """

    low: FloatArray
    high: FloatArray
    least: float
    most: float
    place: int | None
    span: FloatArray

    def points(self, parts: FloatArray) -> FloatArray:
        """Return points of the range: 0 is its lower end and 1 its upper one.

        Args:
            parts: `(points, inputs)`.
        """
        with np.errstate(all="ignore"):
            begin = np.where(np.isinf(self.low), self.high, self.low)
            below, above = np.isinf(self.low), np.isinf(self.high)
            along = begin + parts * (np.where(above, begin, self.high) - begin)
            up = begin + self.span * parts / (1 - parts)
            down = begin - self.span * (1 - parts) / parts
            whole = self.span * np.tan(np.pi * (parts - 0.5))
            whole = np.where(parts <= 0, -np.inf, np.where(parts >= 1, np.inf, whole))
        there = np.where(below, down, np.where(above, up, along))
        # The ends exactly, so that the boxes cover the range.
        there = np.where((parts >= 1) & ~below & ~above, self.high, there)
        return np.where(below & above, whole, there)

    def values(self, formula: Sum, x: FloatArray) -> FloatArray:
        """Compute what is limited at points; NaN where f has no value `(points,)`."""
        with np.errstate(all="ignore"):
            if self.place is None:
                return evaluate(formula, x)
            slope = gradient(formula, x)[:, self.place]
            return np.where(np.isfinite(evaluate(formula, x)), slope, np.nan)

    def is_broken(self, values: FloatArray) -> np.ndarray:
        """Say which values lie beyond the limits, or are none."""
        return ~((values >= self.least) & (values <= self.most))


def counterexample(inequality: Inequality, formula: Sum, *, x: FloatArray) -> FloatArray | None:
    """Return the first of some points at which a formula breaks an inequality.

    Args:
        inequality: On a range.
        formula: Any formula.
        x: Points of the range `(points, inputs)`.
    """
    broken = inequality.is_broken(inequality.values(formula, x))
    return x[int(broken.argmax())] if broken.any() else None


def decide(inequality: Inequality, formula: Sum) -> tuple[bool, FloatArray | None]:
    """Prove an inequality, or refute it.

    Args:
        inequality: On a range.
        formula: Any formula.

    Returns:
        Whether it is proved; if not, a point at which it is broken, or None where it is open.
    """
    inputs = len(inequality.low)
    begin, end = np.zeros((1, inputs)), np.ones((1, inputs))
    used = _used(formula) or [0]
    for cut in range(CUTS * len(used)):
        low, high = inequality.points(begin), inequality.points(end)
        is_open = ~_proved(inequality, formula, low=low, high=high)
        begin, end = begin[is_open], end[is_open]
        if not len(begin):
            return True, None
        middle = inequality.points((begin + end) / 2)
        if (found := counterexample(inequality, formula, x=middle)) is not None:
            return False, found
        if len(begin) > BOXES:
            break
        begin, end = _cut(begin, end, used[cut % len(used)])
    return False, None


def _proved(
    inequality: Inequality, formula: Sum, *, low: FloatArray, high: FloatArray
) -> np.ndarray:
    value, slope = enclose(formula, low, high=high, place=inequality.place or 0)
    limited = value if inequality.place is None else slope
    within: Callable[[Interval], np.ndarray] = lambda each: (  # noqa: E731
        (each.low >= inequality.least) & (each.high <= inequality.most)
    )
    # Beside a pole 1/x has slopes of one sign on both sides: values have to be bounded, too, but
    # where the range has no end.
    endless = np.isinf(low).any(axis=1) | np.isinf(high).any(axis=1)
    return within(limited) & (value.is_bounded | endless)


def _cut(begin: FloatArray, end: FloatArray, place: int) -> tuple[FloatArray, FloatArray]:
    middle = (begin[:, place] + end[:, place]) / 2
    lower_end, upper_begin = end.copy(), begin.copy()
    lower_end[:, place], upper_begin[:, place] = middle, middle
    return np.vstack([begin, upper_begin]), np.vstack([lower_end, end])


def _used(formula: Sum) -> list[int]:
    """List the inputs that a formula has."""
    found: set[int] = set()
    for term in formula.terms:
        for power in term.powers:
            base = power.base
            if isinstance(base, int):
                found.add(base)
            else:
                found |= set(_used(base if isinstance(base, Sum) else base.argument))
    return sorted(found)
