"""A first look at a form: every group fitted alone, with constants of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nalm.discovery._budget import Budget
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.groups._fit import structure_length
from nalm.discovery.groups._form import GroupForm
from nalm.discovery.groups._rows import GroupedRows
from nalm.discovery.groups._starts import numbers_of_groups
from nalm.discovery.scoring._judge import ScoredFormula, judge
from nalm.discovery.scoring._residual_pattern import residuals_consistent_with_noise
from nalm.symbolic import Sum, with_parameters


@dataclass(frozen=True, kw_only=True)
class Screened:
    """A form in all groups, each with its own constants.

    Attributes:
        form: With the numbers of every group.
        noise: The noise under which it fits better.
        score: As of a formula, the form counted once; lower is better.
        fits: Whether the residuals of every group are rounding error, or consistent with noise.
    """

    form: GroupForm
    noise: NoiseModel
    score: float
    fits: bool


def screened(
    form: Sum, rows: GroupedRows, *, noises: Sequence[NoiseModel], budget: Budget
) -> Screened | None:
    """Fit a form to every group alone; `None` if it has no value in one, or the time is up.

    Args:
        form: With the numbers of some group.
        rows: Of the groups.
        noises: That are tried.
        budget: Its time.
    """
    tried = [_under(form, rows, noise, budget=budget) for noise in noises]
    usable = [each for each in tried if each is not None and np.isfinite(each.score)]
    return min(usable, key=lambda each: each.score) if usable else None


def _under(form: Sum, rows: GroupedRows, noise: NoiseModel, *, budget: Budget) -> Screened | None:
    inner = [rows.inner.part(g) for g in range(rows.groups)]
    outer = [rows.outer.part(g) for g in range(rows.groups)]
    numbers = numbers_of_groups(form, inner, noise=noise, budget=budget)
    if numbers is None:
        return None
    judged: list[ScoredFormula] = []
    for own, fitted, tried in zip(numbers, inner, outer, strict=True):
        with np.errstate(all="ignore"):
            one = judge(with_parameters(form, own), fitted, outer=tried, noises=(noise,))
        if one is None:
            return None
        judged.append(one)
    own = (True,) * numbers.shape[1]
    return Screened(
        form=GroupForm(form=form, own=own, numbers=numbers),
        noise=noise,
        # Each group's score holds the length of the form, which is written once.
        score=sum(one.score for one in judged) - (len(judged) - 1) * structure_length(form),
        fits=all(
            one.is_exact or residuals_consistent_with_noise(one, inner=fitted, outer=tried)
            for one, fitted, tried in zip(judged, inner, outer, strict=True)
        ),
    )
