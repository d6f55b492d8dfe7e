"""Rounding: exponents become exact one after another, as far as the data allow."""

from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._exponents import DENOMINATORS, cost_of_measured, costs, nearest
from nalm.discovery.stages.cohorts._levenberg import Model, StartBatch, Steps, minimise
from nalm.discovery.stages.cohorts._quadratic import Quadratic

FLOOR = 1e-22
"""Mean squared residual that counts as rounding error, with y scaled to 1."""

DETOUR = 14.0
"""How much longer than the shortest a description on the way to a shorter one may be."""


@dataclass(frozen=True, kw_only=True)
class Rounding:
    """What may be rounded.

    Attributes:
        exponents: Which parameters are exponents `(parameters,)`.
        whole: Which of them have to become integers, because a base is negative `(parameters,)`.
        bound: Largest absolute value of each parameter `(parameters,)`.
        limits: Of the search.
        beat: Description length from which a start is not worth rounding.
    """

    exponents: Tensor
    whole: Tensor
    bound: Tensor
    limits: Limits
    beat: float = np.inf


@dataclass(frozen=True, kw_only=True)
class Rounded:
    """A cohort whose exponents are exact where `free` is 0.

    Attributes:
        cohort: Parameters and which are free.
        fit: Of the cohort.
        length: Description length, in units of the Bayesian information criterion `(starts,)`.
    """

    cohort: StartBatch
    fit: Quadratic
    length: FloatArray

    def where(self, which: Tensor, other: "Rounded") -> "Rounded":
        """Take another's starts where `which` is false `(starts,)`."""
        mine, its = self.cohort, other.cohort
        return Rounded(
            cohort=replace(
                mine,
                flat=torch.where(which[:, None], mine.flat, its.flat),
                free=torch.where(which[:, None], mine.free, its.free),
            ),
            fit=self.fit.where(which, other.fit),
            length=np.where(which.numpy(), self.length, other.length),
        )


def round_exponents(cohort: StartBatch, model: Model, *, rounding: Rounding) -> Rounded:
    """Fix, in each start, the exponent whose rounding costs the fit least; refit; repeat.

    The path goes on a little way beyond a rounding that makes the description longer, because
    exponents that depend on each other may only pay together; each start's shortest is returned.
    """
    cohort, fit = minimise(
        cohort, model, bound=rounding.bound, steps=Steps(count=10), limits=rounding.limits
    )
    hopeful = _hopeful(cohort, fit, rounding)
    cohort, fit = cohort.take(hopeful), fit.take(hopeful)
    here = Rounded(cohort=cohort, fit=fit, length=_length(cohort, fit, rounding))
    best, tried = here, torch.zeros_like(cohort.free)
    single = torch.zeros(len(cohort.free), dtype=torch.bool)
    for _ in range(int(1.5 * float(rounding.exponents.sum())) + 1):
        open_ = here.cohort.free * rounding.exponents * (1 - tried)
        if not open_.any():
            break
        proposal, chosen = _propose(here, open_, single, rounding=rounding)
        moved, new = minimise(
            proposal, model, bound=rounding.bound, steps=Steps(count=5), limits=rounding.limits
        )
        there = Rounded(cohort=moved, fit=new, length=_length(moved, new, rounding))
        # Longer than the best so far by up to the detour: two exponents that depend on each other
        # often pay only once both are exact.
        accepted = torch.as_tensor(there.length <= best.length + DETOUR)
        several = chosen.sum(1) > 1  # rounded together and refused: try them one by one
        refused = ~accepted & (~several | single)
        single = single | (~accepted & several)
        tried = torch.where(refused[:, None], torch.maximum(tried, chosen), tried)
        here = there.where(accepted, here)
        best = here.where(torch.as_tensor(here.length <= best.length), best)
    return best


def _hopeful(cohort: StartBatch, fit: Quadratic, rounding: Rounding) -> Tensor:
    """Indices of the starts that could still beat the best, if all exponents were free of cost."""
    constants = ((rounding.exponents == 0) & (cohort.free > 0)).sum(1).numpy()
    lengths = _misfit(cohort, fit) + np.log(cohort.weight.shape[1]) * constants
    chosen = np.flatnonzero(lengths <= max(rounding.beat, lengths.min()))
    return torch.as_tensor(chosen if len(chosen) else np.array([0]))


def _propose(
    state: Rounded, open_: Tensor, single: Tensor, *, rounding: Rounding
) -> tuple[StartBatch, Tensor]:
    """Fix the cheapest exponents of each start, and move the others as they are correlated.

    Args:
        state: Where the path stands.
        open_: 1 where an exponent may be rounded.
        single: Which starts have to round one exponent at a time.
        rounding: What may be rounded.
    """
    flat, free = state.cohort.flat, state.cohort.free
    covariance = _covariance(state.cohort, state.fit)
    value = flat.numpy()
    variance = np.maximum(covariance.diagonal(dim1=1, dim2=2).numpy(), 1e-300)
    measured = cost_of_measured(np.sqrt(variance))
    best = np.full(value.shape, np.inf)
    target = value.copy()
    for denominator in DENOMINATORS:
        rounded = nearest(value, denominator)
        # How much the description grows: to second order the misfit rises by (shift / standard
        # error)² if all others follow. The cost of an exact exponent replaces that of a measured
        # one.
        gain = np.square(value - rounded) / variance + costs(rounded) - measured
        gain = np.where(np.abs(rounded) > rounding.bound.numpy(), np.inf, gain)
        if denominator > 1:
            gain = np.where(rounding.whole.numpy() > 0, np.inf, gain)
        # Denominators ascend: of equal numbers such as 1/2 and 2/4, the simpler one stays.
        better = gain < best - 1e-9
        best, target = np.where(better, gain, best), np.where(better, rounded, target)
    best = np.where(open_.numpy() > 0, best, np.inf)
    # All that are already there to within rounding error go together.
    there = (np.abs(target - value) < 1e-7) & np.isfinite(best) & (best < 0)
    there &= ~single.numpy()[:, None]
    first = np.zeros_like(there)
    first[np.arange(len(best)), best.argmin(axis=1)] = True
    first &= np.isfinite(best)  # a start may have none left
    chosen = torch.as_tensor(np.where(there.any(axis=1, keepdims=True), there, first))
    shift = torch.as_tensor(target - value) * chosen
    moved = flat + _follow(covariance, shift, chosen)
    moved = torch.where(chosen, torch.as_tensor(target), moved)
    cohort = replace(state.cohort, flat=moved, free=free * (~chosen))
    return cohort, chosen.to(free.dtype)


def _follow(covariance: Tensor, shift: Tensor, chosen: Tensor) -> Tensor:
    """Conditional mean of the other parameters; only where a single one was chosen."""
    # Of a Gaussian, the mean of the others given one value: they shift by Σⱼₖ / Σₖₖ times its
    # shift.
    single = (chosen.sum(1) == 1).to(shift.dtype)
    size = covariance.diagonal(dim1=1, dim2=2).clamp(min=1e-300)
    step = (covariance @ (shift / size)[:, :, None])[:, :, 0] * single[:, None]
    return torch.nan_to_num(step, 0.0, 0.0, 0.0).clamp(-1, 1)


def _covariance(cohort: StartBatch, fit: Quadratic) -> Tensor:
    """Covariance of the free parameters; fixed ones get none."""
    free, rows = cohort.free, cohort.weight.shape[1]
    degrees = (rows - free.sum(1)).clamp(min=1)
    variance = (fit.cost.clamp(min=FLOOR) * rows / degrees).nan_to_num(1.0, 1.0, 1.0)
    normal = fit.curvature * free[:, :, None] * free[:, None]
    size = normal.diagonal(dim1=1, dim2=2).sqrt()
    lengths = size[:, :, None] * size[:, None]
    unit = normal / lengths.clamp(min=1e-300)
    # Of correlations instead of covariances, so that one ridge suits parameters of all sizes. Fixed
    # parameters get a 1, which keeps the matrix regular.
    unit = unit + torch.diag_embed(1e-10 + (size == 0).to(size.dtype))
    inverse = unit.inverse() / lengths.clamp(min=1e-300)
    return inverse * variance[:, None, None] * free[:, :, None] * free[:, None]


def _length(cohort: StartBatch, fit: Quadratic, rounding: Rounding) -> FloatArray:
    rows = cohort.weight.shape[1]
    is_exponent = (rounding.exponents > 0).expand_as(cohort.free).numpy()
    free = cohort.free.numpy() > 0
    exact = np.where(
        is_exponent & ~free, costs(np.where(is_exponent & ~free, cohort.flat.numpy(), 0.0)), 0.0
    )
    variance = _covariance(cohort, fit).diagonal(dim1=1, dim2=2).numpy()
    deviation = np.sqrt(np.maximum(variance, 0.0))
    measured = np.where(is_exponent & free, cost_of_measured(deviation), 0.0)
    others = np.log(rows) * (~is_exponent & free)
    return _misfit(cohort, fit) + (exact + measured + others).sum(axis=1)


def _misfit(cohort: StartBatch, fit: Quadratic) -> FloatArray:
    """Cost of the residuals and of the linear parameters, comparable between noises."""
    rows = cohort.weight.shape[1]
    misfit = rows * np.log(fit.cost.numpy() + FLOOR)
    # Weights are 1 / size of the noise: the likelihood has the sum of their logarithms.
    misfit = misfit - 2 * np.log(cohort.weight.numpy()).sum(axis=1)
    return misfit + np.log(rows) * fit.linear.shape[1]
