"""One formula on one table, for many values of its measured numbers.

A fit asks for values and slopes dozens of times. What no measured number changes, as x² in a x² or
all of (1 + x)^2, is computed once, and a slope takes the values of its factors from the last point.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple, final

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic._calculus._evaluate import base_values, columns_of, raised
from nalm.symbolic._formula._formula import Call, Number, Power, Sum, sum_in
from nalm.symbolic._formula._functions import Function, find_function
from nalm.symbolic._formula._number import as_float
from nalm.symbolic._formula._parameters import parameters


class _Number(NamedTuple):
    """A coefficient or an exponent: its place among the measured numbers, or its exact value."""

    place: int | None
    value: float

    def of(self, numbers: Sequence[float]) -> float:
        return self.value if self.place is None else numbers[self.place]


@dataclass(frozen=True, slots=True)
class _Factor:
    """A power. Values of what holds no measured number are known `(rows,)`."""

    exponent: _Number
    function: Function | None
    inner: "_Terms | None"
    base: FloatArray | None
    value: FloatArray | None


@dataclass(frozen=True, slots=True)
class _Term:
    coefficient: _Number
    factors: tuple[_Factor, ...]


_Terms = tuple[_Term, ...]


class _FactorAt(NamedTuple):
    """A power with numbers: what is raised and to what, its value, and its inner sum."""

    exponent: float
    base: FloatArray
    value: FloatArray
    inner: "_SumAt | None"


class _SumAt(NamedTuple):
    values: FloatArray
    coefficients: list[float]
    factors: list[list[_FactorAt]]


@final
class FormulaOnRows:
    """The values and slopes of a formula on some rows, as functions of its measured numbers.

    Bit for bit those of `evaluate` and `jacobian` of the formula with these numbers.

    Args:
        formula: The form; its exact numbers stay.
        x: Inputs `(rows, inputs)`.

    Raises:
        InvalidValueError: If `x` is not a table or has fewer inputs than the formula.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product
        >>> square = Sum((Product(2.0, (Power(0, Fraction(2)),)),))
        >>> on_rows = FormulaOnRows(square, np.array([[3.0]]))
        >>> on_rows.values(np.array([5.0])), on_rows.jacobian(np.array([5.0]))
        (array([45.]), array([[9.]]))
    """

    def __init__(self, formula: Sum, x: FloatArray) -> None:
        self._columns = columns_of(x)
        self._count = len(parameters(formula))
        self._zeros = np.zeros(self._columns.shape[1])
        with np.errstate(all="ignore"):
            self._terms = self._prepared(formula, count())
        self._latest: tuple[list[float], _SumAt] | None = None

    def values(self, numbers: FloatArray) -> FloatArray:
        """Compute the values `(rows,)` with these numbers `(parameters,)`."""
        with np.errstate(all="ignore"):
            return self._at(numbers).values

    def jacobian(self, numbers: FloatArray) -> FloatArray:
        """Compute the derivatives `(rows, parameters)` with these numbers `(parameters,)`."""
        out = np.empty((self._count, len(self._zeros)))
        with np.errstate(all="ignore"):
            _differentiate(self._terms, self._at(numbers), out)
        return out.T

    def _prepared(self, formula: Sum, places: Iterator[int]) -> _Terms:
        return tuple(
            _Term(
                _number(term.coefficient, places),
                tuple(self._factor(power, places) for power in term.powers),
            )
            for term in formula.terms
        )

    def _factor(self, power: Power, places: Iterator[int]) -> _Factor:
        exponent = _number(power.exponent, places)
        argument = sum_in(power.base)
        function = find_function(power.base.function) if isinstance(power.base, Call) else None
        if argument is not None and len(parameters(argument)):
            return _Factor(exponent, function, self._prepared(argument, places), None, None)
        base = base_values(power, self._columns)
        value = raised(base, exponent.value) if exponent.place is None else None
        return _Factor(exponent, function, None, base, value)

    def _at(self, numbers: FloatArray) -> _SumAt:
        asked = numbers.tolist()
        if self._latest is None or self._latest[0] != asked:
            self._latest = asked, self._sum_at(self._terms, asked)
        return self._latest[1]

    def _sum_at(self, terms: _Terms, numbers: Sequence[float]) -> _SumAt:
        total = self._zeros.copy()
        coefficients: list[float] = []
        factors: list[list[_FactorAt]] = []
        for term in terms:
            product: FloatArray | float = term.coefficient.of(numbers)
            coefficients.append(product)
            factors.append([self._factor_at(factor, numbers) for factor in term.factors])
            for factor in factors[-1]:
                product = factor.value * product
            total += product
        return _SumAt(total, coefficients, factors)

    def _factor_at(self, factor: _Factor, numbers: Sequence[float]) -> _FactorAt:
        exponent = factor.exponent.of(numbers)
        if factor.base is not None:
            value = raised(factor.base, exponent) if factor.value is None else factor.value
            return _FactorAt(exponent, factor.base, value, None)
        assert factor.inner is not None
        inner = self._sum_at(factor.inner, numbers)
        base = inner.values if factor.function is None else factor.function.value(inner.values)
        return _FactorAt(exponent, base, raised(base, exponent), inner)


def _number(number: Number, places: Iterator[int]) -> _Number:
    return _Number(next(places) if isinstance(number, float) else None, as_float(number))


def _differentiate(terms: _Terms, at: _SumAt, out: FloatArray) -> int:
    """Fill the first rows of `out`; return how many."""
    filled = 0
    for term, coefficient, factors in zip(terms, at.coefficients, at.factors, strict=True):
        values = [factor.value for factor in factors]
        if term.coefficient.place is not None:
            out[filled] = product_of(values, 1.0)
            filled += 1
        for i, factor in enumerate(term.factors):
            if factor.value is not None:
                continue
            # Without a division by the factor, which may be 0.
            others = product_of(values[:i] + values[i + 1 :], coefficient)
            filled += _differentiate_factor(factor, factors[i], out[filled:], others=others)
    return filled


def _differentiate_factor(
    factor: _Factor, at: _FactorAt, out: FloatArray, *, others: FloatArray | float
) -> int:
    filled = 0
    if factor.exponent.place is not None:
        by_exponent = at.value * np.log(at.base)
        # bᵖ ln b is 0 · -∞ in floating point at b = 0; for p > 0 its limit is 0.
        by_exponent[at.base == 0] = 0.0 if at.exponent > 0 else math.nan
        out[0] = others * by_exponent
        filled = 1
    if factor.inner is None or at.inner is None:
        return filled
    # The chain rule, in place: the rows hold the derivatives of the inner sum.
    inner = _differentiate(factor.inner, at.inner, out[filled:])
    rows, slope = out[filled : filled + inner], others * power_slope(at.base, at.exponent)
    if factor.function is not None:
        rows *= slope_beside(rows, factor.function.derivative(at.inner.values))
    rows *= slope_beside(rows, slope)
    return filled + inner


def slope_beside(inner: FloatArray, slope: FloatArray | float) -> FloatArray | float:
    """Return a slope, and 0 where it is infinite and the derivative inside is 0.

    What does not change the argument changes nothing, however steep the outside is there.
    """
    steep = np.isinf(slope)
    return np.where((inner == 0) & steep, 0.0, slope) if np.any(steep) else slope


def power_slope(base: FloatArray, exponent: float) -> FloatArray | float:
    """Differentiate bᵖ by b; infinite at b = 0 where 0 < p < 1."""
    if exponent == 1:
        return 1.0
    if exponent == 0:
        return np.where(np.isnan(base), math.nan, 0.0)
    slope = exponent * raised(base, exponent - 1)
    if 0 < exponent < 1:
        # b^(p-1) has a negative exponent there, which evaluates to NaN; the slope is infinite.
        slope[base == 0] = math.inf
    return slope


def product_of(values: list[FloatArray], start: float) -> FloatArray | float:
    """Multiply a number with some columns."""
    result: FloatArray | float = start
    for value in values:
        result = value * result
    return result
