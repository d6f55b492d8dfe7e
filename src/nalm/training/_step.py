"""One training step and one evaluation, written for one run.

`vmap` turns them into functions of a cohort; nothing in them knows how many runs there are.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from torch import Tensor, nn
from torch.func import functional_call, grad, vmap

from nalm.tasks import Distribution, Task
from nalm.training._cohort import Cohort
from nalm.training._recipe import Recipe
from nalm.training._run import Run
from nalm.training._sampling import uniform
from nalm.training._spec import with_numbers
from nalm.units import Unit, sparsity_error

Tensors = Mapping[str, Tensor]
Keep = Callable[[Tensor], Tensor]


class _Objective(nn.Module):
    """Exposes a network and its penalties to one functional call."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, x: Tensor, recipe: Recipe) -> tuple[Tensor, list[Tensor]]:
        return self.network(x), [penalty.measure(self.network) for penalty in recipe.penalties]


class _Sparsity(nn.Module):
    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self) -> Tensor:
        return sparsity_error(self.network)


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
    learn = _learning(run, network)

    def step(cohort: Cohort) -> None:
        x, t = batch(run, cohort, cohort.step, keep=keep)
        moved, state = vmap(learn, (0, None))(
            {"parameters": cohort.parameters, **lanes(cohort), "x": x, "t": t}, cohort.step
        )
        for name, parameter in moved.items():
            cohort.parameters[name].copy_(parameter)
        for slot, tensors in state.items():
            for name, tensor in tensors.items():
                cohort.optimizer[slot][name].copy_(tensor)
        cohort.step.add_(1)

    return step


def batch(
    run: Run, cohort: Cohort, step: Tensor, *, keep: Keep = lambda tensor: tensor
) -> tuple[Tensor, Tensor]:
    """Draw every run's batch of a step: inputs `(runs, inputs, batch)`, targets `(…, outputs)`."""
    shape = (run.interpolation.uniforms, run.task.in_features, run.recipe.batch_size)

    def draw(numbers: Tensor, uniforms: Tensor) -> Tensor:
        _, interpolation, _ = _specs(run, numbers)
        return interpolation.sample(uniforms)

    def target(x: Tensor, numbers: Tensor, instance: Tensors) -> Tensor:
        task, _, _ = _specs(run, numbers)
        return task.target(x.T, instance)

    uniforms = uniform(cohort.seed, step, shape, run.recipe.dtype)
    x = keep(vmap(draw)(cohort.numbers, uniforms))
    return x, keep(vmap(target)(x, cohort.numbers, cohort.instance))


def lanes(cohort: Cohort) -> dict[str, Any]:
    """Return what a run's objective needs of its cohort besides the parameters."""
    names = ("optimizer", "buffers", "numbers", "validation")
    return {name: getattr(cohort, name) for name in names}


def objective(
    run: Run, network: nn.Module
) -> Callable[[dict[str, Any], Tensor], Callable[[Tensors], Tensor]]:
    """Build the function that gives a lane's loss at a step, as a function of its parameters."""
    module = _Objective(network)

    def at(lane: dict[str, Any], step: Tensor) -> Callable[[Tensors], Tensor]:
        _, _, recipe = _specs(run, lane["numbers"])

        def total(parameters: Tensors) -> Tensor:
            state = within("network", {**parameters, **lane["buffers"]})
            prediction, measures = functional_call(module, state, (lane["x"].T, recipe))
            loss = recipe.loss(prediction, lane["t"], step)
            for penalty, measure in zip(recipe.penalties, measures, strict=True):
                loss = loss + penalty.schedule.weight(step, lane["validation"]) * measure
            return loss

        return total

    return at


def _learning(run: Run, network: nn.Module) -> Callable[..., Any]:
    loss = objective(run, network)
    limits = constraints(network)

    def learn(lane: dict[str, Any], step: Tensor) -> tuple[dict[str, Tensor], Any]:
        _, _, recipe = _specs(run, lane["numbers"])
        parameters = lane["parameters"]
        gradients = grad(loss(lane, step))(parameters)
        for clip in recipe.clipping:
            gradients = clip(gradients)
        moved, state = recipe.optimizer.update(gradients, lane["optimizer"], parameters, step)
        for name, (low, high) in limits.items():
            moved[name] = moved[name].clamp(low, high)
        return moved, state

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
    view = _Sparsity(network)

    def one(parameters: Tensors) -> Tensor:
        return functional_call(view, within("network", parameters), ())

    return vmap(one)
