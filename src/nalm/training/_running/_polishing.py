"""Polishing of a cohort: minimising the loss of one fixed batch, run by run."""

import warnings
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import torch
from torch import Tensor, nn
from torch.func import grad_and_value, jacfwd, vmap
from torch.utils import _pytree as pytree

from nalm.compilation.passes import compile_program
from nalm.training._cohort import Cohort
from nalm.training._recipe._levenberg_marquardt import Residuals
from nalm.training._recipe._polishing import Problem
from nalm.training._run import Run
from nalm.training._steps._batches import batches
from nalm.training._steps._draws import drawing
from nalm.training._steps._functional import batched_attention
from nalm.training._steps._objective import least_squares, objective, per_run_state
from nalm.training._steps._update import constraints, intervals

Shapes = dict[str, torch.Size]
State = dict[str, Any]


def polish_(cohort: Cohort, run: Run, network: nn.Module, *, compile: bool) -> None:
    """Polish a cohort as its recipe says, in place.

    The end of a search that ignores the intervals of constrained parameters is clamped to them.

    Args:
        cohort: What has been trained.
        run: One of its runs.
        network: Their network; its own parameters are not used.
        compile: Whether to compile the objective.
    """
    polishing = run.recipe.polishing
    if polishing is None:
        return
    with torch.no_grad():
        problem = _problem(cohort, run, network, compile=compile)
        found = polishing.minimise(problem, _join(cohort.parameters))
        shapes = {name: stack.shape for name, stack in cohort.parameters.items()}
        for name, values in _split(found, shapes).items():
            cohort.parameters[name].copy_(values)
        for name, (low, high) in constraints(network).items():
            cohort.parameters[name].clamp_(low, high)


def _problem(cohort: Cohort, run: Run, network: nn.Module, *, compile: bool) -> Problem:
    shapes = {name: stack.shape for name, stack in cohort.parameters.items()}
    limits = intervals(network)
    names = [name for name, shape in shapes.items() for _ in range(shape[1:].numel())]
    step = (cohort.step - 1).clamp(min=0)  # the last that was taken
    x, t = batches(run)(cohort, step)
    # All but the parameters stays the same during the search: the batch is drawn once.
    state = {**per_run_state(cohort), "x": x, "t": t}

    @cache
    def values() -> Callable[[dict[str, Tensor]], tuple[Tensor, dict[str, Tensor]]]:
        return _values(cohort, run, network, step=step, state=state, compile=compile)

    def objective(parameters: Tensor) -> tuple[Tensor, Tensor]:
        value, gradients = values()(_split(parameters, shapes))
        return value, _join(gradients)

    # In double precision: a bound such as 0.7 is one of the values that `Rounding` tries.
    low, high = torch.tensor([limits[name] for name in names], dtype=torch.float64).to(x).T
    residuals = _residuals(run, network, step=step, state=state, shapes=shapes)
    return Problem(objective=objective, residuals=residuals, low=low, high=high, names=names)


def _residuals(
    run: Run, network: nn.Module, *, step: Tensor, state: State, shapes: Shapes
) -> Callable[[Tensor], Residuals]:
    """Return what gives the residuals of some runs, and their Jacobians, for their parameters."""
    # In training, units may have other gradients than those of their outputs.
    residuals = least_squares(run, deepcopy(network).eval())

    def one(parameters: Tensor, state: State) -> tuple[Tensor, Tensor]:
        at = residuals(state, step)

        def twice(vector: Tensor) -> tuple[Tensor, Tensor]:
            stacks = _split(vector.unsqueeze(0), shapes)
            found = at({name: values[0] for name, values in stacks.items()})
            return found, found

        # Forward: a network of exact arithmetic has fewer parameters than a batch has rows.
        jacobian, found = jacfwd(twice, has_aux=True)(parameters)
        return found, jacobian

    def of(some: Tensor) -> Residuals:
        chosen = pytree.tree_map(lambda values: values[some], state)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]

        def found(parameters: Tensor) -> tuple[Tensor, Tensor]:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # PyTorch's own, at first use
                return vmap(one)(parameters, chosen)

        return found

    return of


def _values(
    cohort: Cohort,
    run: Run,
    network: nn.Module,
    *,
    step: Tensor,
    state: State,
    compile: bool,
) -> Callable[[dict[str, Tensor]], tuple[Tensor, dict[str, Tensor]]]:
    """Return each run's loss and its gradient as a function of the stacks."""
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
        stacks[name] = parameters[:, start:stop].reshape(-1, *shape[1:])
        start = stop
    return stacks
