"""Which constants groups have in common, and which common ones are exact: decided by the score."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from nalm.discovery._budget import Budget
from nalm.discovery.groups._fit import GroupFit, judge_groups
from nalm.discovery.groups._form import GroupForm
from nalm.discovery.groups._rows import GroupedRows
from nalm.discovery.numerics._exponents import DENOMINATORS
from nalm.discovery.rewriting._properties import numbers_of
from nalm.discovery.scoring._constants import nearest_neat
from nalm.symbolic import with_measured


def simplest(fit: GroupFit, rows: GroupedRows, *, budget: Budget) -> GroupFit:
    """Let groups share constants, and read shared ones as exact, as long as the score gets better.

    Args:
        fit: In which every group has its own constants.
        rows: Of all groups.
        budget: Of the search; once it is up, the form stays as it is.
    """
    best = _descended(fit, rows, trials=_with_one_shared, budget=budget)
    if rows.problem.constant_units is not None:  # values that depend on the choice of units
        return best
    return _descended(best, rows, trials=_with_one_exact, budget=budget)


def _descended(
    fit: GroupFit,
    rows: GroupedRows,
    *,
    trials: Callable[[GroupFit], Iterator[GroupForm]],
    budget: Budget,
) -> GroupFit:
    """Take the best of the trials, again and again while it is better."""
    while not budget.is_up:
        noises = (fit.judged.noise,)
        judged = [judge_groups(trial, rows, noises=noises) for trial in trials(fit)]
        better = [
            each for each in judged if each is not None and each.judged.score < fit.judged.score
        ]
        if not better:
            break
        fit = min(better, key=lambda each: each.judged.score)
    return fit


def _with_one_shared(fit: GroupFit) -> Iterator[GroupForm]:
    """Yield the form with one more constant shared, at the mean of its values."""
    form = fit.form
    variances = np.diagonal(fit.covariances, axis1=1, axis2=2)
    for place in np.flatnonzero(form.own).tolist():
        known = np.isfinite(variances[:, place]) & (variances[:, place] > 0)
        weight = np.where(known, 1 / np.where(known, variances[:, place], 1.0), 0.0)
        values = form.numbers[:, place]
        numbers = form.numbers.copy()
        numbers[:, place] = np.average(values, weights=weight if known.any() else None)
        own = tuple(each and k != place for k, each in enumerate(form.own))
        yield GroupForm(form=form.form, own=own, numbers=numbers)


def _with_one_exact(fit: GroupFit) -> Iterator[GroupForm]:
    """Yield the form with one shared constant exact."""
    form = fit.form
    errors = np.sqrt(np.maximum(np.diagonal(fit.covariances[0]), 0.0))
    exponents = [e for number, e in numbers_of(form.form) if isinstance(number, float)]
    for place in np.flatnonzero(np.logical_not(form.own)).tolist():
        value, error = float(form.numbers[0, place]), float(errors[place])
        exact = _fraction(value, error) if exponents[place] else nearest_neat(value, error)
        if exact is None:
            continue
        yield GroupForm(
            form=with_measured(
                form.form, lambda k, old, at=place, new=exact: new if k == at else old
            ),
            own=tuple(np.delete(form.own, place).tolist()),
            numbers=np.delete(form.numbers, place, axis=1),
        )


def _fraction(value: float, error: float) -> Fraction | None:
    """Return the simplest exponent within two standard errors, of those that are usual."""
    for denominator in DENOMINATORS:
        near = Fraction(round(value * denominator), denominator)
        if near and abs(float(near) - value) <= 2 * error:
            return near
    return None
