"""How far values are missed, as a share of them."""

import numpy as np

from nalm._typing import FloatArray


def median_relative_error(miss: FloatArray, y: FloatArray, *, largest: float) -> float:
    """Return the median of |miss|/|y|, where y is not 0: nothing is a share of nothing.

    Args:
        miss: How far each value is missed.
        y: The values.
        largest: What misses are compared with if all values are 0.

    Returns:
        The median; NaN without a value.

    Example:
        >>> median_relative_error(np.array([0.1, 5.0]), np.array([-0.5, 0.0]), largest=9.0)
        0.2
    """
    if not len(y):
        return float("nan")
    some = y != 0
    if not some.any():
        return float(np.median(np.abs(miss))) / largest
    # The share of a value near the least that there is may be beyond the largest.
    with np.errstate(over="ignore"):
        return float(np.median(np.abs(miss[some] / y[some])))
