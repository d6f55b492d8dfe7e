"""The phase of a wave, from the coefficients of its sine and its cosine."""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.stages.arguments._curves import Curve
from nalm.symbolic import Base, Call, Product, Sum

QUARTER = 0.02
"""Distance of a phase from a multiple of a quarter turn, in radians, that it is read as."""


def with_phase(curve: Curve, argument: Sum, *, coefficients: FloatArray) -> Base:
    """Write the function; Σ (sₖ sin u + cₖ cos u) Mₖ has one phase if (sₖ, cₖ) are of rank one.

    Args:
        curve: The function, or the sine of any phase.
        argument: u.
        coefficients: s and c of each product `(products, 2)`; of a wave only.
    """
    if not curve.is_wave:
        return Call(curve.function, argument)
    s, c = np.linalg.svd(coefficients, full_matrices=False)[2][0]
    phase = float(np.arctan2(c, s)) % np.pi
    if min(phase, np.pi - phase) < QUARTER:
        return Call("sin", argument)
    if abs(phase - np.pi / 2) < QUARTER:
        return Call("cos", argument)
    return Call("sin", Sum((*argument.terms, Product(phase))))
