"""How good one form is for all groups: fitted to their inner rows, tried on their outer ones."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.groups._form import GroupForm
from nalm.discovery.groups._rows import GroupedRows
from nalm.discovery.numerics._exponents import cost, cost_of_measured
from nalm.discovery.numerics._relative_error import median_relative_error
from nalm.discovery.rewriting._properties import count_calls, numbers_of
from nalm.discovery.scoring._judge import CHOICE, EXTRA, ScoredFormula, judge
from nalm.discovery.scoring._refit import Refit
from nalm.symbolic import Power, Sum, evaluate, parameters, sum_in


@dataclass(frozen=True, kw_only=True)
class GroupFit:
    """A form fitted to the inner rows of all groups.

    Attributes:
        form: With the fitted numbers.
        judged: Its joint formula, and how it fits and predicts; its score counts a constant for
            each group that has its own.
    """

    form: GroupForm
    judged: ScoredFormula

    @cached_property
    def covariances(self) -> FloatArray:
        """Covariance of each group's constants `(groups, constants, constants)`."""
        return covariances(self.form, self.judged.fit.covariance)

    def of(self, group: int, rows: GroupedRows) -> ScoredFormula:
        """Return what it says of one group, with the score of all."""
        inner, outer = rows.inner.group == group, rows.outer.group == group
        judged, formula, problem = self.judged, self.form.of(group), rows.outer.part(group)
        errors = judged.prediction_errors[outer]
        miss = evaluate(formula, problem.x) - problem.y
        largest = float(np.abs(rows.inner.part(group).y).max(initial=0.0)) or 1.0
        fit = Refit(
            formula=formula,
            residual=judged.fit.residual[inner],
            sigma=judged.fit.sigma,
            covariance=self.covariances[group],
            kept=judged.fit.kept[inner],
            size=judged.fit.size[inner],
            how_far=judged.fit.how_far[inner],
            degrees=judged.fit.degrees,
            least=judged.fit.least,
        )
        return replace(
            judged,
            fit=fit,
            prediction_errors=errors,
            is_far=judged.is_far[outer],
            prediction_error=float(np.square(errors).mean()) if len(errors) else 1.0,
            extrapolation_error=median_relative_error(miss, problem.y, largest=largest),
        )


def covariances(form: GroupForm, covariance: FloatArray) -> FloatArray:
    """Cut the covariance of all groups' constants into that of each.

    Args:
        form: Whose constants.
        covariance: Of the parameters of its joint formula.
    """
    return np.array([covariance[np.ix_(own, own)] for own in form.columns])


def judge_groups(
    form: GroupForm, rows: GroupedRows, *, noises: tuple[NoiseModel, ...]
) -> GroupFit | None:
    """Fit a form to the inner rows of all groups at once; `None` where it has no value.

    Args:
        form: With numbers to begin at.
        rows: Of all groups.
        noises: That are tried; the one under which it fits better is taken.
    """
    inner, outer = (each.marked(rows.groups) for each in (rows.inner, rows.outer))
    inputs = rows.problem.x.shape[1]
    with np.errstate(all="ignore"):
        judged = judge(form.joint(inputs), inner, outer=outer, noises=noises)
    if judged is None:
        return None
    fitted = form.with_joint(parameters(judged.fit.formula))
    length = description_length(fitted, rows, covariance=judged.fit.covariance)
    score = judged.fit.likelihood + length + judged.outside
    return (
        GroupFit(form=fitted, judged=replace(judged, score=score)) if np.isfinite(score) else None
    )


def description_length(form: GroupForm, rows: GroupedRows, *, covariance: FloatArray) -> float:
    """Return the description length of a form and of its constants in all groups.

    The form counts once. A shared coefficient costs log n for all n rows; one that differs costs
    log nᵢ in each group of nᵢ rows (Schwarz 1978), so that sharing has to be paid for by the fit.

    Args:
        form: Fitted.
        rows: That it was fitted to.
        covariance: Of the parameters of its joint formula.
    """
    counts = np.bincount(rows.inner.group, minlength=rows.groups)
    errors = np.sqrt(np.maximum(np.diagonal(covariances(form, covariance), axis1=1, axis2=2), 0.0))
    exponent = [e for number, e in numbers_of(form.form) if isinstance(number, float)]
    total = structure_length(form.form)
    for place, own in enumerate(form.own):
        count, error = (counts, errors[:, place]) if own else (counts.sum(), errors[:1, place])
        costs = cost_of_measured(error) if exponent[place] else np.log(np.maximum(count, 2))
        total += float(np.sum(costs))
    return total


def structure_length(form: Sum) -> float:
    """Return the description length of a form without its measured numbers.

    It is that of `nalm.discovery.scoring._judge`, but that a sum to the power 1 counts as if it
    were written out: a (x + b) is no longer than a x + c, of which groups may share less.

    Args:
        form: With any numbers.
    """
    return sum(_exact_costs(form)) + CHOICE * count_calls(form) + EXTRA * (_products(form) - 1)


def _products(form: Sum) -> int:
    """Count the products of a form, at all depths."""
    inside = 0
    for power in (power for term in form.terms for power in term.powers):
        if (inner := sum_in(power.base)) is not None:
            inside += _products(inner) - _is_written_out(power)
    return len(form.terms) + inside


def _exact_costs(form: Sum) -> Iterator[float]:
    for term in form.terms:
        if isinstance(term.coefficient, Fraction) and abs(term.coefficient) != 1:
            yield cost(term.coefficient)
        for power in term.powers:
            if isinstance(power.exponent, Fraction) and not _is_written_out(power):
                yield cost(power.exponent)
            if (inner := sum_in(power.base)) is not None:
                yield from _exact_costs(inner)


def _is_written_out(power: Power) -> bool:
    return isinstance(power.base, Sum) and power.exponent == 1
