"""Which exponents the units of measurement allow: w = w₀ + B z, exactly."""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._elimination import eliminate
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
    system = [
        [*row, right] for row, right in zip(dimensions.inputs, dimensions.target, strict=True)
    ]
    pivots = eliminate(system)
    if inputs in pivots:
        raise InvalidValueError(
            "units: expected inputs of which some product has the target's unit, found none; "
            "correct a unit, or add the inputs or constants that are missing."
        )
    free = [column for column in range(inputs) if column not in pivots]
    basis, offset = np.zeros((inputs, len(free))), np.zeros(inputs)
    for feature, column in enumerate(free):
        basis[column, feature] = 1.0
    for row, pivot in zip(system, pivots, strict=False):
        basis[pivot] = [-float(row[column]) for column in free]
        offset[pivot] = float(row[inputs])
    return basis, offset
