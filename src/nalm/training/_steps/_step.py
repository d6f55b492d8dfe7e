"""One training step and one evaluation, written for one run.

`vmap` turns them into functions of a cohort; nothing in them knows how many runs there are.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

import torch
from torch import Tensor, nn
from torch.func import functional_call, grad, vmap

from nalm.tasks import Distribution, Task
from nalm.training._cohort import Cohort
from nalm.training._recipe._penalties import Measure
from nalm.training._recipe._recipe import Recipe
from nalm.training._recipe._turns import check_turns, taking_part
from nalm.training._run import Run
from nalm.training._spec import with_numbers
from nalm.training._steps._observation import measured, recorded_inputs
from nalm.training._steps._streams import stream
from nalm.training._steps._update import Position, choose, updating
from nalm.units import Unit, sparsity_error

Tensors = Mapping[str, Tensor]
Keep = Callable[[Tensor], Tensor]


class _Objective(nn.Module):
    """Exposes a network and its penalties to one functional call."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, x: Tensor, recipe: Recipe) -> tuple[Tensor, list[Tensor]]:
        with recorded_inputs(self.network, recipe.penalties) as inputs:
            prediction = self.network(x)
        return prediction, [
            measured(each, self.network, inputs=inputs) for each in recipe.penalties
        ]


class _View(nn.Module):
    """Exposes what is measured on a network to one functional call."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, measure: Callable[[nn.Module], Tensor]) -> Tensor:
        return measure(self.network)


def constraints(network: nn.Module) -> dict[str, tuple[float, float]]:
    """Collect the intervals of a network's constrained parameters by full parameter name."""
    modules = cast("Iterable[tuple[str, nn.Module]]", network.named_modules())
    return {
        f"{path}.{name}" if path else name: interval
        for path, module in modules
        if isinstance(module, Unit)
        for name, interval in module.constraints.items()
    }


def training_step(run: Run, network: nn.Module, keep: Keep) -> Callable[[Cohort], None]:
    """Build the function that takes every run of a cohort one step further, in place.

    Args:
        run: Any run of the cohort: its structure is everyone's.
        network: A module of the cohort's architecture.
        keep: Marks a tensor that is worth storing rather than computing again.
    """
    check_turns(run.recipe.turns, [name for name, _ in network.named_parameters()])
    batch, learn = batches(run), _learning(run, network)

    def step(cohort: Cohort) -> None:
        x, t = batch(cohort, cohort.step, keep=keep)
        moved, state, losses = vmap(learn, (0, None))(
            {"parameters": cohort.parameters, **lanes(cohort), "x": x, "t": t}, cohort.step
        )
        for name, parameter in moved.items():
            cohort.parameters[name].copy_(parameter)
        for slot, tensors in state.items():
            for name, tensor in tensors.items():
                cohort.optimizer[slot][name].copy_(tensor)
        for name, sums in cohort.history.items():
            loss = losses[name].to(sums.dtype)
            sums.add_(torch.stack([loss, loss**2], dim=-1))
        cohort.step.add_(1)

    return step


def batches(run: Run) -> Callable[..., tuple[Tensor, Tensor]]:
    """Build the function that draws every run's batch of a step.

    It takes the cohort, the step and, by name, what marks a tensor that is worth storing. It
    returns inputs `(runs, inputs, batch)` and targets `(runs, batch, outputs)`.
    """
    recipe, width = run.recipe, run.task.in_features
    shape = (run.interpolation.uniforms, width, recipe.batch_size)
    source = stream(run.interpolation.source, shape=shape, dtype=recipe.dtype)

    def draw(numbers: Tensor, uniforms: Tensor) -> Tensor:
        _, interpolation, _ = _specs(run, numbers)
        return interpolation.sample(uniforms)

    def target(x: Tensor, numbers: Tensor, instance: Tensors) -> Tensor:
        task, _, _ = _specs(run, numbers)
        return task.target(x.T, instance)

    def batch(cohort: Cohort, step: Tensor, *, keep: Keep = _same) -> tuple[Tensor, Tensor]:
        step = step if recipe.batches is None else step % recipe.batches
        uniforms = source.draw(cohort.seed, step)
        if source.runs is None:
            uniforms = keep(uniforms)  # once, instead of inside every run's loop
        x = keep(vmap(draw, (0, source.runs))(cohort.numbers, uniforms))
        return x, keep(vmap(target)(x, cohort.numbers, cohort.instance))

    return batch


def _same(tensor: Tensor) -> Tensor:
    return tensor


def lanes(cohort: Cohort) -> dict[str, Any]:
    """Return what a run's objective needs of its cohort besides the parameters."""
    names = ("optimizer", "buffers", "numbers", "validation")
    return {name: getattr(cohort, name) for name in names}


def objective(
    run: Run, network: nn.Module
) -> Callable[[dict[str, Any], Tensor], Callable[[Tensors], tuple[Tensor, Tensor]]]:
    """Build the function that gives a lane's losses at a step, as a function of its parameters.

    The first is what is minimised, the second is without the penalties.
    """
    module = _Objective(network)

    def at(lane: dict[str, Any], step: Tensor) -> Callable[[Tensors], tuple[Tensor, Tensor]]:
        _, _, recipe = _specs(run, lane["numbers"])

        def both(parameters: Tensors) -> tuple[Tensor, Tensor]:
            state = within("network", {**parameters, **lane["buffers"]})
            prediction, measures = functional_call(module, state, (lane["x"].T, recipe))
            loss = total = recipe.loss(prediction, lane["t"], step)
            for penalty, measure in zip(recipe.penalties, measures, strict=True):
                total = total + penalty.schedule.weight(step, lane["validation"]) * measure
            return total, loss

        return both

    return at


def _learning(run: Run, network: nn.Module) -> Callable[..., Any]:
    """Build the function that takes a lane's step: new parameters, optimiser state and history."""
    losses, update = objective(run, network), updating(constraints(network))
    view = _View(network)

    def correct(recipe: Recipe, lane: dict[str, Any], at: Position, *now: Tensor) -> Position:
        step, loss = now
        for correction in recipe.corrections:

            def measure(parameters: Tensors, measure: Measure = correction.measure) -> Tensor:
                state = within("network", {**parameters, **lane["buffers"]})
                return functional_call(view, state, (measure,))

            gradients = grad(measure)(at[0])
            gradients = {name: correction.weight * each for name, each in gradients.items()}
            due = dict.fromkeys(at[0], correction.is_due(step, loss))
            at = choose(due, new=update(recipe, gradients, at, step), old=at)
        return at

    def learn(lane: dict[str, Any], step: Tensor) -> tuple[dict[str, Tensor], Any, Any]:
        _, _, recipe = _specs(run, lane["numbers"])
        before: Position = lane["parameters"], lane["optimizer"]
        gradients, loss = grad(losses(lane, step), has_aux=True)(before[0])
        after = update(recipe, gradients, before, step)
        if recipe.turns:
            turn = taking_part(recipe.turns, before[0], step=step)
            after = choose(turn, new=after, old=before)
        if not recipe.needs_losses:
            return *after, {}
        return *correct(recipe, lane, after, step, loss), {"losses": loss}

    return learn


def within(module: str, tensors: Tensors) -> dict[str, Tensor]:
    """Name tensors as seen from a module that holds theirs as a child."""
    return {f"{module}.{name}": tensor for name, tensor in tensors.items()}


def _specs(run: Run, numbers: Tensor) -> tuple[Task, Distribution, Recipe]:
    """Return the run's specs with this lane's numbers in place of the run's own."""
    return with_numbers((run.task, run.interpolation, run.recipe), list(numbers.unbind(0)))


def evaluation(network: nn.Module) -> Callable[[Tensors, Tensor, Tensor, Tensor], Tensor]:
    """Build the function that sums each run's squared errors on a fixed set.

    It takes the stacked parameters and buffers, the distinct input sets `(sets, inputs, rows)`,
    each run's set index `(runs,)` and targets `(runs, rows, outputs)`, and returns sums `(runs,)`.
    """

    def squared_error(parameters: Tensors, x: Tensor, t: Tensor) -> Tensor:
        return ((functional_call(network, dict(parameters), (x.T,)) - t) ** 2).sum()

    def evaluate(parameters: Tensors, sets: Tensor, index: Tensor, targets: Tensor) -> Tensor:
        return vmap(squared_error)(parameters, sets[index], targets)

    return evaluate


def sparsity(network: nn.Module) -> Callable[[Tensors], Tensor]:
    """Build the function that gives each run's sparsity error `(runs,)` from its stacks."""
    view = _View(network)

    def one(parameters: Tensors) -> Tensor:
        return functional_call(view, within("network", parameters), (sparsity_error,))

    return vmap(one)
