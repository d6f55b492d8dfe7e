"""Whose signs a product has: under a root an input may lose its own, as x does in √(x² + y).

On logarithmic scale x^v and |x|^v are the same; the target's sign says which of the two it is.
"""

from itertools import product

import numpy as np

from nalm._typing import FloatArray

MOST = 8
"""Inputs of both signs beyond which each power is taken for x^v."""


def mismatched(outer: FloatArray, signs: FloatArray, *, negative: np.ndarray) -> np.ndarray:
    """Find the inputs of which a target needs |x|^v.

    Args:
        outer: v of each choice, whole where an input has both signs `(choices, inputs)`.
        signs: That the products shall have, but for a factor of -1, times the weight of each row
            `(choices, rows)`, or the same for all choices `(1, rows)`.
        negative: Whether x < 0 `(rows, inputs)`.

    Returns:
        `(choices, inputs)`.

    Example:
        >>> x = np.array([[1.0], [-1.0], [2.0]])
        >>> mismatched(np.array([[1.0], [2.0]]), np.ones((1, 3)), negative=x < 0).tolist()
        [[True], [False]]
    """
    wrong = np.zeros(outer.shape, dtype=np.bool_)
    both = np.flatnonzero(negative.any(axis=0) & ~negative.all(axis=0))
    if 0 < len(both) <= MOST:
        # All combinations of odd and even exponents: a sign depends on nothing else.
        parities = np.array(list(product((0.0, 1.0), repeat=len(both))))
        agreement = np.abs(signs @ signs_of(negative[:, both], parities.T))
        wrong[:, both] = outer[:, both] % 2 != parities[agreement.argmax(axis=1)]
    return wrong


def signs_of(negative: np.ndarray, exponents: FloatArray) -> FloatArray:
    """Compute the signs of products of inputs `(rows, products)`.

    Args:
        negative: Whether x < 0 `(rows, inputs)`.
        exponents: Whole where x < 0 `(inputs, products)`, or of one product `(inputs,)`.

    Example:
        >>> signs_of(np.array([[True, True], [False, True]]), np.array([1.0, 2.0])).tolist()
        [-1.0, 1.0]
    """
    return 1.0 - 2.0 * (np.asarray(negative @ exponents, dtype=np.float64) % 2)


def is_half(q: FloatArray | float) -> np.ndarray:
    """Say which powers may take a sign away: 1/2, 3/2 and so on."""
    return np.asarray(np.abs(q) % 1 == 0.5)
