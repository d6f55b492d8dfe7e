"""How many of the runs found the solution."""

from nalm.errors import InvalidValueError
from nalm.statistics._interval import UNKNOWN, Interval
from nalm.statistics._scipy import wilson


def success_rate(successes: int, runs: int) -> Interval:
    r"""Estimate the probability that a run is solved, with Wilson's 95 % interval.

    $$\frac{\hat p + \frac{z^2}{2n} \pm z \sqrt{\frac{\hat p (1 - \hat p)}{n} + \frac{z^2}{4n^2}}}
      {1 + \frac{z^2}{n}}, \qquad z = 1.96$$

    Args:
        successes: Number of solved runs, 0 to `runs`.
        runs: Number of runs n; without runs everything is NaN.

    Returns:
        The fraction of solved runs and its interval, in [0, 1].

    Raises:
        InvalidValueError: If the numbers are negative or there are more successes than runs.

    Example:
        >>> from nalm.statistics import success_rate
        >>> success_rate(0, 25).high < 0.14
        True

    References:
        Wilson (1927), Probable inference, the law of succession, and statistical inference.
        Madsen and Johansen (2020), Neural Arithmetic Units, appendix on the arithmetic dataset.
    """
    if not 0 <= successes <= runs:
        raise InvalidValueError(
            f"successes should be from 0 to runs, found successes={successes}, runs={runs}; "
            "count the solved runs among the runs."
        )
    if runs == 0:
        return UNKNOWN
    low, high = wilson(successes, runs)
    return Interval(estimate=successes / runs, low=low, high=high)
