"""Levenberg and Marquardt's method for a whole cohort, each start with its own damping."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

import torch
from torch import Tensor

from nalm.discovery._budget import Limits
from nalm.discovery.stages.cohorts._model import Fit
from nalm.discovery.stages.cohorts._per_start import PerStart, joined
from nalm.discovery.stages.cohorts._quadratic import Quadratic

SHRINK, GROW = 0.2, 4.0
FEWEST = 12
"""Starts that are not given up."""
LONGEST = 2.0
"""Largest change of one parameter in a step: exponents are of the order of 1."""
WATCHED, STILL = 8, 1e-3
"""A start rests once so many steps have lowered its cost by no more than this share."""
STRIDE, GAIN = 20, 0.02
"""Further steps are taken, so many at a time, while they lower the best cost by this share."""


@dataclass(frozen=True, kw_only=True)
class StartBatch(PerStart):
    """Starts in flight.

    Attributes:
        flat: Parameters `(starts, parameters)`.
        free: 1 where a parameter may move, 0 where it is fixed `(starts, parameters)`.
        weight: Factors of the residuals `(starts, rows)`.
    """

    flat: Tensor
    free: Tensor
    weight: Tensor


@dataclass(frozen=True, kw_only=True)
class Steps:
    """How many steps are taken.

    Attributes:
        count: In any case.
        halve_at: After how many of them the worse two thirds of the starts are given up.
        further: Most steps after these, while the best start is still on its way.
    """

    count: int
    halve_at: tuple[int, ...] = ()
    further: int = 0


Model = Callable[[Tensor, Tensor], Fit]
"""From flat parameters and weights to a fit."""


def minimise(
    cohort: StartBatch,
    model: Model,
    *,
    bound: Tensor,
    steps: Steps,
    limits: Limits,
) -> tuple[StartBatch, Quadratic]:
    """Minimise each start's cost. A start whose cost falls no more rests.

    Args:
        cohort: Where to begin, within the bound.
        model: Fits given parameters.
        bound: Largest absolute value of each parameter `(parameters,)`.
        steps: How many.
        limits: Whose time is checked at every step.
    """
    now = Quadratic.of(model(cohort.flat, cohort.weight))
    if not cohort.flat.shape[1]:
        return cohort, now
    place = torch.arange(len(now.cost))
    moving = _Starts(
        cohort=cohort, now=now, damping=torch.full_like(now.cost, 0.1), seen=now.cost, place=place
    )
    # Resting starts leave the tensors of the moving ones, so that later steps take less time.
    resting, last = moving.take(place[:0]), float(now.cost.min())
    for number in range(steps.count + steps.further):
        limits.check()
        # The best cost is looked at a stride before the further steps begin, and after each stride
        # of them.
        if number >= steps.count - STRIDE and (number - steps.count) % STRIDE == 0:
            lowest = float(torch.cat([moving.now.cost, resting.now.cost]).min())
            if number >= steps.count and lowest > (1 - GAIN) * last:
                break
            last = lowest
        if number in steps.halve_at:
            moving, resting = _halved(moving, resting)
        if number and number % WATCHED == 0:
            moving, resting = _watched(moving, resting)
        if not len(moving.place):
            break
        moving = _advanced(moving, model, bound=bound)
    ended = joined([moving, resting])
    ended = ended.take(ended.place.argsort())
    return ended.cohort, ended.now


@dataclass(frozen=True, kw_only=True)
class _Starts(PerStart):
    """Some of the starts of a cohort.

    Attributes:
        cohort: Their parameters.
        now: Their costs.
        damping: Of their next step `(starts,)`.
        seen: Their costs when it was last looked whether they fall `(starts,)`.
        place: That they have among all `(starts,)`.
    """

    cohort: StartBatch
    now: Quadratic
    damping: Tensor
    seen: Tensor
    place: Tensor


def _halved(moving: _Starts, resting: _Starts) -> tuple[_Starts, _Starts]:
    """Give up the worse two thirds of all; few are kept in any case."""
    costs = torch.cat([moving.now.cost, resting.now.cost])
    kept = torch.zeros_like(costs, dtype=torch.bool)
    kept[costs.argsort()[: max(FEWEST, len(costs) // 3)]] = True
    count = len(moving.place)
    return moving.take(kept[:count]), resting.take(kept[count:])


def _watched(moving: _Starts, resting: _Starts) -> tuple[_Starts, _Starts]:
    """Let those rest whose costs fall no more."""
    falls = moving.now.cost < (1 - STILL) * moving.seen
    if not falls.all():
        moving, resting = moving.take(falls), joined([resting, moving.take(~falls)])
    return replace(moving, seen=moving.now.cost), resting


def _advanced(starts: _Starts, model: Model, *, bound: Tensor) -> _Starts:
    """Take a step of each start that lowers its cost."""
    cohort, now, damping = starts.cohort, starts.now, starts.damping
    flat = (cohort.flat - _step(now, damping, cohort.free)).clamp(-bound, bound)
    new = Quadratic.of(model(flat, cohort.weight))
    # False for a cost that is not finite: its start stays, and its damping grows.
    better = new.cost < now.cost
    return replace(
        starts,
        cohort=replace(cohort, flat=torch.where(better[:, None], flat, cohort.flat)),
        now=new.where(better, now),
        damping=torch.where(better, damping * SHRINK, damping * GROW).clamp(1e-15, 1e10),
    )


def _step(now: Quadratic, damping: Tensor, free: Tensor) -> Tensor:
    # Fixed parameters get rows and columns of 0: the floor keeps the matrix regular, and they stay.
    normal = now.curvature * free[:, None] * free[:, :, None]
    size = normal.diagonal(dim1=1, dim2=2)
    floor = 1e-6 * size.amax(1, keepdim=True) + 1e-30
    damped = normal + torch.diag_embed(damping[:, None] * (size + floor))
    # Unlike `cholesky`, it does not raise for all starts where the matrix of one is not positive
    # definite. That one stays where it is and is damped more.
    cholesky = torch.linalg.cholesky_ex  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType]
    factor, failed = cast("tuple[Tensor, Tensor]", cholesky(damped))
    step = torch.cholesky_solve((now.gradient * free)[:, :, None], factor)[:, :, 0]
    step = torch.where((failed == 0)[:, None], step, torch.zeros_like(step))
    return torch.nan_to_num(step, 0.0, 0.0, 0.0).clamp(-LONGEST, LONGEST) * free
