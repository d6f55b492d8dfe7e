"""One training step, written for one run.

`vmap` turns it into a function of a cohort; nothing in it knows how many runs there are.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.func import grad, vmap

from nalm.training._cohort import Cohort
from nalm.training._recipe._alternating_updates import check_patterns, taking_part
from nalm.training._recipe._penalties import Measure
from nalm.training._recipe._recipe import Recipe
from nalm.training._recipe._scheduled_buffers import at_step
from nalm.training._run import Run
from nalm.training._steps._batches import Keep, batches
from nalm.training._steps._draws import drawing
from nalm.training._steps._functional import Tensors, batched_attention, measuring
from nalm.training._steps._objective import objective, per_run_state
from nalm.training._steps._update import Position, choose, constraints, updating


def training_step(run: Run, network: nn.Module, keep: Keep) -> Callable[[Cohort], None]:
    """Build the function that takes every run of a cohort one step further, in place.

    Args:
        run: Any run of the cohort: its structure is everyone's.
        network: A module of the cohort's architecture.
        keep: Marks a tensor that is worth storing rather than computing again.
    """
    check_patterns(run.recipe.alternating_updates, [name for name, _ in network.named_parameters()])
    batch, learn = batches(run), _learning(run, network)

    def step(cohort: Cohort) -> None:
        x, t = batch(cohort, cohort.step, keep=keep)
        # The step has no dimension of runs: schedules of all runs share its arithmetic.
        with drawing(cohort.noise, cohort.step, dtype=run.recipe.dtype), batched_attention():
            moved, state, written, losses = vmap(learn, (0, None), randomness="different")(
                {"parameters": cohort.parameters, **per_run_state(cohort), "x": x, "t": t},
                cohort.step,
            )
        # In place, because the compiled program is called again on the same tensors.
        for name, parameter in moved.items():
            cohort.parameters[name].copy_(parameter)
        for slot, tensors in state.items():
            for name, tensor in tensors.items():
                cohort.optimizer[slot][name].copy_(tensor)
        for name, buffer in written.items():
            cohort.written[name].copy_(buffer)
        for name, sums in cohort.history.items():
            loss = losses[name].to(sums.dtype)
            sums.add_(torch.stack([loss, loss**2], dim=-1))
        cohort.step.add_(1)

    return step


def _learning(run: Run, network: nn.Module) -> Callable[..., Any]:
    """Build the function that takes one run's step: what it changes, and its losses."""
    losses, update = objective(run, network), updating(constraints(network))
    measured = measuring(network)

    def correct(recipe: Recipe, state: dict[str, Any], at: Position, *now: Tensor) -> Position:
        step, loss = now
        for penalty_step in recipe.penalty_steps:
            # The default argument binds the measure of this round of the loop.
            def measure(parameters: Tensors, measure: Measure = penalty_step.measure) -> Tensor:
                return measured(measure, {**parameters, **state["buffers"], **state["written"]})

            gradients = grad(measure)(at[0])
            gradients = {name: penalty_step.weight * each for name, each in gradients.items()}
            # `vmap` has no branches: all runs compute the extra step, and those that are due take
            # it.
            due = dict.fromkeys(at[0], penalty_step.is_due(step, loss))
            at = choose(due, new=update(recipe, gradients, at, step), old=at)
        return at

    def learn(state: dict[str, Any], step: Tensor) -> tuple[dict[str, Tensor], Any, Any, Any]:
        _, _, recipe = run.specs(state["numbers"].unbind(0))
        if recipe.scheduled_buffers:
            written, validation = state["written"], state["validation"]
            written = at_step(recipe.scheduled_buffers, written, step=step, validation=validation)
            state = {**state, "written": written}
        before: Position = state["parameters"], state["optimizer"]
        gradients, seen = grad(losses(state, step), has_aux=True)(before[0])
        after = update(recipe, gradients, before, step)
        if recipe.alternating_updates:
            # Every parameter takes the step, and those that do not take part are put back.
            part = taking_part(recipe.alternating_updates, before[0], step=step)
            after = choose(part, new=after, old=before)
        # Gradients do without the loss's value, so it is made only where it is read.
        if not recipe.needs_losses:
            return *after, seen.written, {}
        after = correct(recipe, state, after, step, seen.loss)
        return *after, seen.written, {"losses": seen.loss}

    return learn
