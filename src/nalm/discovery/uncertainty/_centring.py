r"""Coefficients in the middle of the data, where they do not hang on the exponents.

In $c\,x^p$ the coefficient is the value at x = 1, perhaps far from any datum: there c and p are
correlated, the posterior is curved, and a prior flat in c depends on the unit of x. The value in
the middle, $c' = c\,\tilde x^p$ with the geometric mean $\tilde x$, has none of these problems.
"""

from collections.abc import Iterator

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.uncertainty._free_parameters import free_parameters, input_names
from nalm.symbolic import Power, Product, Sum, as_formula, evaluate, sum_in


def centring(formula: Sum, x: FloatArray) -> FloatArray:
    r"""Find the matrix L of $\theta' = \theta \odot e^{L\theta}$.

    Its inverse is $\theta = \theta' \odot e^{-L\theta'}$. A row of a coefficient holds the mean
    logarithm of each base in its term that has a measured exponent; the other entries are 0, so
    exponents are unchanged.

    Args:
        formula: At the values of its parameters, which the means over sums are taken at.
        x: Inputs `(rows, inputs)`.

    Returns:
        L, `(parameters, parameters)`.
    """
    size = len(free_parameters(formula, input_names(x.shape[1])))
    matrix = np.zeros((size, size))
    _fill(formula, x, matrix, iter(range(size)))
    return matrix


def centred(theta: FloatArray, *, matrix: FloatArray) -> FloatArray:
    """Turn a formula's parameters `(*draws, parameters)` into centred ones."""
    with np.errstate(all="ignore"):
        return theta * np.exp(theta @ matrix.T)


def uncentred(theta: FloatArray, *, matrix: FloatArray) -> FloatArray:
    """Turn centred parameters `(*draws, parameters)` into those of the formula."""
    with np.errstate(all="ignore"):
        # The columns of L that are not 0 are those of exponents, which centring does not change.
        # So L θ' = L θ, and the inverse needs no iteration.
        return theta * np.exp(-(theta @ matrix.T))


def uncentring_slope(theta: FloatArray, *, matrix: FloatArray) -> FloatArray:
    """Differentiate `uncentred` at centred parameters `(parameters,)`."""
    # Of θᵢ = θ'ᵢ exp(-Σⱼ Lᵢⱼ θ'ⱼ): ∂θᵢ/∂θ'ⱼ = exp(…) δᵢⱼ - θᵢ Lᵢⱼ.
    factor = np.exp(-(matrix @ theta))
    return np.diag(factor) - (theta * factor)[:, None] * matrix


def _fill(formula: Sum, x: FloatArray, matrix: FloatArray, columns: Iterator[int]) -> None:
    for term in formula.terms:
        _fill_product(term, x, matrix, columns)


def _fill_product(term: Product, x: FloatArray, matrix: FloatArray, columns: Iterator[int]) -> None:
    # The order is that of `nalm.symbolic.parameters`: coefficient, exponent, what is inside.
    row = next(columns) if isinstance(term.coefficient, float) else None
    for power in term.powers:
        if isinstance(power.exponent, float):
            column = next(columns)
            if row is not None:
                matrix[row, column] = _mean_log(power, x)
        if (inner := sum_in(power.base)) is not None:
            _fill(inner, x, matrix, columns)


def _mean_log(power: Power, x: FloatArray) -> float:
    with np.errstate(all="ignore"):
        base = evaluate(as_formula(power.base), x)
    # A base that is not positive has no geometric mean; its exponent is then left uncentred.
    return float(np.log(base).mean()) if bool((base > 0).all()) else 0.0
