"""The variants of the NALU."""

from enum import Enum


class NALUWeights(Enum):
    """Say whether the two paths of a NALU share their weights, as in the paper, or not."""

    SHARED = "shared"
    SEPARATE = "separate"


class NALUGate(Enum):
    """Say whether each output of a NALU has a gate of its own, or all share one.

    The iNALU's paper compares with both: "NALU (m)" has a matrix G, "NALU (v)" a vector.
    """

    MATRIX = "matrix"
    VECTOR = "vector"
