"""How much of log |y| is left beside any smooth curve along an argument, of thousands at once.

    log |y| = log a + Σ vᵢ log |xᵢ| + Σₙ cₙ Tₙ(R) + q log |R|,   Tₙ Chebyshev polynomials

This is linear in a, v, c and q, so that inner products tell it for every R.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.products._working_response import WorkingResponse

DEGREE = 4
"""Of the polynomials."""
RIDGE = 1e-10
"""Share of their squares, by which columns that depend on one another are told apart."""
NEAREST = 1e-6
"""|R| over its range, below which its logarithm goes down no further."""
ZERO = 0.02
"""f over the product of inputs nearest to it, below which it may have a zero, where a logarithm is
no polynomial."""
UNSEEN, MISSED = 4.0, 0.02
"""Times the noise, and share of what varies, that a function may be away from its polynomials."""


@final
class CurvesAlong:
    """Curves in log |y|.

    Args:
        response: y and the inputs.
    """

    def __init__(self, response: WorkingResponse) -> None:
        self._response = response
        self._goal = response.without_products(response.target)

    def left(self, values: FloatArray) -> FloatArray:
        """Return the share of squares that is left beside each R `(arguments,)`.

        Args:
            values: Of R `(rows, arguments)`.
        """
        low, span = values.min(axis=0), np.ptp(values, axis=0)
        unit = 2 * (values - low) / span - 1
        columns = [np.ones_like(unit), unit]
        for _ in range(DEGREE - 1):
            columns.append(2 * unit * columns[-1] - columns[-2])
        near = np.log(np.maximum(np.abs(values) / span, NEAREST))
        stacked = np.stack([*columns[1:], near]) * self._response.weight[:, None]
        parts = self._response.without_products(stacked).transpose(2, 0, 1)
        squares = parts @ parts.transpose(0, 2, 1)
        along = (parts @ self._goal)[..., None]
        # Columns of an R that is a product of powers are nearly dependent, or no numbers.
        ridge = RIDGE * np.trace(squares, axis1=1, axis2=2) + 1e-300
        usable = np.isfinite(ridge)
        squares = np.where(usable[:, None, None], squares, 0.0)
        squares += np.where(usable, ridge, 1.0)[:, None, None] * np.eye(parts.shape[1])
        gain = (along * np.linalg.solve(squares, along)).sum(axis=(1, 2))
        return np.where(usable, 1 - gain / float(self._goal @ self._goal), np.inf)


def along_smooth_curves(
    arguments: Sequence[Argument], response: WorkingResponse
) -> Sequence[Argument]:
    """Leave out arguments along which no smooth function comes within the noise of a formula.

    All of them stay where the formula may have a zero, as a sine has.

    Args:
        arguments: R.
        response: Of a formula that fits to the noise.
    """
    clean = replace(response, y=response.values)
    curve = clean.without_products(clean.target)
    one_sign = np.ptp(np.sign(response.values)) == 0
    if not arguments or not one_sign or (curve / clean.weight).min() < np.log(ZERO):
        return arguments
    noise = float(np.square(response.root * (response.y - response.values)).mean())
    varying = float(np.square(curve).mean())
    if varying <= UNSEEN * noise:
        return arguments
    with np.errstate(all="ignore"):
        values = np.column_stack([one.values(response.inputs) for one in arguments])
        left = CurvesAlong(clean).left(values)
    near = left <= max(UNSEEN * noise / varying, MISSED)
    return [one for one, is_near in zip(arguments, near.tolist(), strict=True) if is_near]
