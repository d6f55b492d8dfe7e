"""What a search of several groups returns: for each group an ordinary discovery."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.groups._fit import GroupFit, covariances, description_length
from nalm.discovery.groups._form import GroupForm
from nalm.discovery.groups._rows import GroupedRows
from nalm.discovery.problem._problem import Problem
from nalm.discovery.result._candidate import Candidate, Discovery, Verdict
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._wording import RIVAL
from nalm.discovery.scoring._refit import Refit, refit
from nalm.discovery.strategy._finish import with_r2
from nalm.symbolic import Sum, complexity, evaluate, parameters

BY = "groups"
"""What is said to have found a form of groups."""


@dataclass(frozen=True, kw_only=True)
class GroupDiscovery:
    """One form for several groups.

    Attributes:
        discoveries: One per group, with the same candidates in the same order, each with the
            group's own numbers; verdict and reason are those of all groups.
        own: Of each candidate, which of its constants differ by group, in the order of
            `nalm.symbolic.parameters`.
    """

    discoveries: tuple[Discovery, ...]
    own: tuple[tuple[bool, ...], ...]

    @property
    def chosen(self) -> GroupForm:
        """The chosen form with the constants of every group."""
        place = self.discoveries[0].chosen
        formulas = [each.candidates[place].formula for each in self.discoveries]
        return GroupForm(
            form=formulas[0],
            own=self.own[place],
            numbers=np.array([parameters(each) for each in formulas]).reshape(len(formulas), -1),
        )


def described(
    ranked: Sequence[GroupFit],
    rows: GroupedRows,
    *,
    verdict: Verdict,
    reason: Reason,
    complete: bool,
    seconds: float,
) -> GroupDiscovery:
    """Fit the forms to all rows of all groups, and take the groups apart.

    Args:
        ranked: Forms that were fitted to the inner rows, the best first.
        rows: Of all groups.
        verdict: On the first.
        reason: Of the verdict.
        complete: Whether no search was stopped by its time.
        seconds: That it took.
    """
    fitted = [(fit, again) for fit in ranked if (again := _refitted(fit, rows)) is not None]
    # From simple to complex, as in every discovery.
    order = sorted(range(len(fitted)), key=lambda k: complexity(fitted[k][1].form.form))
    _, r2 = loss_and_r2(fitted[0][1].joint.formula, rows.joint)
    reason = with_r2(_placed(reason, ranked, [fitted[k][0] for k in order]), r2)
    discoveries = tuple(
        Discovery(
            candidates=tuple(_candidate(*fitted[k], rows, group) for k in order),
            chosen=order.index(0),
            verdict=verdict,
            reason=reason,
            inner_rows=tuple(_places(rows, group, outer=False)),
            outer_rows=tuple(_places(rows, group, outer=True)),
            complete=complete,
            seconds=seconds,
        )
        for group in range(rows.groups)
    )
    return GroupDiscovery(discoveries=discoveries, own=tuple(fitted[k][1].form.own for k in order))


def _placed(reason: Reason, ranked: Sequence[GroupFit], shown: Sequence[GroupFit]) -> Reason:
    """Name a form by its place among those that are shown, not among all."""
    numbers = {name: value for name, value in reason.numbers.items() if name != RIVAL}
    if RIVAL in reason.numbers:
        rival = ranked[int(reason.numbers[RIVAL])]
        numbers.update((RIVAL, place) for place, fit in enumerate(shown) if fit is rival)
    return replace(reason, numbers=numbers)


class _Refitted(NamedTuple):
    """A form fitted to all rows; the covariance of each group's constants, and the criterion."""

    form: GroupForm
    joint: Refit
    covariances: FloatArray
    bic: float


def _refitted(fit: GroupFit, rows: GroupedRows) -> _Refitted | None:
    joint = fit.form.joint(rows.problem.x.shape[1])
    with np.errstate(all="ignore"):
        again = refit(joint, rows.joint, noise=fit.judged.noise)
    if again is None:
        return None
    form = fit.form.with_joint(parameters(again.formula))
    length = description_length(form, rows, covariance=again.covariance)
    each = covariances(form, again.covariance)
    return _Refitted(form, again, each, again.likelihood + length)


def _candidate(fit: GroupFit, again: _Refitted, rows: GroupedRows, group: int) -> Candidate:
    formula, problem = again.form.of(group), rows.part(group)
    loss, r2 = loss_and_r2(formula, problem)
    return Candidate(
        formula=formula,
        complexity=complexity(formula),
        loss=loss,
        r2=r2,
        extrapolation_error=fit.of(group, rows).extrapolation_error,
        bic=again.bic,
        noise=fit.judged.noise,
        sigma=again.joint.sigma,
        covariance=again.covariances[group],
        hits=0,
        restarts=0,
        found_by=BY,
    )


def loss_and_r2(formula: Sum, problem: Problem) -> tuple[float, float]:
    """Return the weighted mean squared residual, and the coefficient of determination.

    Args:
        formula: Fitted.
        problem: Rows of a group, or of all.
    """
    weight: FloatArray = problem.weight / problem.weight.mean()
    largest = float(np.abs(problem.y).max()) or 1.0  # squares of values in its units are floats
    centred = (problem.y - float(np.average(problem.y, weights=weight))) / largest
    miss = (evaluate(formula, problem.x) - problem.y) / largest
    spread, loss = (float(np.mean(weight * np.square(each))) for each in (centred, miss))
    return loss * largest**2, 1 - loss / spread if spread else float(loss == 0)


def _places(rows: GroupedRows, group: int, *, outer: bool) -> list[int]:
    held = np.zeros(len(rows.group), dtype=bool)
    held[rows.outermost] = True
    return np.flatnonzero((rows.group == group) & (held == outer)).tolist()
