"""From the groups that chose a form to all of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nalm.discovery._budget import Budget
from nalm.discovery.groups._fit import GroupFit, judge_groups
from nalm.discovery.groups._form import GroupForm, with_shared
from nalm.discovery.groups._rows import GroupedRows
from nalm.discovery.groups._starts import REMEMBERED, numbers_of_group
from nalm.symbolic import with_parameters


class Fits(NamedTuple):
    """A form fitted to the groups that chose it, and to all."""

    chosen: GroupFit
    every: GroupFit


def in_every_group(fit: GroupFit, rows: GroupedRows, *, chosen: Sequence[int]) -> Fits | None:
    """Fit a form to all groups; `None` if it has no value in one.

    Args:
        fit: To the groups that chose it.
        rows: Of all groups.
        chosen: Their numbers, in ascending order.
    """
    if len(chosen) == rows.groups:
        return Fits(fit, fit)
    own = np.array(fit.form.own, dtype=bool)
    numbers = np.repeat(fit.form.numbers[:1], rows.groups, axis=0)
    numbers[chosen] = fit.form.numbers
    form = with_shared(with_parameters(fit.form.form, fit.form.numbers[0]), fit.form.own)
    known = fit.form.numbers[-REMEMBERED:, own]
    for group in np.setdiff1d(np.arange(rows.groups), chosen).tolist() if own.any() else ():
        problem = rows.inner.part(group)
        found = numbers_of_group(form, problem, known=[*known], noise=fit.judged.noise)
        if found is None:
            return None
        numbers[group, own] = found
    whole = GroupForm(form=fit.form.form, own=fit.form.own, numbers=numbers)
    every = judge_groups(whole, rows, noises=(fit.judged.noise,))
    return None if every is None else Fits(fit, every)


def all_in_every_group(
    ranked: Sequence[GroupFit], rows: GroupedRows, *, chosen: Sequence[int], budget: Budget
) -> list[Fits]:
    """Fit forms to all groups; once the time is up, only the first that has a value in each.

    Args:
        ranked: Fitted to the groups that chose them, the best first.
        rows: Of all groups.
        chosen: Numbers of these groups, in ascending order.
        budget: Of the search.
    """
    found: list[Fits] = []
    for fit in ranked:
        if found and budget.is_up:
            break
        if (fits := in_every_group(fit, rows, chosen=chosen)) is not None:
            found.append(fits)
    return found
