"""Levenberg and Marquardt's method for a whole cohort, each start with its own damping."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

import torch
from torch import Tensor

from nalm.discovery.engine._limits import Limits
from nalm.discovery.engine._model import Fit
from nalm.discovery.engine._quadratic import Quadratic

SHRINK, GROW = 0.2, 4.0
LONGEST = 2.0
"""Largest change of one parameter in a step: exponents are of the order of 1."""
STRIDE, GAIN = 20, 0.02
"""Further steps are taken, so many at a time, while they lower the best cost by this share."""


@dataclass(frozen=True, kw_only=True)
class Cohort:
    """Starts in flight.

    Attributes:
        flat: Parameters `(starts, parameters)`.
        free: 1 where a parameter may move, 0 where it is fixed `(starts, parameters)`.
        weight: Factors of the residuals `(starts, rows)`.
    """

    flat: Tensor
    free: Tensor
    weight: Tensor

    def take(self, index: Tensor) -> "Cohort":
        """Keep some of the starts."""
        return Cohort(flat=self.flat[index], free=self.free[index], weight=self.weight[index])


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
    cohort: Cohort,
    model: Model,
    *,
    bound: Tensor,
    steps: Steps,
    limits: Limits,
) -> tuple[Cohort, Quadratic]:
    """Minimise each start's cost.

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
    damping, last = torch.full_like(now.cost, 0.1), float(now.cost.min())
    for number in range(steps.count + steps.further):
        limits.check()
        if number >= steps.count - STRIDE and (number - steps.count) % STRIDE == 0:
            lowest = float(now.cost.min())
            if number >= steps.count and lowest > (1 - GAIN) * last:
                break
            last = lowest
        if number in steps.halve_at and len(now.cost) > 12:
            best = now.cost.argsort()[: max(12, len(now.cost) // 3)]
            cohort, now, damping = cohort.take(best), now.take(best), damping[best]
        flat = cohort.flat - _step(now, damping, cohort.free)
        flat = flat.clamp(-bound, bound)
        new = Quadratic.of(model(flat, cohort.weight))
        better = new.cost < now.cost
        cohort = replace(cohort, flat=torch.where(better[:, None], flat, cohort.flat))
        now = new.where(better, now)
        damping = torch.where(better, damping * SHRINK, damping * GROW).clamp(1e-15, 1e10)
    return cohort, now


def _step(now: Quadratic, damping: Tensor, free: Tensor) -> Tensor:
    normal = now.curvature * free[:, None] * free[:, :, None]
    size = normal.diagonal(dim1=1, dim2=2)
    floor = 1e-6 * size.amax(1, keepdim=True) + 1e-30
    damped = normal + torch.diag_embed(damping[:, None] * (size + floor))
    cholesky = torch.linalg.cholesky_ex  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType]
    factor, failed = cast("tuple[Tensor, Tensor]", cholesky(damped))
    step = torch.cholesky_solve((now.gradient * free)[:, :, None], factor)[:, :, 0]
    step = torch.where((failed == 0)[:, None], step, torch.zeros_like(step))
    return torch.nan_to_num(step, 0.0, 0.0, 0.0).clamp(-LONGEST, LONGEST) * free
