"""The noise models: how large the noise of each row is, up to a factor that all rows share."""

from enum import Enum

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import Sum, evaluate, gradient


class Noise(Enum):
    """Whose size the residuals share."""

    CONSTANT = "constant"  # y = f(x) + σ ε
    RELATIVE = "relative"  # y = f(x) (1 + σ ε)
    # Errors in all variables: y = f(ξ) (1 + σ ε₀), xⱼ = ξⱼ (1 + σ εⱼ), as of rounding to digits.
    VARIABLES = "variables"


def noise_size(formula: Sum, x: FloatArray, *, noise: Noise) -> FloatArray:
    r"""Return $g_r$ of $y_r = f(x_r) + \sigma g_r \varepsilon_r$, the rows' noise in units of σ.

    $$g_r = 1, \qquad g_r = |f_r|, \qquad
      g_r = \sqrt{f_r^2 + \sum_j \Bigl(x_{rj} \frac{\partial f}{\partial x_j}\Bigr)^2}$$

    for constant noise, relative noise, and errors of the same relative size in all variables, which
    the formula carries on to y by its slopes to first order (the effective variance
    of Orear, *Least squares when both variables have uncertainties*, 1982).

    Args:
        formula: f.
        x: Inputs `(rows, inputs)`.
        noise: Whose size the residuals share.

    Returns:
        `(rows,)`, NaN where the formula has no value, or its slope none.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product
        >>> square = Sum((Product(Fraction(1), (Power(0, Fraction(2)),)),))
        >>> noise_size(square, np.array([[3.0]]), noise=Noise.VARIABLES)  # 9² + (3 * 6)²
        array([20.1246118])
    """
    if noise is Noise.CONSTANT:
        return np.ones(len(x))
    value = np.abs(evaluate(formula, x))
    if noise is Noise.RELATIVE:
        return value
    with np.errstate(all="ignore"):
        carried = np.where(x == 0, 0.0, x * gradient(formula, x))  # a slope may be infinite there
        shares = np.column_stack([value, carried])
        largest = np.maximum(np.abs(shares).max(axis=1, keepdims=True), np.finfo(float).tiny)
        return largest[:, 0] * np.linalg.norm(shares / largest, axis=1)
