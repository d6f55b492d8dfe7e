"""The size of values, however large or small they are."""

import numpy as np

from nalm._typing import FloatArray


def root_mean_square(y: FloatArray) -> float:
    """Root mean square, without overflow or underflow; 1 for zeros."""
    largest = float(np.abs(y).max())
    return largest * float(np.sqrt(np.mean(np.square(y / largest)))) if largest else 1.0
