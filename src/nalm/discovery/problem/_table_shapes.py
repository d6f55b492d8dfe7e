"""Shapes of a user's table: rows and columns, and as many targets and weights as rows."""

# SciPy ships no type stubs.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from typing import Any

import numpy as np
from scipy.sparse import issparse

from nalm.errors import InvalidValueError


def refuse_flat(inputs: Any) -> None:  # noqa: ANN401
    """Refuse inputs without columns.

    Args:
        inputs: As the user gave them.

    Raises:
        InvalidValueError: If they have one dimension.
    """
    if len(shape := _shape(inputs)) == 1:
        raise InvalidValueError(
            f"X must have two dimensions, rows and columns; found the shape {shape}. Reshape your "
            "data: X.reshape(-1, 1) is one column, X.reshape(1, -1) is one row."
        )


def refuse_shapes(inputs: Any, *, target: Any, weight: Any) -> None:  # noqa: ANN401
    """Refuse inputs without columns, and what has other rows than they.

    Args:
        inputs: X, as the user gave it.
        target: y.
        weight: Of each row, or none.

    Raises:
        InvalidValueError: If a shape cannot be.
    """
    if issparse(inputs):
        return
    refuse_flat(inputs)
    shape = _shape(inputs)
    for values, name in ((target, "y"), (weight, "`sample_weight`")):
        found = _shape(values)
        # What is no table at all is said by scikit-learn's checks.
        if len(shape) == 2 and shape[0] and found and found[0] != shape[0]:
            raise InvalidValueError(
                f"{name} must have a number for each of the {shape[0]} rows of X; found the shape "
                f"{found}. Take both from the same rows."
            )


def _shape(values: Any) -> tuple[int, ...]:  # noqa: ANN401
    # Not `numpy.shape`, which what is only like an array may refuse.
    shape = getattr(values, "shape", None)
    return np.asarray(values).shape if shape is None else shape
