"""Levenberg-Marquardt on many runs at once, inside of intervals, each with its own damping."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import torch
from jaxtyping import Float, Int
from torch import Tensor

SOLVED = 1e-20
"""Sum of squares at which a run ends: residuals in double precision have little left to lose."""

DAMPING = 1e-2
"""Damping at the start, relative to the largest diagonal entry of JᵀJ."""

LARGEST_DAMPING = 1e8
"""Damping at which no step is left that could lower the sum of squares."""

PATIENCE = 50
"""Steps in which the sum of squares of a run has to fall by a tenth, or the run ends."""

Residuals = Callable[[Float[Tensor, "runs size"]], tuple[Tensor, Tensor]]
"""Parameters `(runs, size)` → residuals `(runs, n)` and their Jacobians `(runs, n, size)`."""


@dataclass(frozen=True)
class LeastSquares:
    """Where each run stopped.

    Args:
        parameters: `(runs, size)`; never worse than the start.
        value: The sum of squares there `(runs,)`; infinite where it is no number.
    """

    parameters: Tensor
    value: Tensor


@dataclass(frozen=True)
class _Point:
    parameters: Tensor
    value: Tensor
    gradient: Tensor  # half of it: Jᵀr
    hessian: Tensor  # half of Gauss and Newton's: JᵀJ

    def of(self, mask: Tensor) -> "_Point":
        """Return it for some runs."""
        return _Point(
            self.parameters[mask], self.value[mask], self.gradient[mask], self.hessian[mask]
        )


def minimise(
    residuals: Callable[[Int[Tensor, " some"]], Residuals],
    start: Float[Tensor, "runs size"],
    *,
    low: Float[Tensor, "runs size"],
    high: Float[Tensor, "runs size"],
    iterations: int,
) -> LeastSquares:
    """Minimise every run's own sum of squares.

    A step solves ``(JᵀJ + μ m I) d = Jᵀr`` with ``m`` the largest diagonal entry of JᵀJ, in the
    parameters that the gradient does not push out of their interval, and is clamped to the
    intervals. μ falls where the sum fell as the linear model foretold and grows ever faster where
    it did not. (Marquardt's diagonal of JᵀJ in place of ``m I`` stalls more often where inputs
    lie close together.)

    Args:
        residuals: Numbers of some runs → those runs' residuals and their Jacobians, each
            independent of the other runs.
        start: Where they begin, inside of the intervals.
        low: Lower ends of the intervals; an interval of one point holds a parameter.
        high: Upper ends.
        iterations: Steps of a run at most, those included that are not taken; fewer where the sum
            does not fall any more.

    References:
        Nielsen, Damping parameter in Marquardt's method (1999).
    """
    runs = torch.arange(len(start), device=start.device)
    ends = LeastSquares(start.clone(), torch.full_like(start[:, 0], torch.inf))
    function = residuals(runs)
    at = _evaluate(function, start)
    damping, growth = torch.full_like(at.value, DAMPING), torch.full_like(at.value, 2.0)
    before = at.value
    for iteration in range(iterations):
        if iteration and iteration % PATIENCE == 0:
            # A minimum above 0 is approached for ever; one at 0 never so slowly.
            damping = torch.where(at.value > 0.9 * before, LARGEST_DAMPING, damping)
            before = at.value
        active = (at.value > SOLVED) & torch.isfinite(at.value) & (damping < LARGEST_DAMPING)
        if 2 * int(active.sum()) <= len(active):
            # The others cost nothing any more.
            _store(ends, runs, at)
            runs, at = runs[active], at.of(active)
            damping, growth, before = damping[active], growth[active], before[active]
            low, high, active = low[active], high[active], active[active]
            function = residuals(runs)
        if not len(runs):
            break
        new, foretold = _step(at, damping, low=low, high=high)
        following = _evaluate(function, new)
        better = active & (following.value < at.value)
        shrunk = damping * _factor(at.value - following.value, foretold)
        damping = torch.where(better, shrunk, damping * growth).clamp(min=1e-15)
        growth = torch.where(better, 2.0, 2 * growth)
        at = _choose(better, following, at)
    _store(ends, runs, at)
    return ends


def _store(ends: LeastSquares, runs: Tensor, at: _Point) -> None:
    ends.parameters[runs], ends.value[runs] = at.parameters, at.value


def _evaluate(residuals: Residuals, parameters: Tensor) -> _Point:
    r, J = residuals(parameters)
    gradient = (J.mT @ r.unsqueeze(-1)).squeeze(-1)
    hessian = J.mT @ J
    finite = torch.isfinite(r).all(1) & torch.isfinite(hessian).flatten(1).all(1)
    return _Point(parameters, torch.where(finite, (r * r).sum(1), torch.inf), gradient, hessian)


def _step(at: _Point, damping: Tensor, *, low: Tensor, high: Tensor) -> tuple[Tensor, Tensor]:
    """Return where a step leads, and by how much the linear model says that the value falls."""
    theta, gradient = at.parameters, at.gradient
    pushed = ((theta <= low) & (gradient >= 0)) | ((theta >= high) & (gradient <= 0))
    free = (~pushed).to(theta.dtype)
    gradient = gradient * free
    hessian = at.hessian * free.unsqueeze(-1) * free.unsqueeze(-2)
    # Above 0 in any case: a run whose parameters are all pushed has nothing to solve.
    scale = hessian.diagonal(dim1=1, dim2=2).amax(1) + 1e-30
    identity = torch.eye(theta.shape[1], dtype=theta.dtype, device=theta.device)
    damped = hessian + (damping * scale).view(-1, 1, 1) * identity
    # Without a check that would wait for a GPU: a singular system gives a step that is not taken.
    solve = cast("Callable[..., tuple[Tensor, Tensor]]", torch.linalg.solve_ex)  # pyright: ignore[reportUnknownMemberType]
    step, _ = solve(damped, gradient)
    new = (theta - step).clamp(low, high)
    taken = theta - new
    curved = (taken.unsqueeze(-2) @ hessian @ taken.unsqueeze(-1)).flatten()
    return new, 2 * (taken * gradient).sum(1) - curved


def _factor(fallen: Tensor, foretold: Tensor) -> Tensor:
    """Return what a step that is taken multiplies the damping by, from 1/3 to 2."""
    # 1 where the sum of squares fell as the linear model said.
    ratio = fallen / foretold.clamp(min=torch.finfo(foretold.dtype).tiny)
    return (1 - (2 * ratio - 1) ** 3).clamp(1 / 3, 2)


def _choose(mask: Tensor, new: _Point, old: _Point) -> _Point:
    def chosen(name: str) -> Tensor:
        one, other = getattr(new, name), getattr(old, name)
        return torch.where(mask.view(-1, *[1] * (one.ndim - 1)), one, other)

    return _Point(*[chosen(name) for name in ("parameters", "value", "gradient", "hessian")])
