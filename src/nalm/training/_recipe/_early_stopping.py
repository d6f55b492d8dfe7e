"""Early stopping: when a solved run needs no more steps."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.training._arguments import check_count


@dataclass(frozen=True, kw_only=True)
class EarlyStopping:
    """Stop a run once its validation error has stayed below a threshold.

    After an evaluation a run stops if the validation errors of this one and of all that are at most
    ``patience`` steps older are below ``threshold``, and the first of them is ``patience`` steps
    old. Its parameters, errors and buffers stay as they are then; the last step of its trace says
    when that was. Test errors play no part. A run stops when it would stop alone, whatever trains
    beside it.

    A run that has stopped cannot find a smaller validation error later, nor lose its solution
    before a measurement of its final network. The selected evaluation is chosen among fewer, so
    rates are those of another procedure than a paper's with all its steps.

    Args:
        threshold: Mean squared error on the validation set, positive.
        patience: Steps for which the error has to stay below; 0 for the first evaluation below.

    Raises:
        InvalidValueError: If the threshold is not a positive number or the
            patience is not a whole number from 0 on.

    Example:
        >>> from nalm.training import EarlyStopping
        >>> rule = EarlyStopping(threshold=1e-9, patience=2000)
        >>> steps = np.array([0, 1000, 2000, 3000])
        >>> rule.due(steps, np.array([[1.0], [1e-10], [1e-10], [1e-10]]))
        array([ True])

    References:
        Prechelt, Early Stopping - But When? (1998), for rules that wait for the error to rise; this
        one waits for it to be small, as runs that found an exact solution gain nothing more.
    """

    threshold: float
    patience: int = 0

    def __post_init__(self) -> None:
        """Check the numbers."""
        if not (isinstance(self.threshold, int | float) and self.threshold > 0):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidValueError(
                "EarlyStopping.threshold: expected a positive number, such as threshold=1e-9; "
                f"found {self.threshold!r}."
            )
        check_count("EarlyStopping.patience", self.patience, least=0, call="patience=5000")

    def due(self, steps: NDArray[np.int64], errors: FloatArray) -> NDArray[np.bool_]:
        """Return a mask of the runs that stop.

        Args:
            steps: Of the evaluations so far `(evaluations,)`.
            errors: Validation errors `(evaluations, runs)`.
        """
        above = ~(errors < self.threshold)  # what is not a number is not below
        last = len(steps) - 1
        # The evaluation after the last that was above, from which on all are below.
        first = np.where(above.any(axis=0), last + 1 - np.argmax(above[::-1], axis=0), 0)
        return ~above[-1] & (steps[last] - steps[np.minimum(first, last)] >= self.patience)
