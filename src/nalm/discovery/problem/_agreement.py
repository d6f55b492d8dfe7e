"""Measured exponents with which the units of a formula agree, where constants have none.

What units ask of the measured exponents p of a formula is linear, A p = b, as long as no measured
exponent stands on a sum that has a unit and measured exponents itself.
"""

# What SciPy gives back has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from fractions import Fraction

import numpy as np
from scipy.linalg import null_space

from nalm._typing import FloatArray
from nalm.discovery.problem._constant_units import constant_units
from nalm.discovery.problem._problem import Dimensions, Units
from nalm.discovery.problem._unit_powers import ROUNDING
from nalm.discovery.rewriting._properties import numbers_of
from nalm.symbolic import Sum, parameters, with_parameters

STEPS = 3
"""Of Newton's method; where the conditions are linear, the first is exact."""


def in_agreement(formula: Sum, dimensions: Dimensions) -> Sum | None:
    """Change measured exponents as little as possible, so that all units agree.

    A formula without inputs is a baseline, and may have any unit.

    Args:
        formula: Any formula.
        dimensions: Of the inputs and the target.

    Returns:
        The formula, if it agrees already; None if there are no such exponents.

    Example:
        >>> from nalm.symbolic import Power, Product, to_text
        >>> ratio = Sum((Product(2.0, (Power(0, 0.5), Power(1, -0.4))),))
        >>> metres = Dimensions(inputs=((Fraction(1), Fraction(1)),), target=(Fraction(0),))
        >>> to_text(in_agreement(ratio, metres), ["a", "b"])
        '2*a^0.45/b^0.45'
    """
    if not any(term.powers for term in formula.terms):
        return formula
    for _ in range(STEPS):
        missing = _disagreement(formula, dimensions)
        if not missing.any():
            return formula
        step = np.linalg.lstsq(_conditions(formula, dimensions), missing, rcond=1e-9)[0]
        formula = with_parameters(formula, parameters(formula) - step)
    return None if _disagreement(formula, dimensions).any() else formula


def open_directions(formula: Sum, dimensions: Dimensions | None) -> FloatArray | None:
    """Find the directions of the measured numbers in which units go on agreeing.

    Args:
        formula: Whose units agree.
        dimensions: Of the inputs and the target; None where they are not known.

    Returns:
        Orthonormal columns `(numbers, directions)`; None where all numbers are free.

    Example:
        >>> from nalm.symbolic import Power, Product
        >>> ratio = Sum((Product(2.0, (Power(0, 0.5), Power(1, -0.5))),))
        >>> metres = Dimensions(inputs=((Fraction(1), Fraction(1)),), target=(Fraction(0),))
        >>> open_directions(ratio, metres).shape
        (3, 2)
    """
    exponents = np.flatnonzero(_measured_exponents(formula))
    if dimensions is None or not len(exponents):
        return None
    conditions = _conditions(formula, dimensions)[:, exponents]
    if not conditions.any():
        return None
    # Constants are free, and stay columns of their own: mixed with exponents they would be of all
    # sizes.
    within = np.asarray(null_space(conditions), dtype=np.float64)
    count = len(_measured_exponents(formula))
    free = np.delete(np.eye(count), exponents, axis=1)
    directions = np.zeros((count, within.shape[1]))
    directions[exponents] = within
    return np.hstack([free, directions])


def _measured_exponents(formula: Sum) -> list[bool]:
    return [exponent for number, exponent in numbers_of(formula) if isinstance(number, float)]


def _disagreement(formula: Sum, dimensions: Dimensions) -> FloatArray:
    """Return the unit that each number would have to carry, as exponents of base units.

    What rounding leaves is 0.
    """
    bases = [str(place) for place in range(len(dimensions.target))]
    columns = [
        {base: row[i] for base, row in zip(bases, dimensions.inputs, strict=True) if row[i]}
        for i in range(len(dimensions.inputs[0]))
    ]
    target = dict(zip(bases, dimensions.target, strict=True))
    found = constant_units(formula, Units(inputs=tuple(columns), target=target))
    return np.array([float(unit.get(base, Fraction(0))) for unit in found for base in bases])


def _conditions(formula: Sum, dimensions: Dimensions) -> FloatArray:
    """Derivatives of the disagreement by the measured numbers `(conditions, numbers)`."""
    numbers, here = parameters(formula), _disagreement(formula, dimensions)
    slopes = np.zeros((len(here), len(numbers)))
    for place in np.flatnonzero(_measured_exponents(formula)):
        moved = numbers.copy()
        moved[place] += 1.0  # linear in each number
        slopes[:, place] = _disagreement(with_parameters(formula, moved), dimensions) - here
    # Rounding of the numbers is no condition.
    return np.where(np.abs(slopes) < float(ROUNDING), 0.0, slopes)
