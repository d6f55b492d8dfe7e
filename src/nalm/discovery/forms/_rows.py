"""A form on the rows of a problem: residuals and their slopes, for many values of constants."""

from collections.abc import Callable
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.constraints._projection import slopes_of
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
        misses: By how much constants miss equalities, and the size of the target in units of
            which that is. Each is one more row, whose weight leads a fit from far away near it.
    """

    def __init__(
        self,
        form: Form,
        x: FloatArray,
        *,
        y: FloatArray,
        factor: FloatArray,
        misses: tuple[Callable[[FloatArray], FloatArray], float] | None = None,
    ) -> None:
        self.form = form
        self._misses = misses
        self._y, self._factor = y, factor
        self._on_rows = FormulaOnRows(form.formula, x)

    def residual(self, constants: FloatArray) -> FloatArray:
        """Compute r `(rows,)`; not finite where the form has no value."""
        with np.errstate(all="ignore"):
            missed = self._on_rows.values(self.form.values(constants)) - self._y
            residual = missed * self._factor
            if self._misses is None:
                return residual
            return np.append(residual, self._missed(constants))

    def slope(self, constants: FloatArray) -> FloatArray:
        """Compute ∂r/∂θ `(rows, constants)`; 0 where it has no value."""
        with np.errstate(all="ignore"):
            by_numbers = self._on_rows.jacobian(self.form.values(constants))
            slope = (by_numbers @ self.form.slopes(constants)) * self._factor[:, None]
            if self._misses is not None:
                slope = np.vstack([slope, slopes_of(self._missed, constants)])
        return np.where(np.isfinite(slope), slope, 0.0)

    def _missed(self, constants: FloatArray) -> FloatArray:
        assert self._misses is not None
        misses, size = self._misses
        return misses(constants) * (size * WEIGHT * float(np.linalg.norm(self._factor)))
