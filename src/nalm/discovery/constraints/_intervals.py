"""Interval arithmetic on a formula and its derivative by one input.

A `Jet` encloses f and ∂f/∂x on boxes of inputs. Every operation widens its result by some
roundings, so that the enclosure holds in floating point, too. The whole line is what is not known,
or may have no value; whatever is computed of it is the whole line again.

References:
    Moore, Kearfott and Cloud (2009), "Introduction to Interval Analysis", chapters 5 and 6.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray
from nalm.symbolic import Call, Power, Product, Sum, find_function

WIDER = 8 * float(np.finfo(float).eps)
"""Relative error of an operation, at most: NumPy's powers and functions are a few roundings off."""
TURNING = 1e-9
"""Distance, in units of an argument, below which a turning point of a sine may lie inside."""


class Interval(NamedTuple):
    """Least and largest value on each box `(boxes,)`."""

    low: FloatArray
    high: FloatArray

    @property
    def is_bounded(self) -> NDArray[np.bool_]:
        """Where both are finite `(boxes,)`."""
        return np.isfinite(self.low) & np.isfinite(self.high)

    @property
    def is_unknown(self) -> NDArray[np.bool_]:
        """Where it is the whole line `(boxes,)`."""
        return np.isneginf(self.low) & np.isposinf(self.high)


class Jet(NamedTuple):
    """Enclosures of a function, and of its derivative."""

    value: Interval
    slope: Interval


_Enclosed: TypeAlias = "Callable[[Interval], tuple[Interval, Interval]]"


def enclose(formula: Sum, low: FloatArray, *, high: FloatArray, place: int) -> Jet:
    """Enclose a formula and its derivative by one input on boxes.

    Args:
        formula: Any formula.
        low: Least values of the inputs `(boxes, inputs)`.
        high: Largest values `(boxes, inputs)`.
        place: Of the input by which is differentiated.

    Example:
        >>> from nalm.symbolic import read_form
        >>> square = read_form("2*x^2", ["x"]).formula
        >>> jet = enclose(square, np.array([[-1.0]]), high=np.array([[2.0]]), place=0)
        >>> jet.value.high.round(9), jet.slope.low.round(9)
        (array([8.]), array([-4.]))
    """
    with np.errstate(all="ignore"):
        return _of_sum(formula, low, high, place)


def _of_sum(formula: Sum, low: FloatArray, high: FloatArray, place: int) -> Jet:
    zero = _same(0.0, len(low))
    value, slope = zero, zero
    for term in formula.terms:
        one = _of_product(term, low, high, place)
        value, slope = _plus(value, one.value), _plus(slope, one.slope)
    return Jet(value, slope)


def _of_product(term: Product, low: FloatArray, high: FloatArray, place: int) -> Jet:
    value, slope = _same(float(term.coefficient), len(low)), _same(0.0, len(low))
    for power in term.powers:
        one = _of_power(power, low, high, place)
        slope = _plus(_times(slope, one.value), _times(value, one.slope))
        value = _times(value, one.value)
    return Jet(value, slope)


def _of_power(power: Power, low: FloatArray, high: FloatArray, place: int) -> Jet:
    base, p, boxes = power.base, float(power.exponent), len(low)
    if isinstance(base, int):
        inner = Jet(Interval(low[:, base], high[:, base]), _same(float(base == place), boxes))
    elif isinstance(base, Call):
        argument = _of_sum(base.argument, low, high, place)
        value, first = _FUNCTIONS.get(base.function, _nothing)(argument.value)
        value, first = _where(argument.value, value), _where(argument.value, first)
        inner = Jet(value, _times(first, argument.slope))
    else:
        inner = _of_sum(base, low, high, place)
    if p == 1:
        return inner
    first = _times(_same(p, boxes), _raised(inner.value, p - 1))
    return Jet(_raised(inner.value, p), _times(first, inner.slope))


def _plus(a: Interval, b: Interval) -> Interval:
    return _wide(a.low + b.low, a.high + b.high)


def _times(a: Interval, b: Interval) -> Interval:
    ends = np.array([one * other for one in a for other in b])
    # 0 times an end that is infinite, and so is not reached, is 0; but 0 times what may have no
    # value may have none.
    ends = np.where(np.isnan(ends), 0.0, ends)
    return _where(a, _where(b, _wide(ends.min(axis=0), ends.max(axis=0))))


def _raised(u: Interval, p: float) -> Interval:
    if p == 0:
        return _same(1.0, len(u.low))
    ends = [np.power(u.low, p), np.power(u.high, p)]
    low, high = np.minimum(*ends), np.maximum(*ends)
    across, left = (u.low < 0) & (u.high > 0), (u.low < 0) & (u.high == 0)
    unknown = (u.low == 0) & (u.high == 0) & (p < 0)
    if not p.is_integer():
        unknown |= u.low < 0
    elif p % 2 == 0:
        low = np.where(across & (p > 0), 0.0, low)
        high = np.where(across & (p < 0), np.inf, high)
    elif p < 0:
        # 1/u goes to -∞ on the left of 0.
        unknown |= across
        low = np.where(left, -np.inf, low)
        high = np.where(left, np.power(u.low, p), high)
    found = Interval(np.where(unknown, -np.inf, low), np.where(unknown, np.inf, high))
    return _where(u, _wide(*found))


def _exp(u: Interval) -> tuple[Interval, Interval]:
    value = _wide(np.exp(u.low), np.exp(u.high))
    return value, value


def _log(u: Interval) -> tuple[Interval, Interval]:
    outside = (u.low < 0) | (u.high <= 0)
    low, high = np.log(np.maximum(u.low, 0.0)), np.log(np.maximum(u.high, 0.0))
    value = Interval(np.where(outside, -np.inf, low), np.where(outside, np.inf, high))
    return _wide(*value), _raised(u, -1.0)


def _sin(u: Interval) -> tuple[Interval, Interval]:
    return _sine(u, 0.0), _sine(u, np.pi / 2)


def _cos(u: Interval) -> tuple[Interval, Interval]:
    return _sine(u, np.pi / 2), _sine(u, np.pi)


def _sine(u: Interval, shift: float) -> Interval:
    """Enclose sin(u + shift): its ends, and ±1 where a turning point may lie between."""
    low, high = u.low + shift, u.high + shift
    slack = TURNING * (1 + np.abs(low) + np.abs(high))
    ends = [np.sin(low), np.sin(high)]

    def has(turn: float) -> NDArray[np.bool_]:
        first = np.ceil((low - slack - turn) / (2 * np.pi)) * 2 * np.pi + turn
        return ~(first > high + slack)  # also where it is no number

    bottom = np.where(has(-np.pi / 2), -1.0, np.minimum(*ends))
    top = np.where(has(np.pi / 2), 1.0, np.maximum(*ends))
    # The argument is rounded, too.
    return Interval(np.maximum(bottom - slack, -1.0), np.minimum(top + slack, 1.0))


def _sinh(u: Interval) -> tuple[Interval, Interval]:
    both = _wide(np.sinh(u.low), np.sinh(u.high))
    ends = np.cosh(u.low), np.cosh(u.high)
    bottom = np.where((u.low <= 0) & (u.high >= 0), 1.0, np.minimum(*ends))
    return both, _wide(bottom, np.maximum(*ends))


def _cosh(u: Interval) -> tuple[Interval, Interval]:
    slope, value = _sinh(u)
    return value, slope


def _tanh(u: Interval) -> tuple[Interval, Interval]:
    value = _wide(np.tanh(u.low), np.tanh(u.high))
    square = _raised(value, 2.0)
    return value, Interval(np.maximum(1 - square.high, 0.0), np.maximum(1 - square.low, 0.0))


def _arctan(u: Interval) -> tuple[Interval, Interval]:
    value = _wide(np.arctan(u.low), np.arctan(u.high))
    return value, _raised(_plus(_same(1.0, len(u.low)), _raised(u, 2.0)), -1.0)


def _arcsinh(u: Interval) -> tuple[Interval, Interval]:
    value = _wide(np.arcsinh(u.low), np.arcsinh(u.high))
    return value, _raised(_plus(_same(1.0, len(u.low)), _raised(u, 2.0)), -0.5)


def _erf(u: Interval) -> tuple[Interval, Interval]:
    square = _raised(u, 2.0)
    slope, _ = _exp(Interval(-square.high, -square.low))
    erf = find_function("erf").value
    return _wide(erf(u.low), erf(u.high)), _times(_same(2 / np.sqrt(np.pi), len(u.low)), slope)


def _nothing(u: Interval) -> tuple[Interval, Interval]:
    line = Interval(np.full(len(u.low), -np.inf), np.full(len(u.low), np.inf))
    return line, line


_FUNCTIONS: Mapping[str, _Enclosed] = MappingProxyType(
    {"exp": _exp, "log": _log, "sin": _sin, "cos": _cos, "sinh": _sinh, "cosh": _cosh,
     "tanh": _tanh, "arctan": _arctan, "arcsinh": _arcsinh, "erf": _erf}
)  # fmt: skip
"""Those that are enclosed; of any other nothing is known."""


def _wide(low: FloatArray, high: FloatArray) -> Interval:
    low = np.where(np.isnan(low), -np.inf, low)
    high = np.where(np.isnan(high), np.inf, high)
    return Interval(
        low - WIDER * np.where(np.isinf(low), 0.0, np.abs(low)),
        high + WIDER * np.where(np.isinf(high), 0.0, np.abs(high)),
    )


def _where(argument: Interval, found: Interval) -> Interval:
    """Leave what is found unknown where the argument is: that may have no value at all."""
    unknown = argument.is_unknown
    return Interval(np.where(unknown, -np.inf, found.low), np.where(unknown, np.inf, found.high))


def _same(value: float, boxes: int) -> Interval:
    return Interval(np.full(boxes, value), np.full(boxes, value))
