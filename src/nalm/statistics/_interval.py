"""An estimate and how far it can be trusted."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Interval:
    """An estimate with its 95 % confidence interval.

    Args:
        estimate: The best single value; NaN if there was nothing to estimate it from.
        low: Lower bound; NaN where the data do not determine one.
        high: Upper bound; NaN likewise.

    Example:
        >>> from nalm.statistics import success_rate
        >>> str(success_rate(25, 25))
        '1 [0.867, 1]'
    """

    estimate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.estimate:.3g} [{self.low:.3g}, {self.high:.3g}]"


UNKNOWN = Interval(estimate=math.nan, low=math.nan, high=math.nan)
"""The interval without any data."""
