"""Exponents of inputs that only take two values, a and -a, as in coded designs of experiments.

    x³ = a² x,   1/x = x/a²,   x² = a²

The rows cannot tell these apart. A formula with the exponents 0 and 1 stands for all: it has
a value between the two levels, too.
"""

from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import Power, Product, Sum, with_sum

FIRST = 8
"""Rows that show of most inputs that they take more values."""


def with_levels(formula: Sum, x: FloatArray) -> Sum:
    """Write the whole exponents of inputs with two levels as 0 or 1.

    Args:
        formula: To be written.
        x: Inputs `(rows, inputs)`.

    Example:
        >>> from nalm.symbolic import to_text
        >>> x = np.array([[-2.0], [2.0]])
        >>> to_text(with_levels(Sum((Product(8.0, (Power(0, Fraction(-1)),)),)), x), ["x"])
        '2*x'
    """
    for rows in (x[:FIRST], x):
        sizes = np.abs(rows)
        two = (sizes == sizes[0]).all(axis=0)
        if not two.any():
            return formula
    return _written(formula, np.where(two, sizes[0], np.nan))


def _written(formula: Sum, sizes: FloatArray) -> Sum:
    return Sum(tuple(_product(term, sizes) for term in formula.terms))


def _product(term: Product, sizes: FloatArray) -> Product:
    coefficient, powers = term.coefficient, list[Power]()
    for power in term.powers:
        base, exponent = power.base, power.exponent
        if not isinstance(base, int):
            powers.append(Power(with_sum(base, lambda inner: _written(inner, sizes)), exponent))
            continue
        if np.isnan(sizes[base]) or exponent != int(exponent):
            powers.append(power)
            continue
        exponent = Fraction(int(exponent))
        rest = exponent % 2
        if exponent != rest and sizes[base] != 1:
            coefficient = float(coefficient) * float(sizes[base]) ** int(exponent - rest)
        powers += [Power(base, rest)] * (rest != 0)
    return Product(coefficient, tuple(powers))
