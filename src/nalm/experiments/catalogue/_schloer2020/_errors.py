"""Success at the end of training, on both kinds of data."""

from collections.abc import Sequence
from dataclasses import dataclass

from nalm.experiments._measurement import Measured, Measurement
from nalm.experiments._scale import Scale
from nalm.experiments._trained import Trained

THRESHOLD = 1e-5


@dataclass(frozen=True, kw_only=True)
class FinalSuccess(Measurement):
    """Measure whether the last mean squared errors are below the paper's threshold, 1 or 0.

    ``success_interpolation`` is about the validation set, ``success_extrapolation`` about the
    test set; the mean of either over the seeds is a success rate.
    """

    def __call__(self, run: Trained) -> Sequence[Measured]:
        """Measure a run."""
        trace = run.stored.trace
        return [
            Measured(
                "success_interpolation",
                float(trace.validation[-1] < THRESHOLD),
                scale=Scale.SUCCESS,
            ),
            Measured(
                "success_extrapolation", float(trace.test[-1] < THRESHOLD), scale=Scale.SUCCESS
            ),
        ]
