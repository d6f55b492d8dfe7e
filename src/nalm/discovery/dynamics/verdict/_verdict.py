"""How far to trust an equation, from how its solutions follow data it was not fitted to."""

# SciPy says nothing of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import math
from dataclasses import dataclass

from scipy.special import fdtri

from nalm.discovery.result._candidate import Verdict

FEWEST = 5
"""Least held-out measurements for a verdict."""
FEWEST_SPARE = 10.0
"""Measurements beyond the independent numbers of curves from which the noise is known."""
LOOSE = 0.1
"""Standard error of an exponent from which the form is not determined."""
MISFIT = 2.0
"""Root mean square residual, in units of the noise, from which an equation does not fit."""
MISFIT_UNSURE = 3.0
"""The same where so few measurements are left beyond the curves that the noise is a guess."""
FALSE_ALARM = 0.01
"""Probability that noise alone exceeds what is allowed then."""
REGULAR = 4.0
"""Standard errors of the correlation of successive residuals from which they have a pattern."""
PER_NUMBER = 8
"""Measurements that each measured number needs at least, for the form to be tested."""
MANY, MANY_ALONE = 6, 4
"""Measured numbers of one equation that fit many curves, whatever made them; and those that fit a
single curve with noise."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What speaks for and against one equation.

    Attributes:
        inner: Root mean square residual where it was fitted, in units of the noise.
        outer: The same on the outermost rows, which it was not fitted to.
        relative: Median relative error there.
        rows: How many measurements there are.
        inner_rows: How many it was fitted to.
        pattern: Correlation of successive residuals, in standard errors.
        rivals: How many other forms do as well and differ elsewhere.
        odds: Of the equation against the best of these.
        neat: Whether its exponents are exact, or it is a single product.
        loose: Largest standard error of a measured exponent.
        numbers: How many constants it has.
        freedom: How many independent numbers the curves of the state have.
        alone: Whether there is one curve only, with noise.
        complete: Whether nothing was cut short.
        spare: Measurements beyond the independent numbers of the curves, on which the noise rests;
            infinite without noise.
        few: Whether there are so few rows, with noise, that the form was chosen on all of them.
        given: Whether the user gave the form, and no other was tried.
    """

    inner: float
    outer: float
    relative: float
    rows: int
    inner_rows: int
    pattern: float = 0.0
    rivals: int = 0
    odds: float = math.inf
    neat: bool = True
    loose: float = 0.0
    numbers: int = 1
    freedom: float = math.inf
    alone: bool = False
    complete: bool = True
    spare: float = math.inf
    few: bool = False
    given: bool = False


def verdict(evidence: Evidence) -> tuple[Verdict, str]:
    """Judge one equation.

    Args:
        evidence: For and against it.

    Returns:
        The verdict, and why, for the user.
    """
    if evidence.rows < FEWEST:
        return Verdict.UNDECIDED, (
            f"Only {evidence.rows} measurements could be held out; measure more rows or "
            "trajectories."
        )
    failure = _failure(evidence)
    if failure:
        return Verdict.APPROXIMATION, failure
    doubt = _doubt(evidence)
    if doubt:
        return Verdict.UNDECIDED, doubt
    return Verdict.LAW, (
        f"Integrated through the outermost quarter of the data, which it was not fitted to, it is "
        f"off by {_percent(evidence)} (median): no more than the noise."
    )


def _failure(evidence: Evidence) -> str:
    """Say how the equation contradicts the data; nothing if it does not."""
    inner, outer = evidence.inner, evidence.outer
    if not math.isfinite(inner) or not math.isfinite(outer):
        return "It has no solution through the data: it leaves its domain."
    if inner > _most(evidence):
        return (
            f"Its solutions miss the measurements by {inner:.2g} times their noise: the law is "
            "not of this form, or depends on something that was not given."
        )
    if evidence.pattern > REGULAR:
        return (
            f"Successive measurements are off in the same direction ({evidence.pattern:.1f} "
            "standard errors more than by chance): it follows the data, yet something regular is "
            "left over."
        )
    if outer > (1 + 3 / evidence.rows**0.5) * max(inner, 1.0):
        return (
            f"Its solutions fit where it was fitted; on the outermost quarter they are off by "
            f"{_percent(evidence)} (median), {outer:.2g} times the noise."
        )
    return ""


def _most(evidence: Evidence) -> float:
    """Return the largest residual that noise may leave: more where few values tell the noise."""
    rows, spare = max(evidence.inner_rows, 1), evidence.spare
    most = min(1.25 + 3 / rows**0.5, MISFIT)
    if spare == math.inf:
        return most
    chance = (
        float(fdtri(rows, max(spare, 1.0), 1 - FALSE_ALARM)) ** 0.5
    )  # Fisher's ratio of two variances
    return max(most, min(chance, MISFIT_UNSURE))


def _untested(evidence: Evidence) -> str:
    """Say why the form was not put to a test; nothing if it was."""
    if evidence.given:
        return (
            "Its form was given: it contradicts nothing in the data, but no other was compared "
            "with it. Fit without `structures` to see its rivals."
        )
    if not evidence.complete:
        return "The time was up before its rivals were integrated; with more, one may do better."
    if evidence.inner_rows < PER_NUMBER * evidence.numbers:
        return (
            f"{evidence.inner_rows} measurements are few for {evidence.numbers} constants: "
            "other forms would fit too. Measure more rows or trajectories."
        )
    if evidence.few:
        return (
            "The rows are few and have noise, so the form was chosen on all of them, and none is "
            "left to test it. Measure more rows or trajectories."
        )
    if evidence.spare < FEWEST_SPARE:
        return (
            "The measurements are so few and noisy that a curve through them leaves nothing over: "
            "what is noise and what is law is not decided. Measure more rows or trajectories."
        )
    return ""


def _doubt(evidence: Evidence) -> str:
    """Say what keeps an equation that contradicts nothing from being a law; nothing if nothing."""
    rivals, loose = evidence.rivals, evidence.loose
    if reason := _untested(evidence):
        return reason
    if rivals:
        return (
            f"{rivals} other form{'s do' if rivals > 1 else ' does'} nearly as well (odds "
            f"{evidence.odds:.2g} to 1) and differ{'' if rivals > 1 else 's'} from it elsewhere: "
            "data from other starts, or less noise, would decide."
        )
    if loose > LOOSE:
        return (
            f"It fits, but the data leave an exponent open by ± {loose:.2g}: other forms would fit "
            "too. Measure where the states vary more."
        )
    if not evidence.neat:
        return (
            "It is a sum whose exponents are no neat numbers: such a sum follows many other "
            "functions as well."
        )
    most = MANY_ALONE if evidence.alone else MANY
    if evidence.numbers > min(most, evidence.freedom - 1):
        return f"It needs {evidence.numbers} constants, with which an equation follows many curves."
    return ""


def _percent(evidence: Evidence) -> str:
    return f"{100 * evidence.relative:.2g} %"
