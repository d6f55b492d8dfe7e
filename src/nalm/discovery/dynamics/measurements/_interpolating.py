"""Splines through every value, and how far their degree matters."""

# SciPy says nothing of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from itertools import pairwise
from typing import Any, cast

import numpy as np
from scipy.interpolate import BSpline, make_interp_spline

from nalm._typing import FloatArray

DEGREES = (9, 7, 5, 3)


def agreeing_splines(x: FloatArray, z: FloatArray, *, at: FloatArray) -> tuple[Any, Any]:
    """Return two splines of neighbouring degrees, those whose slopes agree best.

    Degree 9 oscillates between unevenly spaced sites, and a low degree is stiff.

    Args:
        x: Increasing sites, two or more.
        z: Values there.
        at: Where slopes are compared.
    """
    splines = [_through(x, z, k) for k in DEGREES if len(x) > k + 2][:3]
    if not splines:  # a polynomial, and the chord; of a chord itself no slope is known
        level = BSpline(x[[0, 0, -1, -1]], np.full(2, z.mean()), 1)
        return _through(x, z, len(x) - 1), level if len(x) == 2 else _through(x, z, 1)
    slopes = [spline.derivative()(at) for spline in splines]
    gaps = [float(np.sqrt(np.mean((a - b) ** 2))) for a, b in pairwise(slopes)]
    best = int(np.argmin(gaps)) if gaps else 0
    return splines[best], splines[min(best + 1, len(splines) - 1)]


def _through(x: FloatArray, z: FloatArray, degree: int) -> Any:  # noqa: ANN401
    if degree == 1:
        return BSpline(x[[0, 0, -1, -1]], z[[0, -1]], 1)
    return cast("Any", make_interp_spline(x, z, k=degree))
