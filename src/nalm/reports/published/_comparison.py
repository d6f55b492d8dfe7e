"""Whether a number of ours agrees with a published one."""

import math

from nalm.reports.published._published import Published
from nalm.statistics import Interval, success_rate

AGREES, DIFFERS = "agrees", "differs"
TOO_FEW = "too few runs"
NOT_JUDGED = "not judged"
OF_TRIAL = "trial"

LEAST_RUNS = 5
"""Runs below which an interval is so wide that it would agree with almost anything."""

RATE_ROUNDING = 5e-4
"""Half a unit of the third digit of a rate: most printed rates are counts of a few runs, exact."""


def compare(
    ours: Interval,
    published: Published | None,
    *,
    runs: int | None = None,
    rate: bool = False,
    complete: bool = True,
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
        complete: Whether the runs are all that the number is of. Of a pool over ranges of which
            some are finished, those would weigh more than in the paper's mean.

    Returns:
        ``agrees`` or ``differs``; ``too few runs`` of one to four, where the published number is a
        statistic over runs; empty without a published number or an estimate, where neither side has
        an interval, and where the runs are not complete.

    Example:
        >>> theirs = Published(value=2.0, low=1.0, high=3.0, source="Table 1", how_read="table")
        >>> compare(Interval(estimate=2.5, low=2.4, high=2.6), theirs)
        'agrees'
    """
    if published is None:
        return ""
    if runs is not None and 0 < runs < LEAST_RUNS:
        return "" if published.runs == 1 else TOO_FEW
    if math.isnan(ours.estimate) or not complete:
        return ""
    theirs = Interval(estimate=published.value, low=published.low, high=published.high)
    if rate and runs and math.isnan(theirs.low):
        theirs = success_rate(round(published.value * runs), runs)
    if math.isnan(ours.low) and math.isnan(theirs.low):
        return ""
    rounding = RATE_ROUNDING if rate else published.rounding
    near = _inside(published.value, ours, rounding=rounding)
    near = near or _inside(ours.estimate, theirs, rounding=rounding)
    return AGREES if near else DIFFERS


def shown_verdict(verdict: str, *, published: bool, trial: bool = False) -> str:
    """Say what stands beside a published number in a table, also where nothing was compared.

    Args:
        verdict: What `compare` returned.
        published: Whether the paper has a number there.
        trial: Whether our runs are a trial's.

    Returns:
        ``trial`` for every number of a trial, ``not judged`` where `compare` had no verdict, else
        the verdict; empty without a published number.

    Example:
        >>> shown_verdict("agrees", published=True, trial=True), shown_verdict("", published=True)
        ('trial', 'not judged')
    """
    if not published:
        return ""
    return OF_TRIAL if trial else verdict or NOT_JUDGED


def paper_lines(published: str, verdict: str) -> list[str]:
    """Write a published number and its verdict below ours in a cell.

    Args:
        published: The number as text.
        verdict: What `compare` returned.

    Returns:
        One line, or two where the words are too many for the width of a number.

    Example:
        >>> paper_lines("1.00", "agrees"), paper_lines("1.00", TOO_FEW)
        (['paper 1.00 agrees'], ['paper 1.00', 'too few runs'])
    """
    if " " in verdict:
        return [f"paper {published}", verdict]
    return [f"paper {published} {verdict}".rstrip()]


def _inside(value: float, interval: Interval, *, rounding: float) -> bool:
    # An interval whose ends are unknown holds nothing: comparisons with NaN are false.
    return interval.low - rounding <= value <= interval.high + rounding
