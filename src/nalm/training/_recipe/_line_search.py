"""A step length for every run, by bisection."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

# Both constants are those that Nocedal and Wright (2006) advise for quasi-Newton directions.
ARMIJO = 1e-4
"""Share of the decrease that the gradient promises, which a step has to reach."""

WOLFE = 0.9
"""Share of the slope that may be left after a step."""

TRIALS = 30
"""Step lengths tried at most."""


class Point(NamedTuple):
    """Parameters `(runs, size)`, their values `(runs,)` and gradients `(runs, size)`."""

    parameters: Tensor
    value: Tensor
    gradient: Tensor


def line_search(
    objective: Callable[[Tensor], tuple[Tensor, Tensor]],
    start: Point,
    direction: Tensor,
    *,
    length: Tensor,
    active: Tensor,
) -> tuple[Point, Tensor]:
    """Find for each run a step along its direction that satisfies the weak Wolfe conditions.

    Bisection needs neither interpolation nor smoothness, so it also serves objectives with an L1
    norm, and runs at different stages take their trials together.

    Args:
        objective: Parameters → values and gradients.
        start: Where each run is.
        direction: Where each run goes, downhill.
        length: First step length tried `(runs,)`.
        active: Runs that move; the others stay where they are.

    Returns:
        The new points, and a mask of the runs whose value decreased.

    References:
        Lewis and Overton, Nonsmooth optimization via quasi-Newton methods (2013), algorithm 2.6.
    """
    slope = (start.gradient * direction).sum(-1)
    low, high = torch.zeros_like(length), torch.full_like(length, torch.inf)
    best, moved = start, torch.zeros_like(active)
    searching = active
    for _ in range(TRIALS):
        if not bool(searching.any()):
            break
        # A run that has found its step is not moved again, whatever the others still try.
        parameters = start.parameters + length[:, None] * direction
        trial = Point(parameters, *objective(parameters))
        finite = torch.isfinite(trial.value) & torch.isfinite(trial.gradient).all(-1)
        # Where the value is not finite, the step was too long.
        enough = finite & (trial.value <= start.value + ARMIJO * length * slope)
        # This condition makes sᵀy of the step positive, which L-BFGS needs to keep the pair.
        flat = (trial.gradient * direction).sum(-1) >= WOLFE * slope
        # Until both conditions hold, the furthest step that decreases enough is the best known.
        better = searching & enough & (trial.value < start.value)
        best = _where(better, trial, best)
        moved = moved | better
        high = torch.where(searching & ~enough, length, high)
        low = torch.where(searching & enough & ~flat, length, low)
        searching = searching & ~(enough & flat)
        # Doubled until one step is too long, then bisected between the longest that is too short
        # and the shortest that is too long.
        middle = torch.where(torch.isinf(high), 2 * low, (low + high) / 2)
        length = torch.where(searching, middle, length)
    return best, moved


def _where(mask: Tensor, yes: Point, no: Point) -> Point:
    column = mask[:, None]
    return Point(
        torch.where(column, yes.parameters, no.parameters),
        torch.where(mask, yes.value, no.value),
        torch.where(column, yes.gradient, no.gradient),
    )
