"""How far to trust an equation, from how its solutions follow data it was not fitted to."""

# SciPy says nothing of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import math
from dataclasses import dataclass

from scipy.special import fdtri

from nalm.discovery.dynamics.verdict._verdict_rules import DynamicsVerdictRules
from nalm.discovery.result._candidate import Verdict
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What speaks for and against one equation.

    Attributes:
        inner: Root mean square residual where it was fitted, in units of the noise.
        outer: The same on the outermost rows, which it was not fitted to.
        relative: Median relative error there.
        rows: How many measurements there are.
        inner_rows: How many it was fitted to.
        begun: How many held-out pieces there are: the first state of each was fitted.
        pattern: Correlation of successive residuals, in standard errors.
        rivals: How many other forms do as well and differ elsewhere.
        odds: Of the equation against the best of these.
        neat: Whether its exponents are exact, or it is a single product.
        loose: Largest standard error of a measured exponent.
        numbers: How many constants it has.
        freedom: How many independent numbers the curves of the state have.
        alone: Whether there is one curve only, with noise.
        complete: Whether enough equations were integrated.
        searched: Whether the search for right-hand sides came to its end.
        smooth: How far the solutions are from measurements without visible noise, as a fraction
            of the state's spread, if they deviate smoothly; infinite otherwise.
        other_noise: -2 log of the odds of the other kind of noise, constant or relative, given the
            solution; minus infinity if there is no such kind.
        proportional: Whether the noise was taken as relative.
        spare: Measurements beyond the independent numbers of the curves, on which the noise rests;
            infinite without noise.
        few: Whether there are so few rows, with noise, that the form was chosen on all of them.
        given: Whether the user gave the form, and no other was tried.
        cut: Whether the time was up before the chosen equations were fitted: how far these miss
            the data is then no misfit of theirs.
    """

    inner: float
    outer: float
    relative: float
    rows: int
    inner_rows: int
    begun: int = 0
    pattern: float = 0.0
    rivals: int = 0
    odds: float = math.inf
    neat: bool = True
    loose: float = 0.0
    numbers: int = 1
    freedom: float = math.inf
    alone: bool = False
    complete: bool = True
    searched: bool = True
    smooth: float = math.inf
    other_noise: float = -math.inf
    proportional: bool = False
    spare: float = math.inf
    few: bool = False
    given: bool = False
    cut: bool = False


def verdict(evidence: Evidence, rules: DynamicsVerdictRules) -> tuple[Verdict, Reason]:
    """Judge one equation.

    Args:
        evidence: For and against it.
        rules: The numbers that decide.
    """
    if evidence.rows < rules.fewest:
        return Verdict.UNDECIDED, Reason(ReasonKind.FEW_HELD_OUT, {"rows": evidence.rows})
    # In this order: what the data contradict is wrong however little was tested, and only a form
    # that was tested is doubted for itself.
    if failure := _failure(evidence, rules):
        if evidence.cut:
            return Verdict.UNDECIDED, Reason(ReasonKind.NOT_INTEGRATED)
        if evidence.smooth < rules.tolerance and failure.kind is not ReasonKind.NO_SOLUTION:
            reason = Reason(ReasonKind.SMOOTH_DEVIATION, {"size": evidence.smooth})
            return Verdict.UNDECIDED, reason
        return Verdict.APPROXIMATION, failure
    if doubt := _untested(evidence, rules) or _doubt(evidence, rules):
        return Verdict.UNDECIDED, doubt
    return Verdict.LAW, Reason(ReasonKind.SOLUTION_PREDICTS, {"error": evidence.relative})


def _failure(evidence: Evidence, rules: DynamicsVerdictRules) -> Reason | None:
    """How the equation contradicts the data."""
    inner, outer = evidence.inner, evidence.outer
    if not math.isfinite(inner) or not math.isfinite(outer):
        return Reason(ReasonKind.NO_SOLUTION)
    if inner > _most(evidence, rules):
        return Reason(ReasonKind.SOLUTION_MISSES, {"ratio": inner})
    if evidence.pattern > rules.correlated:
        return Reason(ReasonKind.CORRELATED_IN_TIME, {"deviations": evidence.pattern})
    # Compared with the larger of 1 and `inner`: a fit that follows its noise, below 1 inside, must
    # not make the test of the held-out rows harder.
    # A piece of two rows has spent one of them on its first state.
    degrees = max(evidence.rows - evidence.begun, 1)
    if outer > (1 + rules.margin / degrees**0.5) * max(inner, 1.0):
        numbers = {"ratio": outer, "error": evidence.relative}
        return Reason(ReasonKind.SOLUTION_MISSES_HELD_OUT, numbers)
    return None


def _most(evidence: Evidence, rules: DynamicsVerdictRules) -> float:
    """Return the largest residual that noise may leave: more where few values tell the noise."""
    rows, spare = max(evidence.inner_rows, 1), evidence.spare
    most = min(rules.misfit_many + rules.margin / rows**0.5, rules.misfit)
    if spare == math.inf:
        return most
    # A quantile of Fisher's ratio of two variances; its root, since sizes are compared.
    quantile = float(fdtri(rows, max(spare, 1.0), 1 - rules.false_alarm)) ** 0.5
    return max(most, min(quantile, rules.misfit_unsure))


def _untested(evidence: Evidence, rules: DynamicsVerdictRules) -> Reason | None:
    """Why the form was not put to a test."""
    if evidence.given:
        return Reason(ReasonKind.FORM_GIVEN)
    if not evidence.complete:
        return Reason(ReasonKind.NOT_INTEGRATED)
    if not evidence.searched:
        return Reason(ReasonKind.SEARCH_STOPPED)
    if evidence.inner_rows < rules.rows_each * evidence.numbers:
        numbers = {"rows": evidence.inner_rows, "constants": evidence.numbers}
        return Reason(ReasonKind.FEW_MEASUREMENTS, numbers)
    if evidence.few:
        return Reason(ReasonKind.CHOSEN_ON_ALL_ROWS)
    if evidence.spare < rules.fewest_spare:
        return Reason(ReasonKind.NOISE_UNKNOWN)
    return None


def _doubt(evidence: Evidence, rules: DynamicsVerdictRules) -> Reason | None:
    """What keeps an equation that was tested, and contradicts nothing, from being a law."""
    if evidence.other_noise > rules.close:
        kind = ReasonKind.NOISE_CONSTANT if evidence.proportional else ReasonKind.NOISE_RELATIVE
        return Reason(kind, {"odds": math.exp(min(evidence.other_noise / 2, 600.0))})
    if evidence.rivals:
        numbers = {"count": evidence.rivals, "odds": evidence.odds}
        return Reason(ReasonKind.OTHER_EQUATIONS, numbers)
    if evidence.loose > rules.loose:
        return Reason(ReasonKind.OPEN_EXPONENT, {"error": evidence.loose})
    if not evidence.neat:
        return Reason(ReasonKind.FLEXIBLE_SUM)
    most = rules.many_alone if evidence.alone else rules.many
    if evidence.numbers > min(most, evidence.freedom - 1):
        return Reason(ReasonKind.MANY_CONSTANTS_IN_TIME, {"constants": evidence.numbers})
    return None
