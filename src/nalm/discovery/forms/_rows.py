"""A form on the rows of a problem: residuals and their slopes, for many values of constants."""

from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.constraints._projection import Equalities
from nalm.symbolic import Form, FormulaOnRows

WEIGHT = 1e3
"""Of an equality, in units of all rows together."""


@final
class FormRows:
    """Residuals r = (f(x; θ) - y) u of rows with the factors u, and ∂r/∂θ.

    Args:
        form: f.
        x: Inputs `(rows, inputs)`.
        y: Target `(rows,)`.
        factor: u, the root of each row's weight `(rows,)`.
        equalities: That constants have to keep, and the size of the target in units of which they
            are missed. Each is one more row, whose weight leads a fit from far away near it.
    """

    def __init__(
        self,
        form: Form,
        x: FloatArray,
        *,
        y: FloatArray,
        factor: FloatArray,
        equalities: tuple[Equalities, float] | None = None,
    ) -> None:
        self.form = form
        self._equalities = None if equalities is None else equalities[0]
        size = 0.0 if equalities is None else equalities[1]
        self._weight = size * WEIGHT * float(np.linalg.norm(factor))
        self._y, self._factor = y, factor
        self._on_rows = FormulaOnRows(form.formula, x)

    def residual(self, constants: FloatArray) -> FloatArray:
        """Compute r `(rows,)`; not finite where the form has no value."""
        with np.errstate(all="ignore"):
            missed = self._on_rows.values(self.form.values(constants)) - self._y
            residual = missed * self._factor
            if self._equalities is None:
                return residual
            return np.append(residual, self._weight * self._equalities.misses(constants))

    def slope(self, constants: FloatArray) -> FloatArray:
        """Compute ∂r/∂θ `(rows, constants)`; 0 where it has no value."""
        with np.errstate(all="ignore"):
            by_numbers = self._on_rows.jacobian(self.form.values(constants))
            slope = (by_numbers @ self.form.slopes(constants)) * self._factor[:, None]
            if self._equalities is not None:
                slope = np.vstack([slope, self._weight * self._equalities.slopes(constants)])
        return np.where(np.isfinite(slope), slope, 0.0)
