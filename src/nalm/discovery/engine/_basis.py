"""Which exponents the units of measurement allow: w = w₀ + B z, exactly."""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._problem import Dimensions
from nalm.errors import InvalidValueError


def exponent_basis(dimensions: Dimensions | None, inputs: int) -> tuple[FloatArray, FloatArray]:
    """Return B `(inputs, features)` and w₀ `(inputs,)`.

    The columns of B are products of inputs without a unit; the product with exponents w₀ has the
    target's unit. Each free variable of the reduced system is an exponent of one input, so that
    neat exponents stay neat.

    Raises:
        InvalidValueError: If no product of the inputs has the target's unit.
    """
    if dimensions is None:
        return np.eye(inputs), np.zeros(inputs)
    from sympy import Matrix, Rational

    system = Matrix([[Rational(e.numerator, e.denominator) for e in row] for row in dimensions.inputs])
    right = Matrix([Rational(e.numerator, e.denominator) for e in dimensions.target])
    try:
        solution, free = system.gauss_jordan_solve(right)
    except ValueError:
        raise InvalidValueError(
            "units: expected inputs of which some product has the target's unit, found none; "
            "correct a unit, or add the inputs or constants that are missing."
        ) from None
    offset = solution.subs(dict.fromkeys(free, 0))
    basis = [solution.subs({s: int(s == one) for s in free}) - offset for one in free]
    columns = [[float(e) for e in column] for column in basis]
    return (
        np.array(columns, dtype=np.float64).reshape(len(columns), inputs).T,
        np.array([float(e) for e in offset], dtype=np.float64),
    )
