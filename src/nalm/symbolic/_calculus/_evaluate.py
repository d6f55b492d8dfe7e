"""The values of a formula."""

import math

import numpy as np

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.symbolic._formula._formula import Call, Power, Product, Sum
from nalm.symbolic._formula._functions import find_function
from nalm.symbolic._formula._number import as_float

_BY_SQUARING = 16  # up to here, products are faster than `pow` and lose less than 16 ulp


def evaluate(formula: Sum, x: FloatArray) -> FloatArray:
    r"""Compute y = Σₖ cₖ Πⱼ bⱼ^(pₖⱼ) for every row, in double precision.

    An exponent with the value of an integer, exact or measured, takes a base of either sign; any
    other needs a base ≥ 0, and a negative one a base ≠ 0. Elsewhere the value is NaN: no
    operator is protected and nothing warns. What is too large becomes an infinity. A function has
    no value outside its domain, as the logarithm of 0.

    Args:
        formula: What to compute.
        x: Inputs `(rows, inputs)`.

    Returns:
        Values `(rows,)`.

    Raises:
        InvalidValueError: If `x` is not a table or has fewer inputs than the formula.

    Example:
        >>> import numpy as np
        >>> from nalm.symbolic import Power, Product, Sum, evaluate
        >>> root = Sum((Product(2.0, (Power(0, 0.5),)),))
        >>> evaluate(root, np.array([[4.0], [-4.0]]))
        array([ 4., nan])
    """
    with np.errstate(all="ignore"):
        return sum_values(formula, columns_of(x))


def columns_of(x: FloatArray) -> FloatArray:
    """Turn a table `(rows, inputs)` into contiguous columns `(inputs, rows)`."""
    x = np.asarray(x, dtype=np.float64)
    if x.ndim != 2:
        raise InvalidValueError(
            f"x should have the shape (rows, inputs), found {x.shape}; "
            "write x.reshape(-1, 1) for one input."
        )
    return np.ascontiguousarray(x.T)


# These loops and those of the derivatives are not a `Fold`: it keeps the values of all factors of a
# term until they are multiplied, which takes a quarter longer for some hundred rows.
def sum_values(formula: Sum, columns: FloatArray) -> FloatArray:
    """Add the terms `(rows,)`; the caller silences NumPy's warnings."""
    total = np.zeros(columns.shape[1])
    for term in formula.terms:
        total += product_values(term, columns)
    return total


def product_values(term: Product, columns: FloatArray) -> FloatArray | float:
    """Multiply coefficient and powers; a constant stays a number."""
    value: FloatArray | float = as_float(term.coefficient)
    for power in term.powers:
        value = raised(base_values(power, columns), as_float(power.exponent)) * value
    return value


def base_values(power: Power, columns: FloatArray) -> FloatArray:
    """Compute what is raised: an input's column, the values of a sum or of a function."""
    base = power.base
    if isinstance(base, Sum):
        return sum_values(base, columns)
    if isinstance(base, Call):
        return find_function(base.function).value(sum_values(base.argument, columns))
    if not 0 <= base < len(columns):
        raise InvalidValueError(
            f"x should have a column for every input of the formula, found {len(columns)} "
            f"columns and the input number {base}; give the inputs it was made for."
        )
    return columns[base]


def raised(base: FloatArray, exponent: float) -> FloatArray:
    """Compute bᵖ: NaN where b < 0 and p is not an integer, or b = 0 and p < 0."""
    if exponent == 1:
        return base
    if not (abs(exponent) <= _BY_SQUARING and (2 * exponent).is_integer()):
        value = np.power(base, exponent)
        if exponent < 0:
            value[base == 0] = math.nan
        return value
    times = abs(exponent)
    if not exponent.is_integer():
        # A half power as powers of the root, which is exact to half a unit and faster than `pow`.
        # Before the division: the reciprocal of a subnormal number overflows, that of its root not.
        base, times = np.sqrt(base), 2 * times
    if exponent < 0:
        # NaN before the division: 1/0 would be an infinity, and a further power could make it 0.
        base = 1 / np.where(base == 0, math.nan, base)
    return _multiplied(base, round(times))


def _multiplied(base: FloatArray, times: int) -> FloatArray:
    if times == 0:
        return np.where(np.isnan(base), math.nan, 1.0)  # a base without a value has no power
    result: FloatArray | None = None
    while times:
        if times & 1:
            result = base if result is None else result * base
        times >>= 1
        if times:
            base = base * base
    assert result is not None
    return result
