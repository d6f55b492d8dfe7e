"""Formulas that share terms, written out one by one."""

from collections.abc import Sequence
from fractions import Fraction

from nalm._typing import FloatArray
from nalm.symbolic import Number, Product, Sum


def balanced(terms: Sequence[Sum], balance: FloatArray) -> tuple[Sum, ...]:
    r"""Write $\sum_k B_{ik}\, \varphi_k$ as one formula for every i.

    Args:
        terms: The formulas φ.
        balance: The factors B `(outputs, terms)`; a φ with the factor 0 leaves no trace.

    Returns:
        One formula per output.

    Example:
        >>> import numpy as np
        >>> from nalm.symbolic import Power, to_text
        >>> flow = Sum((Product(0.5, (Power(0, Fraction(1)),)),))
        >>> [to_text(each, ["x"]) for each in balanced([flow], np.array([[-1.0], [1.0]]))]
        ['-0.5*x', '0.5*x']
    """
    return tuple(
        Sum(
            tuple(
                Product(_times(term.coefficient, float(factor)), term.powers)
                for formula, factor in zip(terms, row, strict=True)
                if factor
                for term in formula.terms
            )
        )
        for row in balance
    )


def _times(number: Number, factor: float) -> Number:
    # Factors are small whole numbers, which a float holds exactly: exact numbers stay exact.
    return number * Fraction(factor) if isinstance(number, Fraction) else number * factor
