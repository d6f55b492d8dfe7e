"""What a step minimises, written for one run: the loss of its batch and the penalties."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, cast

import torch
from torch import Tensor, nn
from torch.func import functional_call

from nalm.training._cohort import Cohort
from nalm.training._recipe._losses import SquaredLoss
from nalm.training._recipe._penalties import SquaredMeasure
from nalm.training._recipe._recipe import Recipe
from nalm.training._run import Run
from nalm.training._steps._functional import Tensors, within
from nalm.training._steps._observation import measured, recorded_inputs


class _Objective(nn.Module):
    """Exposes a network and its penalties to one functional call."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(
        self, x: Tensor, recipe: Recipe, *, written: Iterable[str]
    ) -> tuple[Tensor, list[Tensor], dict[str, Tensor]]:
        with recorded_inputs(self.network, recipe.penalties) as inputs:
            prediction = self.network(x)
        measures = [measured(each, self.network, inputs=inputs) for each in recipe.penalties]
        # A module changes a buffer in place, or puts another tensor in its place.
        return prediction, measures, {name: self.network.get_buffer(name) for name in written}


class Seen(NamedTuple):
    """What a forward pass yields besides what is minimised.

    Args:
        loss: The loss without the penalties.
        written: The buffers that it changed.
    """

    loss: Tensor
    written: dict[str, Tensor]


class _Residuals(nn.Module):
    """Exposes a network and the residuals of its penalties to one functional call."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, x: Tensor, measures: Sequence[SquaredMeasure]) -> list[Tensor]:
        return [self.network(x), *(measure.residuals(self.network) for measure in measures)]


def per_run_state(cohort: Cohort) -> dict[str, Any]:
    """Return what a run's objective needs of its cohort besides the parameters."""
    names = ("optimizer", "buffers", "written", "numbers", "validation")
    return {name: getattr(cohort, name) for name in names}


def objective(
    run: Run, network: nn.Module
) -> Callable[[dict[str, Any], Tensor], Callable[[Tensors], tuple[Tensor, Seen]]]:
    """Build the function that gives a run's objective at a step, of its parameters."""
    module = _Objective(network)

    def at(state: dict[str, Any], step: Tensor) -> Callable[[Tensors], tuple[Tensor, Seen]]:
        _, _, recipe = run.specs(state["numbers"].unbind(0))

        def both(parameters: Tensors) -> tuple[Tensor, Seen]:
            # Copies, because a function that is differentiated may change nothing from outside.
            written = {name: buffer.clone() for name, buffer in state["written"].items()}
            # Prediction and penalties in one call: `functional_call` swaps the parameters in once.
            tensors = within("network", {**parameters, **state["buffers"], **written})
            prediction, measures, written = functional_call(
                module, tensors, (state["x"].T, recipe), {"written": written.keys()}
            )
            # Restart policies and penalty steps watch the loss alone, without the penalties.
            loss = total = recipe.loss(prediction, state["t"], step)
            for penalty, measure in zip(recipe.penalties, measures, strict=True):
                total = total + penalty.schedule.weight(step, state["validation"]) * measure
            return total, Seen(loss, written)

        return both

    return at


def least_squares(
    run: Run, network: nn.Module
) -> Callable[[dict[str, Any], Tensor], Callable[[Tensors], Tensor]]:
    """Build the function that gives a run's residuals at a step, as a function of its parameters.

    The sum of their squares is what is minimised.
    """
    module = _Residuals(network)

    def at(state: dict[str, Any], step: Tensor) -> Callable[[Tensors], Tensor]:
        _, _, recipe = run.specs(state["numbers"].unbind(0))
        # The recipe has checked that there is nothing else.
        loss = cast(SquaredLoss, recipe.loss)
        measures = [cast(SquaredMeasure, penalty.measure) for penalty in recipe.penalties]
        weights = [
            penalty.schedule.weight(step, state["validation"]) for penalty in recipe.penalties
        ]

        def residuals(parameters: Tensors) -> Tensor:
            buffers = {**state["buffers"], **state["written"]}
            tensors = within("network", {**parameters, **buffers})
            prediction, *found = functional_call(module, tensors, (state["x"].T, measures))
            terms = [loss.residuals(prediction, state["t"]), *found]
            factors = [1.0, *weights]
            return torch.cat(
                [
                    term.flatten() * (factor / term.numel()) ** 0.5
                    for term, factor in zip(terms, factors, strict=True)
                ]
            )

        return residuals

    return at
