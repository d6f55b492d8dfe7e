"""What a formula is like where one input goes to infinity: c |x|ᵖ, read off its structure.

A formula of powers, exp, log, hyperbolic functions and arctan has a derivative that is like the
derivative of what it is like itself (G. H. Hardy (1910), "Orders of Infinity"), so that slopes are
read off as well.
"""

from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import Call, Power, Product, Sum, as_formula, evaluate

CANCELLED = 1e-12
"""Share of the largest leading term that is rounding of a sum in which leading terms cancel."""
_BOUNDED = ("tanh", "arctan", "erf")
"""Functions that have a value at infinity."""
_LIKE_ITS_ARGUMENT = ("sin", "tan", "sinh", "tanh", "arcsin", "arctan", "arcsinh")
"""Functions with F(u) ≈ u near 0."""


class _Growth(NamedTuple):
    """c |x|ᵖ; p is ±∞ of an exponential. Of a sum whose leading terms cancel, c is 0."""

    factor: float
    order: float

    @property
    def limit(self) -> float:
        if self.order < 0:
            return 0.0
        return self.factor if self.order == 0 else float(np.sign(self.factor)) * np.inf


def limit(formula: Sum, x: FloatArray, *, place: int) -> float:
    """Return the limit of a formula; NaN where its structure does not say, or there is none.

    Args:
        formula: Any formula.
        x: Values of all inputs `(inputs,)`, infinite at the place.
        place: Of the input that goes to infinity.

    Example:
        >>> from nalm.symbolic import read_form
        >>> limit(read_form("3*t/(2 + t)", ["t"]).formula, np.array([np.inf]), place=0)
        3.0
    """
    found = _growth(formula, x, place)
    return np.nan if found is None else found.limit


def limit_of_slope(formula: Sum, x: FloatArray, *, place: int) -> float:
    """Return the limit of ∂f/∂x for the input that goes to infinity; NaN as `limit` does.

    Args:
        formula: Any formula.
        x: Values of all inputs `(inputs,)`, infinite at the place.
        place: Of the input.

    Example:
        >>> from nalm.symbolic import read_form
        >>> limit_of_slope(read_form("3*t + 1/t", ["t"]).formula, np.array([np.inf]), place=0)
        3.0
    """
    found = _growth(formula, x, place)
    if found is None:
        return np.nan
    if found.order < 1:
        return 0.0
    return found.factor * float(np.sign(x[place])) if found.order == 1 else np.nan


def _growth(formula: Sum, x: FloatArray, place: int) -> _Growth | None:
    """Return what a formula is like; None also where leading terms cancel that grow."""
    with np.errstate(all="ignore"):
        found = _of_sum(formula, x, place)
    return None if found is not None and found.factor == 0 and found.order > 0 else found


def _of_sum(formula: Sum, x: FloatArray, place: int) -> _Growth | None:
    terms: list[_Growth] = []
    for term in formula.terms:
        one = _of_product(term, x, place)
        if one is None:
            return None
        if one.factor:  # else it is 0 all along
            terms.append(one)
    order = max((each.order for each in terms), default=0.0)
    leading = [each.factor for each in terms if each.order == order]
    if order == np.inf and len(leading) > 1:
        return None  # two exponentials: which of them is larger is not known
    total = sum(leading)
    cancelled = len(leading) > 1 and abs(total) <= CANCELLED * max(map(abs, leading))
    return _Growth(0.0 if cancelled else total, order)


def _of_product(term: Product, x: FloatArray, place: int) -> _Growth | None:
    factor, order = float(term.coefficient), 0.0
    for power in term.powers:
        one = _of_power(power, x, place)
        if one is None or (np.isinf(one.order) and np.isinf(order) and one.order != order):
            return None
        factor, order = factor * one.factor, order + one.order
    return _Growth(factor, order) if np.isfinite(factor) else None


def _of_power(power: Power, x: FloatArray, place: int) -> _Growth | None:
    base, exponent = power.base, float(power.exponent)
    if base == place:
        inner: _Growth | None = _Growth(float(np.sign(x[place])), 1.0)
    elif isinstance(base, int):
        inner = _Growth(float(x[base]), 0.0)
    elif isinstance(base, Call):
        inner = _of_call(base, x, place)
    else:
        inner = _of_nested(base, x, place)
    if inner is None:
        return None
    factor = float(np.float64(inner.factor) ** exponent)
    return _Growth(factor, inner.order * exponent) if np.isfinite(factor) else None


def _of_nested(formula: Sum, x: FloatArray, place: int) -> _Growth | None:
    """Return what a sum inside a formula is like; None also where its leading terms cancel."""
    found = _of_sum(formula, x, place)
    return found if found is not None and found.factor else None


def _of_call(call: Call, x: FloatArray, place: int) -> _Growth | None:
    inner = _of_nested(call.argument, x, place)
    if inner is None:
        return None
    if call.function == "exp" and np.isinf(inner.limit):
        return _Growth(1.0, inner.limit)
    if call.function in ("sinh", "cosh") and np.isinf(inner.limit):
        return _Growth(np.sign(inner.limit) / 2 if call.function == "sinh" else 0.5, np.inf)
    if np.isinf(inner.limit) and call.function not in _BOUNDED:
        return None
    if inner.order < 0 and call.function in _LIKE_ITS_ARGUMENT:
        return inner
    value = evaluate(as_formula(Call(call.function, as_formula(0))), np.array([[inner.limit]]))[0]
    return _Growth(float(value), 0.0) if np.isfinite(value) and value else None
