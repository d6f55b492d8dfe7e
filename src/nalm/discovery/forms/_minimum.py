"""The least squares of a form: variable projection from many starts, then all constants together.

Constants L that enter linearly are solved for at each step of the others N (Golub and Pereyra):

    r(N) = min over L of |r(N, L)|,   ∂r/∂N ≈ (1 - Q Qᵀ) ∂r(N, L)/∂N,   Q the columns ∂r/∂L

The slopes are Kaufman's, without the derivative of Q.

References:
    Golub and Pereyra (1973), "The differentiation of pseudo-inverses and nonlinear least squares
    problems whose variables separate", SIAM Journal on Numerical Analysis 10, 413-432.
    Kaufman (1975), "A variable projection method for solving separable nonlinear least squares
    problems", BIT 15, 49-57.
"""

# SciPy ships no type stubs.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false

from dataclasses import dataclass
from typing import Any, final

import numpy as np
from scipy import optimize

from nalm._typing import FloatArray
from nalm.discovery.forms._rows import FormRows
from nalm.discovery.result._fitted_form import FittedForm

least_squares: Any = optimize.least_squares

STEPS, LAST_STEPS = 60, 400
"""Evaluations from one start, and of the last fit."""
TOLERANCE, LAST_TOLERANCE = 1e-9, 1e-15
LAST_NEWTON_STEPS = 4
ROUNDING = 1e-12
"""Share of the squared error that is rounding."""


@final
@dataclass(frozen=True, kw_only=True)
class Bounds:
    """Hold the least and the largest value of each constant.

    Attributes:
        low: `(constants,)`, may be minus infinity.
        high: `(constants,)`, may be infinity.
    """

    low: FloatArray
    high: FloatArray

    @classmethod
    def read(cls, fitted: FittedForm) -> "Bounds":
        """Return those of a fitted form."""
        none = np.full(len(fitted.values), np.inf)
        low, high = (-none, none) if fitted.bounds is None else fitted.bounds
        return cls(low=low, high=high)

    def of(self, places: list[int]) -> tuple[FloatArray, FloatArray]:
        """Return those of some constants, as SciPy wants them."""
        return self.low[places], self.high[places]

    @property
    def free(self) -> "np.ndarray[Any, Any]":
        """Which constants have no bounds `(constants,)`."""
        return np.isneginf(self.low) & np.isposinf(self.high)

    def inside(self, constants: FloatArray) -> FloatArray:
        """Move constants to the nearest that is allowed."""
        return np.clip(constants, self.low, self.high)


@final
class Projection:
    """A form as a function of its constants N; the others are solved for.

    Args:
        rows: The form on its rows.
        linear: Places of L.
    """

    def __init__(self, rows: FormRows, linear: tuple[int, ...]) -> None:
        self.rows = rows
        count = len(rows.form.constants)
        self.linear = [k for k in range(count) if k in linear]
        self.others = [k for k in range(count) if k not in linear]
        self._latest: tuple[bytes, FloatArray, FloatArray] | None = None

    def solved(self, others: FloatArray) -> FloatArray:
        """Return all constants, with the best L for these N; NaN where there is no value."""
        return self._at(others)[0]

    def residual(self, others: FloatArray) -> FloatArray:
        """Compute r with the best L."""
        return self.rows.residual(self.solved(others))

    def slope(self, others: FloatArray) -> FloatArray:
        """Compute ∂r/∂N after Kaufman."""
        constants, basis = self._at(others)
        slope = self.rows.slope(constants)[:, self.others]
        return slope - basis @ (basis.T @ slope)

    def _at(self, others: FloatArray) -> tuple[FloatArray, FloatArray]:
        key = others.tobytes()
        if self._latest is None or self._latest[0] != key:
            with np.errstate(all="ignore"):
                self._latest = key, *self._solve(others)
        return self._latest[1], self._latest[2]

    def _solve(self, others: FloatArray) -> tuple[FloatArray, FloatArray]:
        constants = np.zeros(len(self.linear) + len(self.others))
        constants[self.others] = others
        begin, columns = self.rows.residual(constants), self.rows.slope(constants)[:, self.linear]
        if not np.isfinite(begin).all():
            constants[self.linear] = np.nan
            return constants, np.zeros((len(begin), 0))
        size = np.linalg.norm(columns, axis=0)
        size = np.where((size > 0) & np.isfinite(size), size, 1.0)
        left, singular, right = np.linalg.svd(columns / size, full_matrices=False)
        usable = singular > 1e-14 * singular.max(initial=0.0)
        basis = left[:, usable]
        step = (basis.T @ begin) / singular[usable] @ right[usable]
        constants[self.linear] = -step / size
        return constants, basis


def descend(projection: Projection, begin: FloatArray, *, bounds: Bounds) -> FloatArray | None:
    """Go down from one start.

    Args:
        projection: The form.
        begin: N.
        bounds: Of all constants.

    Returns:
        All constants; `None` where the form has no value at the start.
    """
    if not len(begin):
        return projection.solved(begin)
    if not np.isfinite(projection.residual(begin)).all():
        return None
    low, high = bounds.of(projection.others)
    with np.errstate(all="ignore"):
        found = least_squares(
            projection.residual,
            np.clip(begin, low, high),
            jac=projection.slope,
            bounds=(low, high),
            x_scale="jac",
            xtol=TOLERANCE,
            ftol=TOLERANCE,
            gtol=None,
            max_nfev=STEPS,
        )
    return projection.solved(found.x)


def polish(rows: FormRows, begin: FloatArray, *, bounds: Bounds) -> FloatArray:
    """Fit all constants together, to the last digits that rounding leaves.

    Args:
        rows: The form.
        begin: Constants at which it has a value.
        bounds: Of them.

    Returns:
        The constants; exactly at a bound where that holds them.
    """
    if not len(begin):
        return begin
    with np.errstate(all="ignore"):
        found = least_squares(
            rows.residual,
            bounds.inside(begin),
            jac=rows.slope,
            bounds=(bounds.low, bounds.high),
            x_scale="jac",
            xtol=LAST_TOLERANCE,
            ftol=LAST_TOLERANCE,
            gtol=LAST_TOLERANCE,
            max_nfev=LAST_STEPS,
        )
    held = np.where(found.active_mask < 0, bounds.low, bounds.high)
    end = np.where(found.active_mask != 0, held, found.x)
    end = _last_digits(rows, end, free=np.flatnonzero(found.active_mask == 0), bounds=bounds)
    return end if cost_of(rows, end) <= cost_of(rows, begin) * (1 + ROUNDING) else begin


def _last_digits(
    rows: FormRows, constants: FloatArray, *, free: "np.ndarray[Any, Any]", bounds: Bounds
) -> FloatArray:
    """Take Gauss and Newton's steps, which |r|² is too flat to tell from none near its minimum."""
    for _ in range(LAST_NEWTON_STEPS):
        residual, slope = rows.residual(constants), rows.slope(constants)[:, free]
        size = np.linalg.norm(slope, axis=0)
        size = np.where(size > 0, size, 1.0)
        step = np.zeros_like(constants)
        step[free] = np.linalg.lstsq(slope / size, residual, rcond=1e-10)[0] / size
        there = bounds.inside(constants - step)
        if not cost_of(rows, there) <= cost_of(rows, constants) * (1 + ROUNDING):
            break
        constants = there
    return constants


def cost_of(rows: FormRows, constants: FloatArray) -> float:
    """Return |r|²; infinite where the form has no value."""
    residual = rows.residual(constants)
    with np.errstate(all="ignore"):
        cost = float(residual @ residual)
    return cost if np.isfinite(cost) else np.inf
