"""Whether a number of ours agrees with a published one."""

import math

from nalm.reports.published._published import Published
from nalm.statistics import Interval, success_rate

LEAST_RUNS = 5
"""Runs below which an interval is so wide that it would agree with almost anything."""

RATE_ROUNDING = 5e-4
"""Half a unit of the third digit of a rate: most printed rates are counts of a few runs, exact."""


def compare(
    ours: Interval, published: Published | None, *, runs: int | None = None, rate: bool = False
) -> str:
    """Say whether an estimate agrees with a published number.

    They agree if the published number lies in our 95 % interval, or our estimate between the
    published ends where the paper gives them, up to half a unit of the last printed digit, of a
    rate its third. A rate has ends where the paper gives none, those of as many runs as ours: 24
    of 25 must not differ from 25 of 25, whose rate of exactly 1 is in no interval but its own.

    Args:
        ours: Our estimate with its interval.
        published: The paper's number, or None.
        runs: Runs behind our estimate; None where there is nothing to count.
        rate: Whether the number is the share of the runs that succeeds.

    Returns:
        ``agrees`` or ``differs``; empty without a published number, without an estimate, where
        neither side has an interval, and below five runs unless they are counted in a rate.

    Example:
        >>> theirs = Published(value=2.0, low=1.0, high=3.0, source="Table 1", how_read="table")
        >>> compare(Interval(estimate=2.5, low=2.4, high=2.6), theirs)
        'agrees'
    """
    if published is None or math.isnan(ours.estimate):
        return ""
    if runs is not None and runs < LEAST_RUNS and not rate:
        return ""
    theirs = Interval(estimate=published.value, low=published.low, high=published.high)
    if rate and runs and math.isnan(theirs.low):
        theirs = success_rate(round(published.value * runs), runs)
    if math.isnan(ours.low) and math.isnan(theirs.low):
        return ""
    rounding = RATE_ROUNDING if rate else published.rounding
    near = _inside(published.value, ours, rounding=rounding)
    near = near or _inside(ours.estimate, theirs, rounding=rounding)
    return "agrees" if near else "differs"


def _inside(value: float, interval: Interval, *, rounding: float) -> bool:
    # An interval whose ends are unknown holds nothing: comparisons with NaN are false.
    return interval.low - rounding <= value <= interval.high + rounding
