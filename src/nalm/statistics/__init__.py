"""What a group of runs says: success, speed and sparsity, each with a 95 % confidence interval.

The literature on arithmetic units judges a model by three numbers. How many runs found the
solution (`success_rate`, Wilson's interval); when, over those that did (`solved_at`, a Gamma
distribution); and how close their weights came to whole numbers (`sparsity_error`, a Beta
distribution). The last two intervals are profile-likelihood intervals and, where no distribution
can be fitted, Student's. What else is measured on networks has a mean (`mean_interval`) and a
median (`median_interval`). Each function returns an `Interval` for whatever it is given, and NaN
where the data say nothing.

Example:
    >>> from nalm.statistics import success_rate
    >>> print(success_rate(23, 25))
    0.92 [0.75, 0.978]
"""

from nalm.statistics._interval import Interval
from nalm.statistics._mean import mean_bound, mean_interval
from nalm.statistics._median import median_interval
from nalm.statistics._solved_at import solved_at
from nalm.statistics._sparsity_error import Mode, sparsity_error
from nalm.statistics._success_rate import success_rate

__all__ = [
    "Interval",
    "Mode",
    "mean_bound",
    "mean_interval",
    "median_interval",
    "solved_at",
    "sparsity_error",
    "success_rate",
]
