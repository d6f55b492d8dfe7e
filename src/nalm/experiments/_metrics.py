"""Metrics of a run: pure functions of its trace.

References:
    Madsen and Johansen, Measuring Arithmetic Extrapolation Performance (2019), section 3.
"""

from dataclasses import dataclass

import numpy as np

from nalm.results import Trace

LAST_ROWS = 5000
"""Evaluations among which the best validation error is looked for."""


@dataclass(frozen=True, kw_only=True)
class Metrics:
    """What one run contributes to a table.

    Args:
        solved: Whether the test error at the selected evaluation is below the threshold.
        solved_at: First step with a test error below the threshold; NaN if there is none.
        sparsity_error: Sparsity error at the selected evaluation.
        test_error: Test error at the selected evaluation.
    """

    solved: bool
    solved_at: float
    sparsity_error: float
    test_error: float


def selected_row(validation: np.ndarray[tuple[int], np.dtype[np.float64]]) -> int:
    """Return the index of the first smallest validation error among the last evaluations.

    This is the papers' early stopping: it selects afterwards and never stops training. NaN is
    passed over; if there is nothing else, the last evaluation is selected.
    """
    start = max(0, len(validation) - LAST_ROWS)
    tail = validation[start:]
    known = np.flatnonzero(~np.isnan(tail))
    if not len(known):
        return len(validation) - 1
    # Not `nanargmin`: it takes NaN for infinity and could select it.
    return start + int(known[np.argmin(tail[known])])


def measure(trace: Trace, threshold: float, *, inclusive: bool = False) -> Metrics:
    """Compute the metrics of one run.

    Args:
        trace: Errors over time; at least one evaluation.
        threshold: Test error below which the task counts as solved.
        inclusive: Whether an error equal to the threshold counts.
    """
    row = selected_row(trace.validation)
    below = trace.test <= threshold if inclusive else trace.test < threshold
    return Metrics(
        solved=bool(below[row]),
        solved_at=float(trace.step[int(np.argmax(below))]) if below.any() else float("nan"),
        sparsity_error=float(trace.sparsity[row]),
        test_error=float(trace.test[row]),
    )
