"""What a step does with the gradients of one run."""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import cast

import torch
from torch import Tensor, nn

from nalm.training._recipe._optimizers import State, Tensors
from nalm.training._recipe._recipe import Recipe
from nalm.units import Unit

Position = tuple[dict[str, Tensor], State]
"""Parameters, and what the optimiser stores for them."""

Update = Callable[[Recipe, Tensors, Position, Tensor], Position]


def constraints(network: nn.Module) -> dict[str, tuple[float, float]]:
    """Collect the intervals of a network's constrained parameters by full parameter name."""
    modules = cast("Iterable[tuple[str, nn.Module]]", network.named_modules())
    return {
        f"{path}.{name}" if path else name: interval
        for path, module in modules
        if isinstance(module, Unit)
        for name, interval in module.constraints.items()
    }


def intervals(network: nn.Module) -> dict[str, tuple[float, float]]:
    """Return each parameter's interval by its full name, infinite where it has none."""
    limits = constraints(network)
    return {name: limits.get(name, (-math.inf, math.inf)) for name, _ in network.named_parameters()}


def updating(limits: Mapping[str, tuple[float, float]]) -> Update:
    """Build the function that clips gradients, takes the optimiser's step and clamps its result.

    It takes the run's recipe, gradients and position, and the step, and returns the new position.

    Args:
        limits: Intervals of the constrained parameters.
    """

    def update(recipe: Recipe, gradients: Tensors, old: Position, step: Tensor) -> Position:
        parameters, state = old
        for clip in recipe.clipping:
            gradients = clip(gradients)
        moved, state = recipe.optimizer.update(gradients, state, parameters, step)
        # A projection after the step: what the optimiser stores is that of the unclamped step.
        for name, (low, high) in limits.items():
            moved[name] = moved[name].clamp(low, high)
        return moved, state

    return update


def choose(mask: Mapping[str, Tensor], *, new: Position, old: Position) -> Position:
    """Return the new position in the parameters whose mask is true, and the old one in the others.

    Args:
        mask: Name of each parameter → a truth value, one for the run.
        new: Taken where it is true.
        old: Taken where it is false.
    """

    def chosen(new: Tensors, old: Tensors) -> dict[str, Tensor]:
        return {name: torch.where(mask[name], new[name], old[name]) for name in new}

    return chosen(new[0], old[0]), {slot: chosen(new[1][slot], old[1][slot]) for slot in new[1]}
