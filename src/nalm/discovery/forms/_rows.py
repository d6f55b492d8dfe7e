"""A form on the rows of a problem: residuals and their slopes, for many values of constants."""

from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import Form, FormulaOnRows


@final
class FormRows:
    """Residuals r = (f(x; θ) - y) u of rows with the factors u, and ∂r/∂θ.

    Args:
        form: f.
        x: Inputs `(rows, inputs)`.
        y: Target `(rows,)`.
        factor: u, the root of each row's weight `(rows,)`.
    """

    def __init__(self, form: Form, x: FloatArray, *, y: FloatArray, factor: FloatArray) -> None:
        self.form = form
        self._y, self._factor = y, factor
        self._on_rows = FormulaOnRows(form.formula, x)

    def residual(self, constants: FloatArray) -> FloatArray:
        """Compute r `(rows,)`; not finite where the form has no value."""
        with np.errstate(all="ignore"):
            return (self._on_rows.values(self.form.values(constants)) - self._y) * self._factor

    def slope(self, constants: FloatArray) -> FloatArray:
        """Compute ∂r/∂θ `(rows, constants)`; 0 where it has no value."""
        with np.errstate(all="ignore"):
            by_numbers = self._on_rows.jacobian(self.form.values(constants))
            slope = (by_numbers @ self.form.slopes(constants)) * self._factor[:, None]
        return np.where(np.isfinite(slope), slope, 0.0)
