"""The derivatives of a formula by its measured numbers."""

from nalm._typing import FloatArray
from nalm.symbolic._calculus._on_rows import FormulaOnRows
from nalm.symbolic._formula._formula import Sum
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
    return FormulaOnRows(formula, x).jacobian(parameters(formula))
