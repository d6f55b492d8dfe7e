"""The derivatives of a formula by its measured numbers."""

import math

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic._calculus._evaluate import base_values, columns_of, raised, sum_values
from nalm.symbolic._formula._formula import Call, Power, Product, Sum
from nalm.symbolic._formula._functions import find_function
from nalm.symbolic._formula._number import as_float
from nalm.symbolic._formula._parameters import parameters


def jacobian(formula: Sum, x: FloatArray) -> FloatArray:
    r"""Differentiate the values of a formula by its parameters, analytically.

    $$\frac{\partial y}{\partial c} = \prod_j b_j^{p_j}, \qquad
      \frac{\partial y}{\partial p_i} = c \prod_j b_j^{p_j} \ln b_i, \qquad
      \frac{\partial y}{\partial b_i} = c\, p_i b_i^{p_i - 1} \prod_{j \ne i} b_j^{p_j}$$

    An entry is NaN where the derivative has no value: besides the rows without a value of the
    formula, where a measured exponent is an integer and its base is negative, since a
    neighbouring exponent has no power there. At b = 0 the derivative by p > 0 is its limit, 0.

    Args:
        formula: What is differentiated.
        x: Inputs `(rows, inputs)`.

    Returns:
        Derivatives `(rows, parameters)`, columns in the order of `parameters`.

    Raises:
        InvalidValueError: If `x` is not a table or has fewer inputs than the formula.

    Example:
        >>> from fractions import Fraction
        >>> import numpy as np
        >>> from nalm.symbolic import Power, Product, Sum, jacobian
        >>> jacobian(Sum((Product(2.0, (Power(0, Fraction(2)),)),)), np.array([[3.0]]))
        array([[9.]])
    """
    columns = columns_of(x)
    rows = np.empty((len(parameters(formula)), columns.shape[1]))
    with np.errstate(all="ignore"):
        _differentiate(formula, columns, rows)
    return rows.T


def _differentiate(formula: Sum, columns: FloatArray, out: FloatArray) -> int:
    """Fill the first rows of `out`; return how many."""
    filled = 0
    for term in formula.terms:
        filled += _differentiate_product(term, columns, out[filled:])
    return filled


def _differentiate_product(term: Product, columns: FloatArray, out: FloatArray) -> int:
    bases = [base_values(power, columns) for power in term.powers]
    values = [
        raised(base, as_float(power.exponent))
        for base, power in zip(bases, term.powers, strict=True)
    ]
    filled = 0
    if isinstance(term.coefficient, float):
        out[0] = product_of(values, 1.0)
        filled = 1
    for i, power in enumerate(term.powers):
        if not isinstance(power.exponent, float) and isinstance(power.base, int):
            continue
        # Without a division by the factor, which may be 0.
        others = product_of(values[:i] + values[i + 1 :], as_float(term.coefficient))
        filled += _differentiate_power(
            power, columns, out[filled:], base=bases[i], value=values[i], others=others
        )
    return filled


def _differentiate_power(
    power: Power,
    columns: FloatArray,
    out: FloatArray,
    *,
    base: FloatArray,
    value: FloatArray,
    others: FloatArray | float,
) -> int:
    exponent = as_float(power.exponent)
    filled = 0
    if isinstance(power.exponent, float):
        by_exponent = value * np.log(base)
        # bᵖ ln b is 0 · -∞ in floating point at b = 0; for p > 0 its limit is 0.
        by_exponent[base == 0] = 0.0 if exponent > 0 else math.nan
        out[0] = others * by_exponent
        filled = 1
    if not isinstance(power.base, int):
        inner = _differentiate_base(power.base, columns, out[filled:])
        # The chain rule, in place: the rows already hold the derivatives of the base.
        rows, slope = out[filled : filled + inner], others * power_slope(base, exponent)
        steep = np.isinf(slope)
        if steep.any():
            # What does not change the base changes nothing, however steep the power is there.
            slope = np.where((rows == 0) & steep, 0.0, slope)
        rows *= slope
        filled += inner
    return filled


def _differentiate_base(base: Sum | Call, columns: FloatArray, out: FloatArray) -> int:
    if isinstance(base, Sum):
        return _differentiate(base, columns, out)
    filled = _differentiate(base.argument, columns, out)
    out[:filled] *= find_function(base.function).derivative(sum_values(base.argument, columns))
    return filled


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
