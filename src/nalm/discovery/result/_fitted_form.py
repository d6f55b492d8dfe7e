"""A form that a user gave, with the constants that fit best."""

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray
from nalm.symbolic import Form


@final
@dataclass(frozen=True, kw_only=True, eq=False)
class FittedForm:
    """Hold the constants of a form.

    Attributes:
        form: As it was written.
        values: Of its constants `(constants,)`.
        covariance: Of the constants `(constants, constants)`; without the directions that the rows
            do not determine.
        undetermined: Names of constants that the rows do not determine: they cannot be told apart,
            or have no influence.
        held: Names of constants that a bound holds.
        bounds: Least and largest value of each constant `(2, constants)`; `None` without bounds.
    """

    form: Form
    values: FloatArray
    covariance: FloatArray
    undetermined: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    bounds: FloatArray | None = None

    def allows(self, constants: FloatArray) -> NDArray[np.bool_]:
        """Say which of several `(draws, constants)` lie inside the bounds `(draws,)`."""
        if self.bounds is None:
            return np.ones(len(constants), dtype=bool)
        low, high = self.bounds
        return ((constants >= low) & (constants <= high)).all(axis=1)

    @property
    def standard_errors(self) -> FloatArray:
        """Of the constants `(constants,)`; infinite where the rows do not determine one."""
        errors = np.sqrt(np.maximum(np.diag(self.covariance), 0.0))
        lost = np.isin(self.form.constants, self.undetermined)
        return np.where(lost, np.inf, errors)
