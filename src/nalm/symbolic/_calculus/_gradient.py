"""The derivatives of a formula by its inputs."""

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic._calculus._evaluate import base_values, columns_of, raised, sum_values
from nalm.symbolic._calculus._on_rows import power_slope, product_of, slope_beside
from nalm.symbolic._formula._formula import Call, Product, Sum
from nalm.symbolic._formula._functions import find_function
from nalm.symbolic._formula._number import as_float


def gradient(formula: Sum, x: FloatArray) -> FloatArray:
    r"""Differentiate the values of a formula by its inputs, analytically.

    $$\frac{\partial y}{\partial x_j} = \sum_k c_k \sum_i p_{ki}\, b_{ki}^{p_{ki} - 1}
      \frac{\partial b_{ki}}{\partial x_j} \prod_{l \ne i} b_{kl}^{p_{kl}}$$

    with b an input, such a sum again or a function of one, F(u)' = F'(u) u'.
    An entry is NaN where the formula has no value, and may be
    infinite at b = 0, as that of √x is at x = 0.

    Args:
        formula: What is differentiated.
        x: Inputs `(rows, inputs)`.

    Returns:
        Derivatives `(rows, inputs)`.

    Raises:
        InvalidValueError: If `x` is not a table or has fewer inputs than the formula.

    Example:
        >>> from fractions import Fraction
        >>> import numpy as np
        >>> from nalm.symbolic import Power, Product, Sum, gradient
        >>> square = Product(5.0, (Power(0, Fraction(2)), Power(1, Fraction(1))))
        >>> gradient(Sum((square,)), np.array([[3.0, 2.0]]))
        array([[60., 45.]])
    """
    with np.errstate(all="ignore"):
        return _of_sum(formula, columns_of(x)).T


def _of_sum(formula: Sum, columns: FloatArray) -> FloatArray:
    total = np.zeros_like(columns)
    for term in formula.terms:
        _add_product(term, columns, total)
    return total


def _add_product(term: Product, columns: FloatArray, total: FloatArray) -> None:
    bases = [base_values(power, columns) for power in term.powers]
    exponents = [as_float(power.exponent) for power in term.powers]
    values = list(map(raised, bases, exponents))
    for i, power in enumerate(term.powers):
        others = product_of(values[:i] + values[i + 1 :], as_float(term.coefficient))
        slope = others * power_slope(bases[i], exponents[i])
        if not isinstance(power.base, int):
            inner = _of_base(power.base, columns)
            # Inputs that the sum does not depend on have the derivative 0; times an infinite slope
            # it would be NaN. The rule also gives √(x²) the slope 0 at x = 0, between its one-sided
            # ones.
            total += slope_beside(inner, slope) * inner
        else:
            total[power.base] += slope


def _of_base(base: Sum | Call, columns: FloatArray) -> FloatArray:
    if isinstance(base, Sum):
        return _of_sum(base, columns)
    slope = find_function(base.function).derivative(sum_values(base.argument, columns))
    inner = _of_sum(base.argument, columns)
    return slope_beside(inner, slope) * inner
