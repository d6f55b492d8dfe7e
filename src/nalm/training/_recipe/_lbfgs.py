"""L-BFGS on many runs at once, each with its own line search."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from nalm.training._recipe._line_search import Point, line_search

TOLERANCE = 1e-8
"""Largest entry of a gradient that counts as zero."""

Objective = Callable[[Float[Tensor, "runs size"]], tuple[Tensor, Tensor]]
"""Parameters `(runs, size)` → values `(runs,)` and gradients `(runs, size)`."""


@dataclass(frozen=True)
class Minimum:
    """Where each run stopped.

    Args:
        parameters: `(runs, size)`; never worse than the start.
        value: The objective there `(runs,)`.
        iterations: Iterations that each run took `(runs,)`.
    """

    parameters: Tensor
    value: Tensor
    iterations: Tensor


def minimise(
    objective: Objective, start: Float[Tensor, "runs size"], *, iterations: int, history: int
) -> Minimum:
    """Minimise every run's own function by limited-memory BFGS.

    A run stops where no entry of its gradient is above 10⁻⁸, or where no step down its gradient
    lowers its value; the others go on. A run whose value is not finite at the start stays there.

    Args:
        objective: Each run's value and gradient; independent of the other runs.
        start: Where they begin.
        iterations: Search directions of a run at most.
        history: Pairs of steps and gradient differences that are kept.

    References:
        Nocedal and Wright, Numerical Optimization (2006), algorithms 7.4 and 7.5.
    """
    at = Point(start, *objective(start))
    active = _movable(at)
    fresh = torch.ones_like(active)  # nothing is remembered: the direction is the gradient's
    taken = torch.zeros(len(start), dtype=torch.int64, device=start.device)
    memory = _Memory(history)
    for _ in range(iterations):
        if not bool(active.any()):
            break
        direction = memory.direction(at.gradient)
        # Before any curvature is known, the gradient's size says nothing about a step's: at most 1.
        cautious = 1 / at.gradient.abs().sum(-1).clamp(min=1)
        length = torch.where(fresh, cautious, 1.0)
        following, moved = line_search(objective, at, direction, length=length, active=active)
        taken += active & moved
        memory.add(following.parameters - at.parameters, following.gradient - at.gradient)
        memory.forget(~moved)
        # A run that found no step forgets its pairs and tries the gradient once more before it
        # ends.
        active, fresh, at = active & (moved | ~fresh) & _movable(following), ~moved, following
    return Minimum(at.parameters, at.value, taken)


def _movable(at: Point) -> Tensor:
    finite = torch.isfinite(at.value) & torch.isfinite(at.gradient).all(-1)
    return finite & (at.gradient.abs() > TOLERANCE).any(-1)


class _Memory:
    """The last steps and gradient differences of all runs, newest last."""

    def __init__(self, size: int) -> None:
        self.pairs: list[tuple[Tensor, Tensor, Tensor]] = []
        self._size = size

    def add(self, step: Tensor, change: Tensor) -> None:
        """Keep a pair; it has no weight for the runs where its curvature is not positive."""
        curvature = (step * change).sum(-1)
        product = (step * step).sum(-1) * (change * change).sum(-1)
        # Without positive curvature the approximate Hessian would have a direction of ascent.
        # Relative to both lengths, by which Cauchy and Schwarz bound it, so that rounding counts as
        # no curvature whatever the scale of the parameters.
        useful = curvature > torch.finfo(step.dtype).eps * product.sqrt()
        weight = torch.where(useful, 1 / torch.where(useful, curvature, 1.0), 0.0)
        keep = useful[:, None]
        pair = torch.where(keep, step, 0.0), torch.where(keep, change, 0.0), weight
        # All runs share one list. So a pair that is useless for a run still pushes out its oldest.
        self.pairs = [*self.pairs, pair][-self._size :]

    def forget(self, runs: Tensor) -> None:
        """Drop the pairs of the masked runs."""
        # Zeros in place of the pairs: the stacks keep one shape, whichever runs forget.
        column = runs[:, None]
        self.pairs = [
            (
                step.masked_fill(column, 0),
                change.masked_fill(column, 0),
                weight.masked_fill(runs, 0),
            )
            for step, change, weight in self.pairs
        ]

    def direction(self, gradient: Tensor) -> Tensor:
        """Return minus the approximate inverse Hessian times the gradient."""
        q, first = gradient, list[Tensor]()
        # The two loops of algorithm 7.4; a pair of weight 0 drops out of both.
        for step, change, weight in reversed(self.pairs):
            alpha = weight * (step * q).sum(-1)
            q = q - alpha[:, None] * change
            first.append(alpha)
        q = q * self._scale(gradient)[:, None]
        for (step, change, weight), alpha in zip(self.pairs, reversed(first), strict=True):
            q = q + step * (alpha - weight * (change * q).sum(-1))[:, None]
        return -q

    def _scale(self, gradient: Tensor) -> Tensor:
        """Return sᵀy / yᵀy of each run's newest useful pair, 1 before the first."""
        # It estimates the inverse curvature along the last step, so that the step length 1 is
        # mostly accepted (Nocedal and Wright, section 7.2).
        scale = torch.ones_like(gradient[:, 0])
        for step, change, weight in self.pairs:
            square = (change * change).sum(-1)
            ratio = (step * change).sum(-1) / torch.where(weight > 0, square, 1.0)
            scale = torch.where(weight > 0, ratio, scale)
        return scale
