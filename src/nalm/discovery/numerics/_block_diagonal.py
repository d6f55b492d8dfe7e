"""Matrices along a diagonal."""

from collections.abc import Sequence

import numpy as np

from nalm._typing import FloatArray


def block_diagonal(blocks: Sequence[FloatArray]) -> FloatArray:
    """Put square matrices along the diagonal of one.

    Args:
        blocks: The matrices, which may be empty.

    Example:
        >>> block_diagonal([np.array([[2.0]]), np.ones((2, 2))])
        array([[2., 0., 0.],
               [0., 1., 1.],
               [0., 1., 1.]])
    """
    size = sum(map(len, blocks))
    result, start = np.zeros((size, size)), 0
    for block in blocks:
        stop = start + len(block)
        result[start:stop, start:stop] = block
        start = stop
    return result
