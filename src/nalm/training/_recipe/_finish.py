"""What may follow the last optimiser step: minimising the loss of one fixed batch."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.func import grad_and_value, vmap
from torch.utils import _pytree as pytree

from nalm.compilation.passes._program import compile_program
from nalm.errors import InvalidValueError
from nalm.training._cohort import Cohort
from nalm.training._recipe._lbfgs import Objective, minimise
from nalm.training._run import Run
from nalm.training._steps._step import batches, constraints, lanes, objective

Shapes = dict[str, torch.Size]


@dataclass(frozen=True, kw_only=True)
class Finish(ABC):
    """A second phase of training, on the batch and the penalty weights of the last step.

    It makes sense where that batch is all the data, see `Recipe.batches`.
    """

    @property
    @abstractmethod
    def steps(self) -> int:
        """Iterations at most; the last evaluation counts as this many steps later."""

    @abstractmethod
    def minimise(self, objective: Objective, start: Tensor) -> Tensor:
        """Return the parameters `(runs, size)` where each run ends."""


@dataclass(frozen=True, kw_only=True)
class LBFGS(Finish):
    """Minimise by limited-memory BFGS, each run with its own line search.

    Args:
        iterations: Search directions at most, positive.
        history: Steps that the approximate Hessian is made of, positive.

    Raises:
        InvalidValueError: If a number is not positive.

    Example:
        >>> from nalm.training import LBFGS
        >>> LBFGS(iterations=200).steps
        200

    References:
        Nocedal and Wright, Numerical Optimization (2006), algorithm 7.5.
    """

    iterations: int = 1000
    history: int = 10

    def __post_init__(self) -> None:
        """Check the numbers."""
        for name in ("iterations", "history"):
            value = getattr(self, name)
            if not isinstance(value, int) or value < 1:
                raise InvalidValueError(
                    f"LBFGS.{name}: expected a positive whole number, found {value!r}."
                )

    @property
    def steps(self) -> int:
        """Iterations at most."""
        return self.iterations

    def minimise(self, objective: Objective, start: Tensor) -> Tensor:
        """Return the parameters `(runs, size)` where each run ends."""
        found = minimise(objective, start, iterations=self.iterations, history=self.history)
        return found.parameters


def finish_(cohort: Cohort, run: Run, network: nn.Module, *, compile: bool) -> None:
    """Carry a cohort through its recipe's second phase, in place.

    The search ignores the intervals of constrained parameters, and its end is clamped to them.
    """
    recipe = run.recipe
    if recipe.finish is None:
        return
    with torch.no_grad():
        values = _values(cohort, run, network, compile=compile)
        shapes = {name: stack.shape for name, stack in cohort.parameters.items()}

        def flat(parameters: Tensor) -> tuple[Tensor, Tensor]:
            value, gradients = values(_split(parameters, shapes))
            return value, _join(gradients)

        found = recipe.finish.minimise(flat, _join(cohort.parameters))
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
    rest, shape = pytree.tree_flatten((step, {**lanes(cohort), "x": x, "t": t}))
    names = list(cohort.parameters)
    losses = objective(run, network)

    def stacked(*tensors: Tensor) -> list[Tensor]:
        step, lane = pytree.tree_unflatten(list(tensors[len(names) :]), shape)

        def one(parameters: dict[str, Tensor], lane: dict[str, Tensor]) -> Any:  # noqa: ANN401
            both = losses({**lane, "parameters": parameters}, step)
            return grad_and_value(both, has_aux=True)(parameters)

        parameters = dict(zip(names, tensors, strict=False))
        gradients, (value, _) = vmap(one)(parameters, lane)
        return [value, *[gradients[name] for name in names]]

    program: Callable[..., list[Tensor]] = stacked
    if compile:
        example = [*cohort.parameters.values(), *rest]
        program = compile_program(stacked, example, identity=("finish", run.signature))

    def values(parameters: dict[str, Tensor]) -> tuple[Tensor, dict[str, Tensor]]:
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
