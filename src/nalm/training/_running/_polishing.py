"""Polishing of a cohort: minimising the loss of one fixed batch, run by run."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.func import grad_and_value, vmap
from torch.utils import _pytree as pytree

from nalm.compilation.passes import compile_program
from nalm.training._cohort import Cohort
from nalm.training._run import Run
from nalm.training._steps._batches import batches
from nalm.training._steps._draws import drawing
from nalm.training._steps._functional import batched_attention
from nalm.training._steps._objective import objective, per_run_state
from nalm.training._steps._update import constraints

Shapes = dict[str, torch.Size]


def polish_(cohort: Cohort, run: Run, network: nn.Module, *, compile: bool) -> None:
    """Polish a cohort as its recipe says, in place.

    The search ignores the intervals of constrained parameters, and its end is clamped to them.
    """
    recipe = run.recipe
    if recipe.polishing is None:
        return
    with torch.no_grad():
        values = _values(cohort, run, network, compile=compile)
        shapes = {name: stack.shape for name, stack in cohort.parameters.items()}

        def flat(parameters: Tensor) -> tuple[Tensor, Tensor]:
            value, gradients = values(_split(parameters, shapes))
            return value, _join(gradients)

        # Unconstrained: clamping inside a line search would break the agreement of values and
        # slopes.
        found = recipe.polishing.minimise(flat, _join(cohort.parameters))
        for name, stack in _split(found, shapes).items():
            cohort.parameters[name].copy_(stack)
        for name, (low, high) in constraints(network).items():
            cohort.parameters[name].clamp_(low, high)


def _values(
    cohort: Cohort, run: Run, network: nn.Module, *, compile: bool
) -> Callable[[dict[str, Tensor]], tuple[Tensor, dict[str, Tensor]]]:
    """Return each run's loss and its gradient as a function of the stacks."""
    step = (cohort.step - 1).clamp(min=0)  # the last that was taken
    x, t = batches(run)(cohort, step)
    # All but the parameters stays the same during the search: the batch is drawn once.
    state = {**per_run_state(cohort), "x": x, "t": t}
    rest, shape = pytree.tree_flatten((step, state, cohort.noise))
    names = list(cohort.parameters)
    losses = objective(run, network)

    def stacked(*tensors: Tensor) -> list[Tensor]:
        step, state, noise = pytree.tree_unflatten(list(tensors[len(names) :]), shape)

        def one(parameters: dict[str, Tensor], state: dict[str, Tensor]) -> Any:  # noqa: ANN401
            both = losses({**state, "parameters": parameters}, step)
            return grad_and_value(both, has_aux=True)(parameters)

        parameters = dict(zip(names, tensors, strict=False))
        # As the last step drew them: what is minimised has to stay the same function.
        with drawing(noise, step, dtype=run.recipe.dtype), batched_attention():
            each = vmap(one, randomness="different")
            gradients, (value, _) = each(parameters, state)
        return [value, *[gradients[name] for name in names]]

    program: Callable[..., list[Tensor]] = stacked
    if compile:
        example = [*cohort.parameters.values(), *rest]
        program = compile_program(stacked, example, identity=("finish", run.signature))

    def values(parameters: dict[str, Tensor]) -> tuple[Tensor, dict[str, Tensor]]:
        # The slices of the joined vector have gaps, and the program is bound to the strides of its
        # example.
        tensors = [parameters[name].contiguous() for name in names]
        value, *gradients = program(*tensors, *rest)
        return value, dict(zip(names, gradients, strict=True))

    return values


def _join(stacks: dict[str, Tensor]) -> Tensor:
    return torch.cat([stack.flatten(1) for stack in stacks.values()], dim=1)


def _split(parameters: Tensor, shapes: Shapes) -> dict[str, Tensor]:
    stacks: dict[str, Tensor] = {}
    start = 0
    for name, shape in shapes.items():
        stop = start + shape[1:].numel()
        stacks[name] = parameters[:, start:stop].reshape(shape)
        start = stop
    return stacks
