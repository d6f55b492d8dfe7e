"""The measured numbers of a formula as one vector."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count

import numpy as np

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.symbolic._formula._fold import with_numbers
from nalm.symbolic._formula._formula import Number, Sum, sum_in


def parameters(formula: Sum) -> FloatArray:
    """Collect the measured coefficients and exponents.

    Depth first: of each term its coefficient, then of each of its powers the exponent and, where
    the base is a sum or a function of one, that sum's. Exact numbers, which are fractions, are left
    out.

    Args:
        formula: Whose numbers are collected.

    Returns:
        Values `(parameters,)`.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product, Sum, parameters
        >>> parameters(Sum((Product(2.5, (Power(0, 1.9), Power(1, Fraction(2)))),)))
        array([2.5, 1.9])
    """
    return np.array(list(_measured(formula)), dtype=np.float64)


def with_parameters(formula: Sum, values: FloatArray | Sequence[float]) -> Sum:
    """Replace the measured numbers, in the order of `parameters`.

    Args:
        formula: The form; its exact numbers stay.
        values: New values `(parameters,)`.

    Returns:
        The formula with these values.

    Raises:
        InvalidValueError: If there are more or fewer values than measured numbers.

    Example:
        >>> from nalm.symbolic import Product, Sum, with_parameters
        >>> with_parameters(Sum((Product(2.5),)), [3.5])
        Sum(terms=(Product(coefficient=3.5, powers=()),))
    """
    new = np.asarray(values, dtype=np.float64)
    expected = sum(1 for _ in _measured(formula))
    if new.shape != (expected,):
        raise InvalidValueError(
            f"values should have the shape ({expected},), one value per measured number, "
            f"found {new.shape}; give them in the order of parameters(formula)."
        )
    left = iter(new.tolist())
    return with_numbers(formula, lambda old: next(left) if isinstance(old, float) else old)


def with_measured(formula: Sum, change: Callable[[int, float], Number]) -> Sum:
    """Put something else, such as an exact number, in the place of measured numbers.

    Args:
        formula: The form; its exact numbers stay.
        change: Returns what stands instead, given the place among `parameters` and the number.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product, Sum, to_text, with_measured
        >>> curve = Sum((Product(2.5, (Power(0, 1.98),)),))
        >>> to_text(with_measured(curve, lambda k, old: Fraction(2) if k == 1 else old), ["x"])
        '2.5*x^2'
    """
    places = count()
    return with_numbers(
        formula, lambda old: change(next(places), old) if isinstance(old, float) else old
    )


def _measured(formula: Sum) -> Iterator[float]:
    for term in formula.terms:
        if isinstance(term.coefficient, float):
            yield term.coefficient
        for power in term.powers:
            if isinstance(power.exponent, float):
                yield power.exponent
            if (inner := sum_in(power.base)) is not None:
                yield from _measured(inner)
